// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A label for text of unknown length in a narrow place: wraps anywhere it must, so that a long kernel name is never cut
// off, and shows at most so many lines, the last one elided (the whole text is then the tool tip). Colours and roles
// are those of QLabel. GUI thread only. A change of text or width costs one text layout.

#include <QLabel>

namespace stepscope::widgets {

class WrapLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrapLabel(const QString& text = {}, QWidget* parent = nullptr);

    void setMaxLines(int lines); // 0: as many as there are
    [[nodiscard]] int maxLines() const { return m_maxLines; }
    [[nodiscard]] bool isElided() const; // at its present width

    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    bool event(QEvent* event) override;

private:
    int m_maxLines = 0;
};

} // namespace stepscope::widgets
