// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Asks before a session is saved that holds what should perhaps not be shared (paths, notes, searched text, names), and
// masks what was chosen. A session is saved again and again: it asks only about what was not asked before. GUI thread
// only.

#include "app/gui/leak_dialog.h"
#include "core/share/known_secrets.h"
#include "core/share/session.h"

#include <QString>

#include <map>
#include <optional>
#include <utility>
#include <vector>

class QWidget;

namespace stepscope::app {

class SessionLeaks
{
public:
    [[nodiscard]] std::optional<share::Session> cleared(
        const share::Session& session, share::KnownSecrets known, QWidget* parent);
    void setQuestion(AskAboutLeaks ask) { m_ask = std::move(ask); } // for tests

private:
    AskAboutLeaks m_ask = &LeakDialog::ask;
    std::map<std::pair<share::SecretKind, QString>, bool> m_masked; // what was answered
};

} // namespace stepscope::app
