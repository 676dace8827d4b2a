// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/theme.h"

#include <QApplication>
#include <QWidget>

#include <cmath>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

/// Relative luminance and contrast of WCAG 2.1, "Relative luminance" and "Contrast (Minimum)".
double luminance(const QColor &color)
{
    const auto linear = [](double c) { return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4); };
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

double contrast(const QColor &a, const QColor &b)
{
    const double la = luminance(a);
    const double lb = luminance(b);
    return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

/// \a color moved towards \a text until it can be read on \a page.
QColor readable(QColor color, const QColor &text, const QColor &page)
{
    for (int step = 0; step < 10 && contrast(color, page) < 4.5; ++step)
        color = mixed(color, text, 0.15);
    return color;
}

QPalette lightPalette()
{
    QPalette palette(QColor(0xf3, 0xf5, 0xf8));
    palette.setColor(QPalette::Window, QColor(0xf3, 0xf5, 0xf8));
    palette.setColor(QPalette::WindowText, QColor(0x1c, 0x22, 0x2b));
    palette.setColor(QPalette::Base, Qt::white);
    palette.setColor(QPalette::AlternateBase, QColor(0xf6, 0xf8, 0xfb));
    palette.setColor(QPalette::Text, QColor(0x1c, 0x22, 0x2b));
    palette.setColor(QPalette::Button, QColor(0xf3, 0xf5, 0xf8));
    palette.setColor(QPalette::ButtonText, QColor(0x1c, 0x22, 0x2b));
    palette.setColor(QPalette::Highlight, QColor(0x1f, 0x66, 0xc1));
    palette.setColor(QPalette::HighlightedText, Qt::white);
    palette.setColor(QPalette::Link, QColor(0x1f, 0x66, 0xc1));
    palette.setColor(QPalette::ToolTipBase, QColor(0x26, 0x2d, 0x38));
    palette.setColor(QPalette::ToolTipText, Qt::white);
    palette.setColor(QPalette::PlaceholderText, QColor(0x1c, 0x22, 0x2b, 120));
    return palette;
}

QPalette darkPalette()
{
    QPalette palette(QColor(0x23, 0x28, 0x31));
    palette.setColor(QPalette::Window, QColor(0x23, 0x28, 0x31));
    palette.setColor(QPalette::WindowText, QColor(0xe7, 0xea, 0xef));
    palette.setColor(QPalette::Base, QColor(0x1a, 0x1e, 0x25));
    palette.setColor(QPalette::AlternateBase, QColor(0x1f, 0x24, 0x2c));
    palette.setColor(QPalette::Text, QColor(0xe7, 0xea, 0xef));
    palette.setColor(QPalette::Button, QColor(0x2c, 0x32, 0x3d));
    palette.setColor(QPalette::ButtonText, QColor(0xe7, 0xea, 0xef));
    palette.setColor(QPalette::Highlight, QColor(0x4c, 0x9a, 0xf0));
    palette.setColor(QPalette::HighlightedText, QColor(0x10, 0x14, 0x1a));
    palette.setColor(QPalette::Link, QColor(0x6c, 0xb0, 0xf7));
    palette.setColor(QPalette::ToolTipBase, QColor(0xe7, 0xea, 0xef));
    palette.setColor(QPalette::ToolTipText, QColor(0x1a, 0x1e, 0x25));
    palette.setColor(QPalette::PlaceholderText, QColor(0xe7, 0xea, 0xef, 120));
    return palette;
}

} // namespace

bool isDark(const QPalette &palette)
{
    return luminance(palette.color(QPalette::WindowText)) > luminance(palette.color(QPalette::Window));
}

QColor mixed(const QColor &a, const QColor &b, double share)
{
    const auto part = [share](double x, double y) { return float(x + (y - x) * share); };
    return QColor::fromRgbF(part(a.redF(), b.redF()), part(a.greenF(), b.greenF()), part(a.blueF(), b.blueF()));
}

ThemeColors themeColors(const QPalette &palette)
{
    ThemeColors colors;
    colors.page = palette.color(QPalette::Active, QPalette::Base);
    colors.text = palette.color(QPalette::Active, QPalette::Text);
    colors.accent = palette.color(QPalette::Active, QPalette::Highlight);
    colors.accentText = palette.color(QPalette::Active, QPalette::HighlightedText);
    if (contrast(colors.accent, colors.accentText) < 4.5 && !isDark(palette))
        colors.accent = mixed(colors.accent, colors.text, 0.25);
    colors.strip = mixed(colors.page, colors.accent, isDark(palette) ? 0.07 : 0.045);
    colors.muted = readable(mixed(colors.text, colors.page, 0.42), colors.text, colors.strip);
    colors.border = mixed(colors.page, colors.text, 0.17);
    colors.problem = readable(isDark(palette) ? QColor(0xff, 0x8f, 0x87) : QColor(0xb3, 0x26, 0x1e), colors.text, colors.page);
    colors.doubt = readable(isDark(palette) ? QColor(0xf2, 0xb8, 0x4b) : QColor(0x8a, 0x55, 0x00), colors.text, colors.page);
    return colors;
}

QString styleSheetFor(const QPalette &palette)
{
    const ThemeColors c = themeColors(palette);
    QString sheet = uR"(
QMainWindow, QStackedWidget#pages, QWidget[page="true"], QDialog { background: @page; }
QScrollArea, QScrollArea > QWidget > QWidget[page="true"] { background: @page; border: none; }
QMenuBar { background: @strip; color: @text; padding: 2px 6px; }
QMenuBar::item { padding: 4px 10px; background: transparent; border-radius: 4px; }
QMenuBar::item:selected { background: @hover; }
QWidget#navigation { background: @strip; border-bottom: 1px solid @border; }
QTabBar#navigationTabs { background: transparent; }
QTabBar#navigationTabs::tab { padding: 8px 18px 7px 18px; border: none; border-bottom: 3px solid transparent; color: @muted; background: transparent; }
QTabBar#navigationTabs::tab:selected { color: @text; border-bottom: 3px solid @accent; }
QTabBar#navigationTabs::tab:hover:!selected { color: @text; border-bottom: 3px solid @border; }
QTabBar#navigationTabs::tab:focus { color: @text; background: @hover; }
QLabel { background: transparent; color: @text; }
QLabel[muted="true"] { color: @muted; }
QLabel[problem="true"] { color: @problem; }
QLabel[doubt="true"] { color: @doubt; }
QFrame[card="true"] { background: @strip; border: 1px solid @border; border-radius: 8px; }
QLineEdit, QPlainTextEdit, sweepbench--ChoiceBox { background: @page; color: @text; border: 1px solid @border; border-radius: 5px; padding: 5px 8px; selection-background-color: @accent; selection-color: @accentText; }
QLineEdit:focus, QPlainTextEdit:focus, sweepbench--ChoiceBox:focus { border: 1px solid @accent; }
QLineEdit[wrong="true"] { border: 1px solid @problem; }
QLineEdit:disabled, QPlainTextEdit:disabled, sweepbench--ChoiceBox:disabled { color: @muted; }
sweepbench--ChoiceBox::drop-down { border: none; width: 22px; }
sweepbench--ChoiceBox QAbstractItemView { background: @page; color: @text; border: 1px solid @border; selection-background-color: @accent; selection-color: @accentText; }
QPushButton { background: @page; color: @text; border: 1px solid @border; border-radius: 5px; padding: 6px 14px; }
QPushButton:hover { background: @hover; }
QPushButton:pressed { background: @border; }
QPushButton:focus { border: 1px solid @accent; }
QPushButton:disabled { color: @muted; background: @strip; }
QPushButton[primary="true"] { background: @accent; color: @accentText; border: 1px solid @accent; padding: 10px 26px; font-weight: 600; }
QPushButton[primary="true"]:hover { background: @accentHover; }
QPushButton[primary="true"]:focus { border: 2px solid @text; padding: 9px 25px; }
QPushButton[primary="true"]:disabled { background: @selected; border: 1px solid @selected; color: @muted; }
QPushButton[quiet="true"] { background: transparent; border: 1px solid transparent; color: @link; padding: 6px 8px; }
QPushButton[quiet="true"]:hover { background: @hover; }
QPushButton[quiet="true"]:focus { border: 1px solid @accent; }
QToolButton[quiet="true"] { background: transparent; border: 1px solid transparent; border-radius: 5px; color: @link; padding: 6px 8px; }
QToolButton[quiet="true"]:hover { background: @hover; }
QToolButton[quiet="true"]:focus { border: 1px solid @accent; }
QToolButton[quiet="true"]::menu-indicator { image: none; width: 0; }
QTableView QLineEdit { border-radius: 0; padding: 0 4px; }
QPushButton[quiet="true"]:disabled { color: @muted; }
QPushButton[segment="true"] { padding: 6px 16px; }
QPushButton[segment="true"]:checked { background: @selected; border: 1px solid @accent; color: @text; }
QProgressBar { background: @border; border: none; border-radius: 3px; max-height: 6px; min-height: 6px; }
QProgressBar::chunk { background: @accent; border-radius: 3px; }
QTableView { background: @page; alternate-background-color: @strip; color: @text; border: 1px solid @border; border-radius: 6px; gridline-color: transparent; selection-background-color: @selected; selection-color: @text; }
QTableView { outline: 0; }
QTableView::item { padding: 3px 6px; border: none; }
QTableView#phases::item { padding: 3px 4px; }
QTableView::item:hover { background: @hover; }
QTableView::item:selected { background: @selected; color: @text; }
QTableView QTableCornerButton::section { background: @strip; border: none; }
QHeaderView { background: @strip; border: none; }
QHeaderView::section { background: @strip; color: @muted; border: none; border-bottom: 1px solid @border; padding: 5px 6px; }
QHeaderView::section:hover { color: @text; }
QSplitter::handle { background: transparent; }
QSplitter::handle:hover { background: @border; }
QDialogButtonBox, QMessageBox { dialogbuttonbox-buttons-have-icons: 0; }
QFrame#banner { background: @bannerBack; border: none; border-bottom: 1px solid @border; }
QScrollBar { background: transparent; border: none; }
QScrollBar:vertical { width: 10px; }
QScrollBar:horizontal { height: 10px; }
QScrollBar::handle { background: @handle; border-radius: 4px; margin: 1px; }
QScrollBar::handle:vertical { min-height: 28px; }
QScrollBar::handle:horizontal { min-width: 28px; }
QScrollBar::handle:hover { background: @muted; }
QScrollBar::add-line, QScrollBar::sub-line, QScrollBar::add-page, QScrollBar::sub-page { background: transparent; border: none; width: 0; height: 0; }
QTabBar#chartTabs::tab, QTabBar[flat="true"]::tab { padding: 6px 14px; border: none; border-bottom: 2px solid transparent; color: @muted; background: transparent; }
QTabBar#chartTabs::tab:selected, QTabBar[flat="true"]::tab:selected { color: @text; border-bottom: 2px solid @accent; }
QTabBar#chartTabs::tab:hover:!selected, QTabBar#chartTabs::tab:focus, QTabBar[flat="true"]::tab:hover:!selected, QTabBar[flat="true"]::tab:focus { color: @text; }
QMenu { background: @page; color: @text; border: 1px solid @border; padding: 4px; }
QMenu::item { padding: 5px 28px 5px 20px; border-radius: 4px; }
QMenu::item:selected { background: @accent; color: @accentText; }
QMenu::item:disabled { color: @muted; background: transparent; }
QMenu::separator { height: 1px; background: @border; margin: 4px 8px; }
)"_s;
    const QColor link = readable(c.accent, c.text, c.strip);
    const std::pair<QLatin1StringView, QColor> names[] = {
        {"@accentText"_L1, c.accentText},
        {"@accentHover"_L1, mixed(c.accent, c.text, 0.15)},
        {"@accent"_L1, c.accent},
        {"@bannerBack"_L1, mixed(c.page, c.doubt, 0.14)},
        {"@page"_L1, c.page},
        {"@strip"_L1, c.strip},
        {"@text"_L1, c.text},
        {"@muted"_L1, c.muted},
        {"@border"_L1, c.border},
        {"@handle"_L1, mixed(c.page, c.text, 0.3)},
        {"@hover"_L1, mixed(c.page, c.accent, 0.14)},
        {"@selected"_L1, mixed(c.page, c.accent, 0.22)},
        {"@problem"_L1, c.problem},
        {"@doubt"_L1, c.doubt},
        {"@link"_L1, link},
    };
    for (const auto &[name, color] : names)
        sheet.replace(name, color.name());
    return sheet;
}

QPalette paletteFor(Appearance appearance)
{
    switch (appearance) {
    case Appearance::Light:
        return lightPalette();
    case Appearance::Dark:
        return darkPalette();
    case Appearance::System:
        break;
    }
    return QPalette();
}

void scaleFont(QWidget *widget, double factor, bool bold)
{
    QFont font = QApplication::font();
    if (font.pointSizeF() > 0)
        font.setPointSizeF(font.pointSizeF() * factor);
    else
        font.setPixelSize(int(std::lround(font.pixelSize() * factor)));
    if (bold)
        font.setWeight(QFont::DemiBold);
    widget->setFont(font);
}

} // namespace sweepbench
