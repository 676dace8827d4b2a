// SPDX-License-Identifier: GPL-3.0-or-later
// One verdict: the mark of the faster server and the sentence.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"

#include <QWidget>

class QLabel;

namespace sweepbench {

class VerdictRow : public QWidget
{
    Q_OBJECT
public:
    explicit VerdictRow(const Comparison &comparison, QWidget *parent = nullptr);

protected:
    void changeEvent(QEvent *event) override;

private:
    void updateMark();

    Verdict m_verdict;
    int m_winner; ///< target whose mark is shown; -1: none is faster
    QLabel *m_mark;
};

} // namespace sweepbench
