// SPDX-License-Identifier: GPL-3.0-or-later
// The look of the window: everything is mixed from the palette in use, so that light, dark and contrast palettes all work.
// Thread contract: the GUI thread.
#pragma once

#include "ui/settings.h"

#include <QColor>
#include <QPalette>
#include <QString>

class QWidget;

namespace sweepbench {

/// True where the palette writes light on dark.
bool isDark(const QPalette &palette);
/// \a share of \a b in \a a, 0 to 1.
QColor mixed(const QColor &a, const QColor &b, double share);

struct ThemeColors
{
    QColor page;    ///< background of pages
    QColor strip;   ///< background of the navigation and of cards
    QColor text;
    QColor muted;   ///< text of less weight, still at least 4.5:1 on \c page
    QColor border;
    QColor accent;  ///< buttons that matter, selection
    QColor accentText;
    QColor problem; ///< text of mistakes
    QColor doubt;   ///< text of warnings
};
ThemeColors themeColors(const QPalette &palette);
/// The style sheet of the main window and its dialogs.
QString styleSheetFor(const QPalette &palette);

/// Palette for QApplication::setPalette(): an empty one, for System, lets the desktop's palette through again.
QPalette paletteFor(Appearance appearance);

/// Makes the font of a widget larger and, where asked for, bold, relative to the system's font.
void scaleFont(QWidget *widget, double factor, bool bold = false);

} // namespace sweepbench
