// SPDX-License-Identifier: GPL-3.0-or-later
// The verdicts, one sentence per level: as high as they need, up to a limit, then scrolled.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/analysis.h"
#include "core/model/session.h"

#include <QScrollArea>

class QVBoxLayout;

namespace sweepbench {

class VerdictList : public QScrollArea
{
    Q_OBJECT
public:
    explicit VerdictList(QWidget *parent = nullptr);
    void setSession(const Session &session, const Analysis &analysis);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();

    QVBoxLayout *m_rows;
};

} // namespace sweepbench
