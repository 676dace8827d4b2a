// SPDX-License-Identifier: GPL-3.0-or-later
// The open session compared with others: the text and tables that the headless program prints, to read and to copy.
// Thread contract: the GUI thread.
#pragma once

#include "core/stats/acrosssessions.h"

#include <QDialog>

namespace sweepbench {

class AcrossDialog : public QDialog
{
    Q_OBJECT
public:
    explicit AcrossDialog(const AcrossSessions &across, QWidget *parent = nullptr);
};

} // namespace sweepbench
