// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What a picture shows that should not be shared, and the same picture without it. A picture is looked through as a
// list of the texts that are painted (widgets/picture/drawing.h); what is masked is replaced before it is painted
// again, so that no format holds it. Texts of one line that are painted in parts are read as one. GUI thread only: it
// paints.

#include "core/share/known_secrets.h"
#include "widgets/picture/picture.h"
#include "widgets/share/shown_secret.h"

#include <vector>

namespace stepscope::widgets {

struct Drawing;

[[nodiscard]] std::vector<ShownSecret> secretsIn(const Drawing& drawing, share::KnownSecrets& known);
void maskSecrets(Drawing& drawing, share::KnownSecrets& known, const IsMasked& isMasked);

// Of the title and the texts that the file carries, too: a session as JSON, others as they stand.
[[nodiscard]] std::vector<ShownSecret> secretsIn(const Picture& picture, share::KnownSecrets& known);
[[nodiscard]] Picture masked(const Picture& picture, share::KnownSecrets& known, const IsMasked& isMasked);

} // namespace stepscope::widgets
