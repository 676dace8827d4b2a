// SPDX-License-Identifier: GPL-3.0-or-later
// The plan page's advanced settings: how requests are paced and sent, and how each target is reached. Shown on demand; what is
// set here holds whether it is shown or not.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/plan.h"
#include "core/model/result.h"
#include "ui/field.h"

#include <QWidget>

#include <vector>

class QGridLayout;
class QVBoxLayout;

namespace sweepbench {


class AdvancedOptions : public QWidget
{
    Q_OBJECT
public:
    explicit AdvancedOptions(QWidget *parent = nullptr);

    void setPlan(const Plan &plan);

    /// The levels have become rates, or connections again: a rate beside rates says nothing.
    void followAxis(SweepAxis axis);
    /// True once a precision is typed, whether or not it can be read.
    bool stopsWhenPrecise() const;
    Metric metric() const;
    void setMetric(Metric metric);

    /// Puts what is typed into \a plan, whose sweep and targets have been read; says what can't be read, beside its field too.
    std::vector<Problem> read(Plan &plan);
    /// Shows a problem of checkPlan beside its field; false where that field is not here.
    bool place(const Problem &problem);
    void clearProblems();
    bool hasProblem() const;

signals:
    void edited();
    void submitted();

private:
    QGridLayout *makeFields();
    Field *addField(const QString &title, const QString &name, const QString &hint);
    ChoiceField *addChoice(const QString &title, const QString &name, const QStringList &items);
    void readRate(Plan &plan, std::vector<Problem> &problems);
    void readTimes(Plan &plan, std::vector<Problem> &problems);
    void readStopRule(Plan &plan, std::vector<Problem> &problems);
    void setStopRule(const Plan &plan);
    void readKeepAlive(Plan &plan, std::vector<Problem> &problems);
    void readClient(Load &load, std::vector<Problem> &problems);
    void readOrder(Plan &plan, std::vector<Problem> &problems);
    void offerWhatHolds(const Plan &plan);
    std::vector<Field *> fields() const { return {m_rate, m_think, m_ramp, m_keepAlive, m_timeout, m_threads, m_cpus, m_seed, m_precision, m_least, m_timeLimit}; }
    ProblemLabel *labelOf(const QString &field);
    std::vector<ProblemLabel *> labels() const;

    QString m_otherRate; ///< what the rate's box held while the levels were connections
    Field *m_rate = nullptr;
    ChoiceField *m_arrivals = nullptr;
    Field *m_think = nullptr;
    Field *m_ramp = nullptr;
    ChoiceField *m_transport = nullptr;
    ChoiceField *m_http = nullptr;
    Field *m_keepAlive = nullptr;
    Field *m_timeout = nullptr;
    ChoiceField *m_redirects = nullptr;
    ChoiceField *m_cookies = nullptr;
    Field *m_threads = nullptr;
    Field *m_cpus = nullptr;
    ChoiceField *m_order = nullptr;
    Field *m_seed = nullptr;
    ChoiceField *m_metric = nullptr;
    Field *m_precision = nullptr;
    Field *m_least = nullptr;
    Field *m_timeLimit = nullptr;
};

} // namespace sweepbench
