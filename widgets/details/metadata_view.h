// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The Metadata panel: when and on what the trace was recorded, and every top-level key of the file as a tree. The texts
// are parsed when the panel is first shown. GUI thread only.

#include "core/model/trace.h"
#include "widgets/details/event_report.h"

#include <QList>
#include <QWidget>

#include <memory>

class QTextBrowser;
class QTreeView;

namespace stepscope::widgets {

class ThemeSource;
class ValueTreeModel;

// JSON text of a top-level key as a tree; text that is not valid JSON becomes one value, as it is.
[[nodiscard]] model::ArgValue metadataValue(const model::MetadataEntry& entry);
[[nodiscard]] QList<DetailSection> recordingSections(const model::Trace& trace);
[[nodiscard]] QString unixTimeText(std::int64_t ns); // "2024-05-03 12:34:56.789 012 345 UTC"

class MetadataView : public QWidget
{
    Q_OBJECT

public:
    MetadataView(std::shared_ptr<const model::Trace> trace, ThemeSource* theme, QWidget* parent = nullptr);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void applyTheme();
    void copyCurrent();

    std::shared_ptr<const model::Trace> m_trace;
    ThemeSource* m_theme;
    QTextBrowser* m_recording;
    QTreeView* m_tree;
    ValueTreeModel* m_model;
    bool m_filled = false;
};

} // namespace stepscope::widgets
