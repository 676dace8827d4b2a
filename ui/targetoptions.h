// SPDX-License-Identifier: GPL-3.0-or-later
// How one target is reached: TLS, proxy, address. Part of the plan page's advanced settings.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"
#include "ui/field.h"

#include <QWidget>

#include <vector>

class QLabel;

namespace sweepbench {

class TargetOptions : public QWidget
{
    Q_OBJECT
public:
    explicit TargetOptions(int index, QWidget *parent = nullptr);

    void setIndex(int index); ///< object names and the swatch follow: "caFile0", "proxy1", …
    void setName(const QString &name);
    void setTarget(const Target &target);
    /// Puts what is typed into \a target and leaves everything else of it as it is.
    void apply(Target &target) const;

    /// Shows a problem of checkPlan beside its field, "proxy" or "address" for one; false where there is no such field.
    bool place(const QString &field, const QString &text);
    void clearProblems();
    bool hasProblem() const;

signals:
    void edited();
    void submitted();

protected:
    void changeEvent(QEvent *event) override;

private:
    Field *addField(const QString &title, bool isFile);
    void updateSwatch();
    std::vector<Field *> fields() const { return {m_caFile, m_certificate, m_key, m_proxy, m_address}; }

    int m_index = 0;
    QLabel *m_swatch;
    QLabel *m_name;
    ChoiceField *m_insecure;
    Field *m_caFile;
    Field *m_certificate;
    Field *m_key;
    Field *m_proxy;
    Field *m_address;
};

} // namespace sweepbench
