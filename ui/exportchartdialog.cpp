// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/exportchartdialog.h"

#include "ui/chartclipboard.h"
#include "ui/chartpreset.h"
#include "ui/choicebox.h"
#include "ui/field.h"
#include "ui/render.h"
#include "ui/theme.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPixmap>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTextDocument>
#include <QVBoxLayout>

#include <algorithm>

namespace sweepbench {

using namespace Qt::StringLiterals;

namespace {

constexpr int previewWidth = 560;
constexpr int previewHeight = 400;
constexpr int previewDelayMs = 60; // one picture for what is typed in one go

QStringList kindTitles()
{
    QStringList titles;
    for (const ChartKind kind : allChartKinds)
        titles += chartKindTitle(kind);
    return titles << ExportChartDialog::tr("All charts");
}

QStringList presetTitles()
{
    return {ExportChartDialog::tr("README"), ExportChartDialog::tr("Slide"), ExportChartDialog::tr("Column of a paper"),
            ExportChartDialog::tr("Another size")};
}

/// The picture with its edge, on the chequers that stand for what shows through it.
QPixmap framed(const QPixmap &picture, ChartTheme theme, const QColor &edge)
{
    QPixmap result(picture.size());
    const double ratio = picture.devicePixelRatio();
    result.setDevicePixelRatio(ratio);
    const QColor ground = theme == ChartTheme::Dark ? QColor(0x1e, 0x1f, 0x22) : QColor(Qt::white);
    const QColor square = mixed(ground, Qt::gray, 0.16);
    const QSizeF size = QSizeF(picture.size()) / ratio;
    constexpr int side = 8;
    QPainter painter(&result);
    for (int y = 0; y * side < size.height(); ++y)
        for (int x = 0; x * side < size.width(); ++x)
            painter.fillRect(x * side, y * side, side, side, (x + y) % 2 ? square : ground);
    painter.drawPixmap(0, 0, picture);
    painter.setPen(edge);
    painter.drawRect(QRectF(QPointF(0, 0), size - QSizeF(1, 1)));
    return result;
}

/// As it was set: toPlainText() would turn the no-break spaces of figures into plain ones.
QString wordsIn(const QPlainTextEdit &edit)
{
    return edit.document()->toRawText().replace(QChar::ParagraphSeparator, u'\n');
}

void addTitled(QVBoxLayout *layout, const QString &title, QWidget *widget)
{
    auto *label = new QLabel(title);
    label->setBuddy(widget);
    layout->addWidget(label);
    layout->addWidget(widget);
}

} // namespace

ExportChartDialog::ExportChartDialog(std::shared_ptr<const Session> session, const Analysis &analysis, const ChartExport &start, QWidget *parent)
    : QDialog(parent)
    , m_session(std::move(session))
    , m_analysis(analysis)
    , m_start(start)
    , m_kind(new ChoiceBox(u"exportKind"_s, tr("Chart"), kindTitles()))
    , m_format(new ChoiceBox(u"exportFormat"_s, tr("Format"), {tr("PNG (pixels)"), tr("SVG (vectors)"), tr("PDF (vectors)")}))
    , m_preset(new ChoiceBox(u"exportPreset"_s, tr("Made for"), presetTitles()))
    , m_theme(new ChoiceBox(u"exportTheme"_s, tr("Colours"), {tr("Light"), tr("Dark")}))
    , m_size(new Field(tr("Size in pixels"), u"exportSize"_s))
    , m_scale(new Field(tr("Scale (PNG)"), u"exportScale"_s))
    , m_transparent(new QCheckBox(tr("Transparent background")))
    , m_outlines(new QCheckBox(tr("Letters as outlines")))
    , m_csv(new QCheckBox(tr("Data as CSV beside it")))
    , m_title(new QLineEdit)
    , m_subtitle(new QLineEdit)
    , m_caption(new QPlainTextEdit)
    , m_ownWords(new QPushButton(tr("The chart’s own words")))
    , m_preview(new QLabel)
    , m_previewNote(new QLabel)
    , m_buttons(new QDialogButtonBox(QDialogButtonBox::Save | QDialogButtonBox::Cancel))
{
    static_assert(allChartFormats.size() == 3 && allChartPresets.size() == 3); // the boxes above list them
    setObjectName(u"exportChartDialog"_s);
    setWindowTitle(tr("Export chart"));
    auto *content = new QHBoxLayout;
    content->setSpacing(22);
    content->addLayout(makeForm(), 1);
    content->addLayout(makePreview());
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 18, 20, 16);
    layout->setSpacing(14);
    layout->addLayout(content);
    layout->addWidget(m_buttons);
    makeButtons();
    m_previewTimer.setSingleShot(true);
    m_previewTimer.setInterval(previewDelayMs);
    connect(&m_previewTimer, &QTimer::timeout, this, &ExportChartDialog::preview);

    const auto place = std::find(allChartKinds.begin(), allChartKinds.end(), start.kind);
    m_kind->setCurrentIndex(start.all || place == allChartKinds.end() ? int(allChartKinds.size()) : int(place - allChartKinds.begin()));
    m_preset->setCurrentIndex(int(allChartPresets.size()));
    m_size->setText(u"%1x%2"_s.arg(start.options.size.width()).arg(start.options.size.height()));
    m_scale->setText(u"2"_s);
    connect(m_kind, &QComboBox::currentIndexChanged, this, &ExportChartDialog::kindChosen);
    connect(m_preset, &QComboBox::currentIndexChanged, this, &ExportChartDialog::presetChosen);
    for (QComboBox *box : {m_format, m_theme})
        connect(box, &QComboBox::currentIndexChanged, this, &ExportChartDialog::evaluate);
    for (QCheckBox *box : {m_transparent, m_outlines, m_csv})
        connect(box, &QCheckBox::toggled, this, &ExportChartDialog::evaluate);
    m_own = chartOwnWords(start.kind, *m_session, m_analysis);
    showOwnWords();
    preview();
}

QVBoxLayout *ExportChartDialog::makeForm()
{
    auto *grid = new QGridLayout;
    grid->setHorizontalSpacing(14);
    grid->setVerticalSpacing(10);
    const std::pair<QString, QComboBox *> boxes[] = {
        {tr("Chart"), m_kind}, {tr("Format"), m_format}, {tr("Made for"), m_preset}, {tr("Colours"), m_theme}};
    for (int i = 0; i < 4; ++i) {
        auto *cell = new QVBoxLayout;
        cell->setSpacing(4);
        addTitled(cell, boxes[i].first, boxes[i].second);
        grid->addLayout(cell, i / 2, i % 2);
    }
    grid->setColumnStretch(0, 1);
    grid->setColumnStretch(1, 1);
    auto *form = new QVBoxLayout;
    form->setSpacing(8);
    form->addLayout(grid);
    form->addWidget(makeSizes());
    m_transparent->setObjectName(u"exportTransparent"_s);
    m_outlines->setObjectName(u"exportOutlines"_s);
    m_outlines->setToolTip(tr("SVG and PDF: letters look alike where the font is missing, and can’t be searched"));
    m_csv->setObjectName(u"exportCsv"_s);
    for (QCheckBox *box : {m_transparent, m_outlines, m_csv})
        form->addWidget(box);
    form->addLayout(makeWords());
    form->addStretch(1);
    return form;
}

QWidget *ExportChartDialog::makeSizes()
{
    auto *sizes = new QWidget;
    auto *layout = new QHBoxLayout(sizes);
    layout->setContentsMargins({});
    layout->setSpacing(14);
    m_size->setHint(tr("width x height"));
    m_scale->setHint(tr("2: twice the pixels each way"));
    for (Field *field : {m_size, m_scale}) {
        layout->addWidget(field, 1);
        connect(field, &Field::edited, this, &ExportChartDialog::evaluate);
    }
    connect(m_size, &Field::edited, this, [this] {
        const QSignalBlocker blocker(m_preset); // a size of the user's own
        m_preset->setCurrentIndex(int(allChartPresets.size()));
    });
    return sizes;
}

QVBoxLayout *ExportChartDialog::makeWords()
{
    const auto name = [](QWidget *widget, const QString &objectName, const QString &accessibleName) {
        widget->setObjectName(objectName);
        widget->setAccessibleName(accessibleName);
    };
    name(m_title, u"exportTitle"_s, tr("Title"));
    name(m_subtitle, u"exportSubtitle"_s, tr("Subtitle"));
    name(m_caption, u"exportCaption"_s, tr("Caption"));
    m_ownWords->setObjectName(u"exportOwnWords"_s);
    m_ownWords->setProperty("quiet", true);
    m_ownWords->setAutoDefault(false);
    m_caption->setTabChangesFocus(true);
    m_caption->setFixedHeight(m_caption->fontMetrics().lineSpacing() * 4 + 14);
    auto *words = new QVBoxLayout;
    words->setSpacing(4);
    addTitled(words, tr("Title"), m_title);
    addTitled(words, tr("Subtitle"), m_subtitle);
    addTitled(words, tr("Caption"), m_caption);
    words->addWidget(m_ownWords, 0, Qt::AlignLeft);
    for (QLineEdit *edit : {m_title, m_subtitle})
        connect(edit, &QLineEdit::textEdited, this, &ExportChartDialog::evaluate);
    connect(m_caption, &QPlainTextEdit::textChanged, this, &ExportChartDialog::evaluate);
    connect(m_ownWords, &QPushButton::clicked, this, &ExportChartDialog::showOwnWords);
    return words;
}

QVBoxLayout *ExportChartDialog::makePreview()
{
    m_preview->setObjectName(u"exportPreview"_s);
    m_preview->setAccessibleName(tr("Preview of the chart"));
    m_preview->setAlignment(Qt::AlignCenter);
    m_preview->setFixedSize(previewWidth, previewHeight);
    m_previewNote->setObjectName(u"exportPreviewNote"_s);
    m_previewNote->setProperty("muted", true);
    m_previewNote->setAlignment(Qt::AlignHCenter);
    m_previewNote->setTextFormat(Qt::PlainText);
    auto *layout = new QVBoxLayout;
    layout->setSpacing(8);
    layout->addWidget(m_preview);
    layout->addWidget(m_previewNote);
    layout->addStretch(1);
    return layout;
}

void ExportChartDialog::makeButtons()
{
    m_copy = m_buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    m_copy->setObjectName(u"exportCopy"_s);
    for (QAbstractButton *button : m_buttons->buttons())
        button->setIcon(QIcon());
    m_buttons->button(QDialogButtonBox::Save)->setText(tr("Save as…"));
    m_buttons->button(QDialogButtonBox::Save)->setObjectName(u"exportSave"_s);
    connect(m_copy, &QPushButton::clicked, this, &ExportChartDialog::copy);
    connect(m_buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(m_buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
}

void ExportChartDialog::kindChosen()
{
    const auto index = std::size_t(m_kind->currentIndex());
    // Words that were left as they are become those of the other chart.
    const ChartOwnWords before = m_own;
    m_own = chartOwnWords(index < allChartKinds.size() ? allChartKinds[index] : m_start.kind, *m_session, m_analysis);
    if (m_title->text() == before.title)
        m_title->setText(m_own.title);
    if (m_subtitle->text() == before.subtitle)
        m_subtitle->setText(m_own.subtitle);
    if (wordsIn(*m_caption) == before.caption) {
        const QSignalBlocker blocker(m_caption);
        m_caption->setPlainText(m_own.caption);
    }
    evaluate();
}

void ExportChartDialog::presetChosen()
{
    if (const auto index = std::size_t(m_preset->currentIndex()); index < allChartPresets.size()) {
        const QSize size = presetSize(allChartPresets[index]);
        m_size->setText(u"%1x%2"_s.arg(size.width()).arg(size.height()));
        m_scale->setText(QString::number(presetScale(allChartPresets[index])));
    }
    evaluate();
}

void ExportChartDialog::showOwnWords()
{
    const QSignalBlocker blocker(m_caption);
    m_title->setText(m_own.title);
    m_subtitle->setText(m_own.subtitle);
    m_caption->setPlainText(m_own.caption);
    m_title->setCursorPosition(0);
    m_subtitle->setCursorPosition(0);
    evaluate();
}

void ExportChartDialog::readWords(ChartWords &words) const
{
    const auto read = [](std::optional<QString> &word, const QString &text, const QString &own) {
        if (text.trimmed() != own.trimmed())
            word = text.trimmed();
    };
    read(words.title, m_title->text(), m_own.title);
    if (m_subtitle->isEnabled()) // of all charts each keeps its own
        read(words.subtitle, m_subtitle->text(), m_own.subtitle);
    if (m_caption->isEnabled())
        read(words.caption, wordsIn(*m_caption), m_own.caption);
}

void ExportChartDialog::evaluate()
{
    m_choice.reset();
    ChartExport choice = m_start;
    const auto index = std::size_t(m_kind->currentIndex());
    choice.all = index >= allChartKinds.size();
    choice.kind = choice.all ? m_start.kind : allChartKinds[index];
    choice.csv = m_csv->isChecked();
    RenderOptions &options = choice.options;
    options.format = allChartFormats[std::size_t(m_format->currentIndex())];
    options.theme = m_theme->currentIndex() == 1 ? ChartTheme::Dark : ChartTheme::Light;
    const bool vectors = options.format != ChartFormat::Png;
    m_scale->edit()->setEnabled(!vectors);
    m_outlines->setEnabled(vectors);
    m_subtitle->setEnabled(!choice.all);
    m_caption->setEnabled(!choice.all);
    options.transparent = m_transparent->isChecked();
    options.outlines = vectors && m_outlines->isChecked();
    readWords(options.words);
    m_ownWords->setEnabled(options.words != ChartWords{});

    const auto size = parseSize(m_size->text());
    const auto scale = parseScale(m_scale->text());
    options.size = size.ok() ? *size : QSize();
    options.scale = !vectors && scale.ok() ? *scale : 1;
    const auto problem = size.ok() ? checkRenderOptions(options) : size.problem();
    m_size->setProblem(problem ? problem->text : QString());
    m_scale->setProblem(vectors || scale.ok() ? QString() : scale.problem().text);
    if (!problem && (vectors || scale.ok()))
        m_choice = choice;
    m_buttons->button(QDialogButtonBox::Save)->setText(choice.all ? tr("Choose a folder…") : tr("Save as…"));
    m_buttons->button(QDialogButtonBox::Save)->setEnabled(m_choice.has_value());
    m_copy->setEnabled(m_choice && !choice.all);
    m_previewTimer.start();
}

/// The same picture at the size that there is room for.
void ExportChartDialog::preview()
{
    m_previewTimer.stop();
    if (!m_choice)
        return;
    RenderOptions options = m_choice->options;
    options.format = ChartFormat::Png;
    options.outlines = false;
    const QSize size = options.size;
    const double ratio = devicePixelRatioF();
    options.scale = std::clamp(ratio * std::min(double(previewWidth) / size.width(), double(previewHeight) / size.height()), 0.25, 8.0);
    const auto bytes = renderChart(m_choice->kind, *m_session, m_analysis, options);
    QPixmap picture;
    if (!bytes.ok() || !picture.loadFromData(*bytes))
        return;
    picture = picture.scaled(QSize(previewWidth, previewHeight) * ratio, Qt::KeepAspectRatio, Qt::SmoothTransformation);
    picture.setDevicePixelRatio(ratio);
    m_preview->setPixmap(framed(picture, options.theme, themeColors(palette()).border));
    const double scale = m_choice->options.scale;
    const QString each = m_choice->all ? tr("Here: %1; each chart has its own subtitle and caption. ").arg(chartKindTitle(m_choice->kind)) : QString();
    if (m_choice->options.format == ChartFormat::Png)
        m_previewNote->setText(each + tr("%1 × %2 pixels").arg(int(size.width() * scale + 0.5)).arg(int(size.height() * scale + 0.5)));
    else
        m_previewNote->setText(each + tr("%1 × %2 mm").arg(int(size.width() * 25.4 / 96 + 0.5)).arg(int(size.height() * 25.4 / 96 + 0.5)));
}

void ExportChartDialog::copy()
{
    if (m_choice)
        copyChart(m_choice->kind, *m_session, m_analysis, m_choice->options);
}

} // namespace sweepbench
