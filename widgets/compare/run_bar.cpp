// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/compare/run_bar.h"

#include "core/compare/comparison.h"
#include "widgets/common/combo_box.h"
#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/compare/compare_run.h"
#include "widgets/findings/wrap_label.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace stepscope::widgets {

RunBar::RunBar(std::size_t side, const RunName& name, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_badge(new QLabel(side == compare::kBefore ? QStringLiteral("Before") : QStringLiteral("After"), this))
    , m_name(new WrapLabel({}, this))
    , m_word(new QLabel(QStringLiteral("at"), this))
    , m_steps(new ComboBox(m_badge->text() + QStringLiteral(": step"),
          QStringLiteral("The step that stands under the chosen step of the other run"), this))
    , m_layout(new QHBoxLayout(this))
{
    setFixedHeight(kHeight);
    setAutoFillBackground(true);
    QFont strong = uiFont();
    strong.setWeight(QFont::DemiBold);
    m_badge->setFont(strong);
    m_word->setProperty("role", QStringLiteral("muted"));
    m_name->setMaxLines(1);
    setName(name);
    m_layout->setContentsMargins(12, 0, 8, 0);
    m_layout->setSpacing(2 * kSpacing);
    m_layout->addWidget(m_badge);
    m_layout->addWidget(m_name, 1, Qt::AlignVCenter);
    m_layout->addWidget(m_word);
    m_layout->addWidget(m_steps);
    setSteps({});
    m_word->setBuddy(m_steps);
    connect(m_steps, &QComboBox::activated, this, &RunBar::stepChosen);
    connect(m_theme, &ThemeSource::changed, this, &RunBar::applyTheme);
    applyTheme();
}

void RunBar::setName(const RunName& name)
{
    m_name->setText(name.label);
    m_name->setToolTip(name.path);
}

QString RunBar::name() const
{
    return m_name->text();
}

void RunBar::add(QWidget* widget)
{
    m_layout->addWidget(widget);
}

void RunBar::setSteps(const QStringList& names)
{
    m_steps->clear();
    m_steps->addItems(names);
    m_steps->setVisible(!names.isEmpty());
    m_word->setVisible(!names.isEmpty());
}

void RunBar::applyTheme()
{
    QPalette colours = palette();
    colours.setColor(QPalette::Window, m_theme->theme().panel);
    setPalette(colours);
}

QWidget* below(RunBar* bar, QWidget* view)
{
    auto* column = new QWidget();
    auto* layout = new QVBoxLayout(column);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(view, 1);
    return column;
}

} // namespace stepscope::widgets
