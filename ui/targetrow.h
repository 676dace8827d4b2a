// SPDX-License-Identifier: GPL-3.0-or-later
// One target on the plan page: its colour, URL and name; also the secrets that the file it came from does not hold.
// Thread contract: the GUI thread.
#pragma once

#include "core/model/target.h"
#include "ui/field.h"

#include <QWidget>

#include <vector>

class QPushButton;

namespace sweepbench {

class TargetRow : public QWidget
{
    Q_OBJECT
public:
    explicit TargetRow(int index, QWidget *parent = nullptr);

    void setIndex(int index); ///< object names and the swatch follow: "url0", "name0", …
    void setRemovable(bool removable);
    void setTarget(const Target &target);
    /// As typed; everything that the row does not show is as setTarget() gave it.
    Target target() const;

    /// Nothing has been typed into the URL.
    bool isBlank() const;
    /// Name of a header whose value has to be given; empty when there is none.
    QString missingSecret() const;
    void setUrlProblem(const QString &text) { m_url->setProblem(text); }
    void setNameProblem(const QString &text) { m_name->setProblem(text); }
    void setNameHint(const QString &text); ///< the name that an empty box stands for
    void focusUrl();
    QWidget *urlEdit() const;
    QWidget *nameEdit() const;
    QWidget *removeButton() const;

signals:
    void edited();
    void submitted(); ///< Enter in the URL
    void removeRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    struct Secret { std::size_t header; Field *field; };

    void updateSwatch();

    int m_index = 0;
    Target m_target;
    QLabel *m_swatch;
    Field *m_url;
    Field *m_name;
    QPushButton *m_remove;
    QVBoxLayout *m_rows;
    std::vector<Secret> m_secrets;
};

} // namespace sweepbench
