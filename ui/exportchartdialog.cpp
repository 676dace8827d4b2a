// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exportchartdialog.h"

#include "ui/choicebox.h"
#include "ui/field.h"
#include "ui/render.h"

#include <QDialogButtonBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPixmap>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int previewWidth = 520;
constexpr int previewHeight = 340;

} // namespace

ExportChartDialog::ExportChartDialog(std::shared_ptr<const Session> session, const Analysis &analysis, ChartKind kind, QWidget *parent)
    : QDialog(parent)
    , m_session(std::move(session))
    , m_analysis(analysis)
    , m_size(new Field(tr("Size in pixels"), u"exportSize"_s))
    , m_scale(new Field(tr("Scale (PNG)"), u"exportScale"_s))
    , m_preview(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    setObjectName(u"exportChartDialog"_s);
    setWindowTitle(tr("Export chart"));
    QStringList kinds;
    for (ChartKind each : allChartKinds)
        kinds += chartKindTitle(each);
    m_kind = new ChoiceBox(u"exportKind"_s, tr("Chart"), kinds);
    m_kind->setCurrentIndex(int(std::find(allChartKinds.begin(), allChartKinds.end(), kind) - allChartKinds.begin()));
    m_format = new ChoiceBox(u"exportFormat"_s, tr("Format"), {tr("PNG (pixels)"), tr("SVG (vectors)")});
    m_theme = new ChoiceBox(u"exportTheme"_s, tr("Background"), {tr("Light"), tr("Dark")});
    m_size->setText(u"1200x700"_s);
    m_size->setHint(tr("width x height"));
    m_scale->setText(u"2"_s);
    m_scale->setHint(tr("2: twice the pixels each way"));

    auto *form = new QVBoxLayout;
    form->setSpacing(4);
    const std::pair<QString, QComboBox *> boxes[] = {{tr("Chart"), m_kind}, {tr("Format"), m_format}, {tr("Background"), m_theme}};
    for (const auto &[title, box] : boxes) {
        auto *label = new QLabel(title);
        label->setBuddy(box);
        form->addWidget(label);
        form->addWidget(box);
        form->addSpacing(8);
        connect(box, &QComboBox::currentIndexChanged, this, &ExportChartDialog::evaluate);
    }
    for (Field *field : {m_size, m_scale}) {
        form->addWidget(field);
        form->addSpacing(6);
        connect(field, &Field::edited, this, &ExportChartDialog::evaluate);
    }
    form->addStretch(1);

    m_preview->setObjectName(u"exportPreview"_s);
    m_preview->setAccessibleName(tr("Preview of the chart"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFixedSize(previewWidth, previewHeight);
    auto *content = new QHBoxLayout;
    content->setSpacing(20);
    content->addLayout(form);
    content->addWidget(m_preview, 1);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(content);
    layout->addWidget(m_buttons);
    for (QAbstractButton *button : m_buttons->buttons())
        button->setIcon(QIcon());
    m_buttons->button(QDialogButtonBox::Save)->setText(tr("Save as…"));
    m_buttons->button(QDialogButtonBox::Save)->setObjectName(u"exportSave"_s);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    evaluate();
}

void ExportChartDialog::evaluate()
{
    m_choice.reset();
    const auto size = parseSize(m_size->text());
    const auto scale = parseScale(m_scale->text());
    m_size->setProblem(size.ok() ? QString() : size.problem().text);
    m_scale->setProblem(scale.ok() ? QString() : scale.problem().text);
    const bool vectors = m_format->currentIndex() == 1;
    m_scale->edit()->setEnabled(!vectors);
    if (size.ok() && (vectors || scale.ok())) {
        ChartExport choice;
        choice.kind = allChartKinds[std::size_t(m_kind->currentIndex())];
        choice.options.format = vectors ? ChartFormat::Svg : ChartFormat::Png;
        choice.options.theme = m_theme->currentIndex() == 1 ? ChartTheme::Dark : ChartTheme::Light;
        choice.options.size = *size;
        choice.options.scale = vectors ? 1 : *scale;
        m_choice = choice;
        preview();
    }
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(m_choice.has_value());
}

void ExportChartDialog::preview()
{
    RenderOptions options = m_choice->options;
    options.format = ChartFormat::Png;
    const double ratio = devicePixelRatioF();
    options.scale = std::clamp(ratio * std::min(double(previewWidth) / options.size.width(), double(previewHeight) / options.size.height()),
                               0.25, 1.0);
    const auto bytes = renderChart(m_choice->kind, *m_session, m_analysis, options);
    QPixmap picture;
    if (!bytes.ok() || !picture.loadFromData(*bytes)) {
        m_size->setProblem(bytes.ok() ? QString() : bytes.problem().text);
        m_choice.reset();
        return;
    }
    picture = picture.scaled(QSize(previewWidth, previewHeight) * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(picture);
}

} // namespace sweepbench
