// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What pictures of a page say beside what they show: the caption under it, and the texts of a report. Plain values that
// every page fills from its data; what is not known is empty. Pure.

#include <QString>
#include <QStringList>

#include <vector>

class QFontMetricsF;

namespace stepscope::widgets {

struct CaptionWords
{
    QString file; // its name, never its folder
    QString step; // "step #12"
    QString range;
    QString device;
    QString pytorch; // "PyTorch 2.4.1"
    QString program; // "Stepscope 1.0"
};

// In one line. Where that has no room, the name of the file is shortened in its middle first, then the end is.
[[nodiscard]] QString captionText(const CaptionWords& words);
[[nodiscard]] QString captionText(const CaptionWords& words, const QFontMetricsF& metrics, double room);

struct ReportWords
{
    struct Line
    {
        QString figure; // "38 %"
        QString text;
    };
    QString kind; // "Input pipeline"
    QString sentence;
    QStringList advice;
    std::vector<Line> findings; // all; a report shows the first few
};

} // namespace stepscope::widgets
