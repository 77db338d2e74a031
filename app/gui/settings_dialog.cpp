// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/settings_dialog.h"

#include "app/gui/appearance.h"
#include "app/gui/settings.h"
#include "widgets/common/combo_box.h"
#include "widgets/pages/page_parts.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <cmath>

namespace stepscope::app {

namespace {

constexpr int kSettingsWidth = 460;
constexpr double kNsPerUs = 1000;
constexpr double kMostUs = 1e9; // a quarter of an hour

QComboBox* choice(const QString& name, const QStringList& texts, QWidget* parent)
{
    auto* box = new widgets::ComboBox(name, {}, parent);
    box->addItems(texts);
    return box;
}

std::int64_t nsOf(const QDoubleSpinBox& box)
{
    return static_cast<std::int64_t>(std::llround(box.value() * kNsPerUs));
}

} // namespace

SettingsDialog::SettingsDialog(ThemeChoice theme, const Preferences& preferences, QWidget* parent)
    : QDialog(parent)
    , m_preferences(preferences)
    , m_theme(choice(QStringLiteral("Theme"),
          {QStringLiteral("Like the system"), QStringLiteral("Light"), QStringLiteral("Dark")}, this))
    , m_time(choice(QStringLiteral("Times on the ruler"),
          {QStringLiteral("Since the start of the trace"), QStringLiteral("Wall clock, local time")}, this))
    , m_height(choice(QStringLiteral("Row height"),
          {QStringLiteral("Compact"), QStringLiteral("Normal"), QStringLiteral("Tall")}, this))
    , m_carry(new QCheckBox(QStringLiteral("carry their session"), this))
{
    setWindowTitle(QStringLiteral("Settings"));
    m_carry->setAccessibleName(QStringLiteral("PNG pictures"));
    m_carry->setToolTip(
        QStringLiteral("Names of files, what is seen and notes: dropped on the window, the picture opens "
                       "again what it shows"));
    m_gap = addMicroseconds(QStringLiteral("Smallest gap"), 0);
    m_gap->setSpecialValueText(QStringLiteral("follows the zoom"));
    m_short = addMicroseconds(QStringLiteral("Short kernels last less than"), 0.001);
    auto* form = new QFormLayout();
    form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    form->setHorizontalSpacing(16);
    form->setVerticalSpacing(8);
    for (QWidget* field :
        {static_cast<QWidget*>(m_theme), static_cast<QWidget*>(m_time), static_cast<QWidget*>(m_height),
            static_cast<QWidget*>(m_gap), static_cast<QWidget*>(m_short), static_cast<QWidget*>(m_carry)})
        form->addRow(field->accessibleName(), field);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::RestoreDefaults | QDialogButtonBox::Close, this);
    for (QAbstractButton* button : buttons->buttons())
        qobject_cast<QPushButton*>(button)->setAutoDefault(false); // Enter ends the typing in a field, no more
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(buttons->button(QDialogButtonBox::RestoreDefaults), &QPushButton::clicked, this, [this]() {
        m_preferences = {};
        showValues();
        Q_EMIT preferencesChanged();
    });
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    layout->addLayout(form);
    layout->addWidget(widgets::paragraph(
        QStringLiteral("Times of the wall clock need a trace that tells when it was recorded. A row height chosen in "
                       "the menu of the rows goes before this one. Short kernels make walls and findings."),
        this, QStringLiteral("muted")));
    layout->addSpacing(8);
    layout->addWidget(buttons);
    setFixedWidth(kSettingsWidth);

    m_theme->setCurrentIndex(static_cast<int>(theme));
    showValues();
    connect(m_theme, &QComboBox::currentIndexChanged, this,
        [this](int index) { Q_EMIT themeChosen(static_cast<ThemeChoice>(index)); });
    for (QComboBox* box : {m_time, m_height})
        connect(box, &QComboBox::currentIndexChanged, this, &SettingsDialog::take);
    connect(m_carry, &QCheckBox::toggled, this, &SettingsDialog::take);
    for (QDoubleSpinBox* box : {m_gap, m_short})
        connect(box, &QDoubleSpinBox::valueChanged, this, &SettingsDialog::take);
}

void SettingsDialog::choose(Settings& settings, Appearance& appearance, QWidget* parent)
{
    auto* dialog = new SettingsDialog(appearance.choice(), settings.preferences(), parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    connect(dialog, &SettingsDialog::themeChosen, &appearance, &Appearance::setChoice);
    connect(dialog, &SettingsDialog::preferencesChanged, &settings,
        [&settings, dialog]() { settings.setPreferences(dialog->preferences()); });
    dialog->show();
}

QDoubleSpinBox* SettingsDialog::addMicroseconds(const QString& name, double least)
{
    auto* box = new QDoubleSpinBox(this);
    box->setAccessibleName(name);
    box->setDecimals(3);
    box->setRange(least, kMostUs);
    box->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    box->setSuffix(QStringLiteral(" µs"));
    box->setKeyboardTracking(false); // half a number is none
    return box;
}

void SettingsDialog::showValues()
{
    m_isShowing = true;
    const widgets::TimelineDisplay& timeline = m_preferences.timeline;
    m_time->setCurrentIndex(static_cast<int>(timeline.time));
    m_height->setCurrentIndex(static_cast<int>(timeline.rowHeight));
    m_gap->setValue(static_cast<double>(timeline.gaps.ns) / kNsPerUs);
    m_short->setValue(static_cast<double>(m_preferences.shortKernelNs) / kNsPerUs);
    m_carry->setChecked(m_preferences.picturesCarrySession);
    m_isShowing = false;
}

void SettingsDialog::take()
{
    if (m_isShowing)
        return;
    widgets::TimelineDisplay& timeline = m_preferences.timeline;
    timeline.time = static_cast<widgets::TimeDisplay>(m_time->currentIndex());
    timeline.rowHeight = static_cast<view::RowHeight>(m_height->currentIndex());
    timeline.gaps.ns = nsOf(*m_gap);
    m_preferences.shortKernelNs = nsOf(*m_short);
    m_preferences.picturesCarrySession = m_carry->isChecked();
    Q_EMIT preferencesChanged();
}

} // namespace stepscope::app
