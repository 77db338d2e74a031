// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/common/style.h"

#include <QFontDatabase>
#include <QFontInfo>
#include <QFontMetricsF>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace stepscope::widgets {

QPalette paletteFor(const Theme& theme)
{
    QPalette palette;
    palette.setColor(QPalette::Window, theme.panel);
    palette.setColor(QPalette::WindowText, theme.text);
    palette.setColor(QPalette::Base, theme.surface);
    palette.setColor(QPalette::AlternateBase, blend(theme.surface, theme.text, 0.03));
    palette.setColor(QPalette::Text, theme.text);
    palette.setColor(QPalette::Button, theme.panel);
    palette.setColor(QPalette::ButtonText, theme.text);
    palette.setColor(QPalette::BrightText, theme.danger);
    palette.setColor(QPalette::ToolTipBase, theme.raised);
    palette.setColor(QPalette::ToolTipText, theme.text);
    palette.setColor(QPalette::PlaceholderText, theme.muted);
    palette.setColor(QPalette::Link, theme.accent);
    palette.setColor(QPalette::LinkVisited, theme.accent);
    palette.setColor(QPalette::Highlight, theme.accent);
    palette.setColor(QPalette::HighlightedText, theme.dark ? theme.surface : QColor(Qt::white));
    palette.setColor(QPalette::Light, blend(theme.panel, theme.raised, 0.5));
    palette.setColor(QPalette::Midlight, theme.line);
    palette.setColor(QPalette::Mid, theme.line);
    palette.setColor(QPalette::Dark, blend(theme.line, theme.text, 0.2));
    palette.setColor(QPalette::Shadow, blend(theme.surface, QColor(Qt::black), 0.6));
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(QPalette::Disabled, role, blend(theme.panel, theme.muted, 0.6));
    return palette;
}

namespace {

constexpr const char* kBase = R"(
QToolTip { background: @raised; color: @text; border: 1px solid @line; padding: 4px 8px; }
QMainWindow, QDialog { background: @panel; }
QMainWindow::separator { background: @line; width: 1px; height: 1px; }
QMainWindow::separator:hover { background: @accent; }
QSplitter::handle { background: @line; }
QSplitter::handle:horizontal { width: 1px; }
QSplitter::handle:vertical { height: 1px; }
QMenuBar { background: @panel; border-bottom: 1px solid @line; padding: 2px 4px; }
QMenuBar::item { padding: 4px 8px; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: @hover; }
QMenu { background: @raised; border: 1px solid @line; padding: 4px; }
QMenu::item { padding: 4px 24px 4px 24px; border-radius: 4px; }
QMenu::item:selected { background: @hover; color: @text; }
QMenu::item:disabled { color: @disabled; }
QMenu::separator { height: 1px; background: @line; margin: 4px 8px; }
QToolBar { background: @panel; border: none; border-bottom: 1px solid @line; spacing: 4px; padding: 2px; min-height: 27px; }
QToolBar::separator { width: 1px; background: @line; margin: 6px 4px; }
QStatusBar { background: @panel; border-top: 1px solid @line; color: @muted; }
QStatusBar::item { border: none; }
QDockWidget { titlebar-close-icon: none; titlebar-normal-icon: none; }
QDockWidget::title { background: @panel; padding: 6px 8px; border-bottom: 1px solid @line; text-align: left; }
QLabel[role="text"] { color: @text; }
QLabel[role="title"] { color: @text; font-weight: 600; }
QLabel[role="muted"] { color: @muted; }
QLabel[role="danger"] { color: @danger; }
QLabel[role="warn"] { color: @warn; }
QLabel[role="good"] { color: @good; }
QFrame[role="card"] { background: @raised; border: 1px solid @line; border-radius: 4px; }
)";

constexpr const char* kControls = R"(
QDialogButtonBox { dialogbuttonbox-buttons-have-icons: 0; }
QToolButton { background: transparent; border: 1px solid transparent; border-radius: 4px; padding: 3px 8px; }
QToolButton:hover { background: @hover; }
QToolButton:pressed, QToolButton:checked { background: @pressed; }
QToolButton:disabled { color: @disabled; }
QToolButton:focus { border-color: @accent; }
QToolButton[popupMode="2"] { padding-right: 18px; }
QToolButton::menu-indicator { subcontrol-origin: padding; subcontrol-position: center right; right: 5px; }
QPushButton { background: @raised; border: 1px solid @edge; border-radius: 4px; padding: 4px 12px; min-height: 18px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @pressed; }
QPushButton:disabled { color: @disabled; border-color: @line; }
QPushButton:focus { border-color: @accent; outline: none; }
QPushButton[role="primary"] { background: @accent; color: @onAccent; border-color: @accent; }
QPushButton[role="primary"]:hover { background: @accentHover; }
QPushButton[role="primary"]:focus { border-color: @text; }
QLineEdit, QPlainTextEdit, QTextEdit, QSpinBox, QComboBox {
    background: @surface; border: 1px solid @edge; border-radius: 4px; padding: 3px 6px;
    selection-background-color: @accent; selection-color: @onAccent; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QSpinBox:focus, QComboBox:focus { border-color: @accent; }
QComboBox::drop-down { border: none; width: 18px; }
QProgressBar { background: @hover; border: none; border-radius: 2px; max-height: 4px; min-height: 4px; color: transparent; }
QProgressBar::chunk { background: @accent; border-radius: 2px; }
QTabWidget::pane { border: none; border-top: 1px solid @line; }
QTabBar { background: @panel; border: none; }
QTabBar::tab { background: transparent; color: @muted; padding: 6px 12px; border: none; border-bottom: 2px solid transparent; }
QTabBar::tab:hover { color: @text; }
QTabBar::tab:selected { color: @text; border-bottom-color: @accent; }
QTabBar::tab:focus { color: @accent; }
QTabBar::scroller { width: 22px; }
QTabBar QToolButton { background: @panel; padding: 0; border-radius: 0; }
)";

constexpr const char* kViews = R"(
QAbstractItemView { background: @surface; alternate-background-color: @stripe; border: none; gridline-color: @line;
    selection-background-color: @selected; selection-color: @text; outline: none; }
QAbstractItemView::item:hover { background: @hover; }
QAbstractItemView::item:selected { background: @selected; color: @text; }
QAbstractItemView::item:focus { border: 1px solid @accent; }
QHeaderView { background: @panel; border: none; }
QHeaderView::section { background: @panel; color: @muted; border: none; border-bottom: 1px solid @line; padding: 4px 8px; }
QHeaderView::section:hover { color: @text; }
QTableCornerButton::section { background: @panel; border: none; border-bottom: 1px solid @line; }
QScrollArea { background: @panel; border: none; }
QScrollBar:vertical { background: transparent; width: 12px; margin: 0; }
QScrollBar:horizontal { background: transparent; height: 12px; margin: 0; }
QScrollBar::handle { background: @handle; border-radius: 3px; margin: 3px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }
QGroupBox { border: 1px solid @line; border-radius: 4px; margin-top: 16px; padding: 8px; }
QGroupBox::title { subcontrol-origin: margin; left: 8px; color: @muted; }
)";

} // namespace

QString styleSheetFor(const Theme& theme)
{
    const std::pair<const char*, QColor> tokens[] = {
        // Longer names first where one begins with another.
        {"@accentHover", blend(theme.accent, theme.text, 0.12)},
        {"@onAccent", theme.dark ? theme.surface : QColor(Qt::white)},
        {"@accent", theme.accent},
        {"@surface", theme.surface},
        {"@raised", theme.raised},
        {"@panel", theme.panel},
        {"@line", theme.line},
        {"@edge", blend(theme.line, theme.text, 0.16)},
        {"@text", theme.text},
        {"@muted", theme.muted},
        {"@danger", theme.danger},
        {"@warn", theme.warn},
        {"@good", theme.good},
        {"@stripe", blend(theme.surface, theme.text, 0.03)},
        {"@hover", blend(theme.panel, theme.text, 0.06)},
        {"@pressed", blend(theme.panel, theme.text, 0.12)},
        {"@selected", blend(theme.surface, theme.accent, theme.dark ? 0.26 : 0.16)},
        {"@handle", blend(theme.panel, theme.muted, 0.45)},
        {"@disabled", blend(theme.panel, theme.muted, 0.6)},
    };
    QString sheet = QString::fromLatin1(kBase) + QString::fromLatin1(kControls) + QString::fromLatin1(kViews);
    for (const auto& [token, colour] : tokens)
        sheet.replace(QLatin1String(token), colour.name());
    return sheet;
}

void dress(QWidget& widget, const Theme& theme)
{
    widget.setPalette(paletteFor(theme));
    widget.setStyleSheet(styleSheetFor(theme));
}

namespace {

QFont withPixelSize(QFont font, int pixels)
{
    font.setPixelSize(std::max(pixels, kMinimumTextPixels));
    return font;
}

bool hasTabularFigures(const QFont& font)
{
    const QFontMetricsF metrics(font);
    const qreal width = metrics.horizontalAdvance(QLatin1Char('0'));
    for (char digit = '1'; digit <= '9'; ++digit) {
        if (std::abs(metrics.horizontalAdvance(QLatin1Char(digit)) - width) > 0.01)
            return false;
    }
    return true;
}

} // namespace

QFont uiFont()
{
    const QFont font = QFontDatabase::systemFont(QFontDatabase::GeneralFont);
    return withPixelSize(font, std::clamp(QFontInfo(font).pixelSize(), 12, 18));
}

QFont smallFont()
{
    const QFont font = uiFont();
    return withPixelSize(font, std::max(kMinimumTextPixels, font.pixelSize() - 2));
}

QFont monoFont()
{
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    font.setStyleHint(QFont::Monospace);
    return withPixelSize(font, uiFont().pixelSize());
}

QFont numberFont()
{
    const QFont font = uiFont();
    return hasTabularFigures(font) ? font : monoFont();
}

} // namespace stepscope::widgets
