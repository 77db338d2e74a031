// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Joins the window's actions of the menu Annotate to the notes of the page that is shown: they act on it, and are
// enabled and checked as it stands. GUI thread only; the actions must outlive it.

#include "app/gui/actions.h"

#include <QObject>
#include <QPointer>

namespace stepscope::widgets {
class Annotator;
class ContentPage;
} // namespace stepscope::widgets

namespace stepscope::app {

class AnnotateControl : public QObject
{
    Q_OBJECT

public:
    AnnotateControl(Actions& actions, QObject* parent);

    void follow(widgets::ContentPage* content); // null: none

Q_SIGNALS:
    void hinted(const QString& text); // what to do with the tool that is taken; empty: there is none

private:
    void showState();

    Actions& m_actions;
    QPointer<widgets::Annotator> m_annotator;
    QMetaObject::Connection m_connection;
    QString m_hint; // that was given
};

} // namespace stepscope::app
