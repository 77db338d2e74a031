// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// The texts at the top of a report: the sentence, the first findings and what to do. As high as its texts need at the
// width it is given. Never shown, only rendered. GUI thread only.

#include "widgets/common/theme.h"

#include <QWidget>

class QVBoxLayout;

namespace stepscope::widgets {

struct ReportWords;

class ReportSheet : public QWidget
{
    Q_OBJECT

public:
    ReportSheet(const ReportWords& words, const Theme& theme, int width);

private:
    void addFindings(const ReportWords& words, QVBoxLayout* column);
    void addAdvice(const ReportWords& words, QVBoxLayout* column);
};

} // namespace stepscope::widgets
