// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/cut_dialog.h"

#include "app/gui/secret_table.h"
#include "core/analysis/step_window.h"
#include "widgets/common/combo_box.h"
#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"
#include "widgets/pages/trace_page.h"

#include <QCheckBox>
#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QFormLayout>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::app {

namespace {

constexpr int kCutWidth = 600;
constexpr int kHeight = 460;
constexpr int kPerMille = 1000;

CutPart partOf(const QString& what, Interval window)
{
    return {QStringLiteral("%1 (%2)").arg(what, widgets::durationText(window.end - window.start)), window, {}};
}

// "train.json.gz" -> "train.cut.json.gz"
QString proposedPath(const std::string& source)
{
    const QFileInfo file(QString::fromStdString(source));
    QString name = file.fileName();
    const qsizetype end = name.indexOf(QLatin1String(".json"), 0, Qt::CaseInsensitive);
    name.truncate(end < 0 ? name.size() : end);
    return file.dir().filePath(name + QStringLiteral(".cut.json.gz"));
}

} // namespace

std::vector<CutPart> partsOf(const widgets::TracePage& page)
{
    std::vector<CutPart> parts {{QStringLiteral("The whole trace"), std::nullopt, std::nullopt}};
    const widgets::TimeRange seen = page.axis().range();
    parts.push_back(partOf(QStringLiteral("What is seen now"), {seen.start, seen.end}));
    if (const auto& range = page.selection().range())
        parts.push_back(partOf(QStringLiteral("The selected range"), {range->start, range->end}));
    if (const std::optional<std::size_t> chosen = page.stepScope().chosen()) {
        const SliceId slice = page.steps().steps()[*chosen].slice;
        const analysis::StepIndex index = analysis::buildStepIndex(page.trace());
        for (const analysis::StepSpan& step : index.steps) {
            if (step.slice != slice)
                continue;
            parts.push_back(partOf(QStringLiteral("Step ") + page.steps().label(*chosen),
                *analysis::windowOfSteps(index, step.number, step.number)));
            parts.back().steps = {step.number, step.number};
        }
    }
    return parts;
}

CutDialog::CutDialog(std::shared_ptr<const model::Trace> trace, std::vector<CutPart> parts, QWidget* parent)
    : QDialog(parent)
    , m_trace(std::move(trace))
    , m_parts(std::move(parts))
    , m_part(new widgets::ComboBox(QStringLiteral("Part"), QStringLiteral("What of the trace is written"), this))
    , m_python(new QCheckBox(QStringLiteral("With the frames of Python functions"), this))
    , m_scrub(new QCheckBox(QStringLiteral("Mask what should perhaps not be shared"), this))
    , m_table(new SecretTable(false, this))
    , m_state(widgets::paragraph({}, this))
    , m_progress(new QProgressBar(this))
{
    setWindowTitle(QStringLiteral("Share a cut of this trace"));
    buildUi();
    follow(m_listing);
    follow(m_writing);
    connect(m_part, &QComboBox::currentIndexChanged, this, &CutDialog::list);
    connect(m_python, &QCheckBox::toggled, this, &CutDialog::list);
    list();
}

void CutDialog::buildUi()
{
    for (const CutPart& part : m_parts)
        m_part->addItem(part.text);
    m_part->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_python->setChecked(true);
    m_scrub->setChecked(true);
    m_state->setAccessibleName(QStringLiteral("State"));
    m_progress->setAccessibleName(QStringLiteral("Progress"));
    m_progress->setRange(0, kPerMille);
    m_progress->setTextVisible(false);
    QSizePolicy keep = m_progress->sizePolicy();
    keep.setRetainSizeWhenHidden(true);
    m_progress->setSizePolicy(keep);
    m_progress->hide();
    auto* form = new QFormLayout();
    form->addRow(QStringLiteral("Part"), m_part);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_save = buttons->addButton(QStringLiteral("Save as…"), QDialogButtonBox::AcceptRole);
    m_save->setDefault(true);
    connect(m_save, &QPushButton::clicked, this, &CutDialog::askForPath);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject); // and the jobs end with the dialog
    connect(m_scrub, &QCheckBox::toggled, m_table, &QWidget::setEnabled);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(form);
    for (QWidget* part :
        {static_cast<QWidget*>(m_python), static_cast<QWidget*>(m_scrub), static_cast<QWidget*>(m_table),
            static_cast<QWidget*>(m_state), static_cast<QWidget*>(m_progress), static_cast<QWidget*>(buttons)})
        layout->addWidget(part);
    resize(kCutWidth, kHeight);
}

void CutDialog::follow(widgets::JobRunner& job)
{
    connect(&job, &widgets::JobRunner::progressChanged, this, [this](const widgets::JobProgress& progress) {
        const double share = progress.bytesTotal > 0
            ? static_cast<double>(progress.bytesDone) / static_cast<double>(progress.bytesTotal)
            : 0;
        m_progress->setValue(static_cast<int>(share * kPerMille));
    });
    connect(&job, &widgets::JobRunner::runningChanged, m_progress, &QWidget::setVisible);
}

share::CutRequest CutDialog::request() const
{
    share::CutRequest request;
    const CutPart& part = m_parts[static_cast<std::size_t>(m_part->currentIndex())];
    request.window = part.window;
    request.steps = part.steps;
    request.python = m_python->isChecked();
    request.scrub = m_scrub->isChecked();
    return request;
}

void CutDialog::list()
{
    m_table->show({});
    showState(QStringLiteral("Looking through the trace…"));
    m_listing.start<share::SecretList>(
        [trace = m_trace, wanted = request()](Progress& progress, const std::stop_token& stop) {
            return share::listSecrets(*trace, wanted, stop, &progress);
        },
        [this](const Expected<share::SecretList>& found) {
            if (!found) {
                showState(QString::fromStdString(found.error().message));
                return;
            }
            const std::vector<share::ListedSecret> secrets = found->secrets();
            const std::uint64_t count = secrets.size() + found->notListed();
            m_table->show(secrets);
            showState(count == 0 ? QStringLiteral("Nothing to mask was found. Look at the cut all the same.")
                                 : QStringLiteral("%1 found. No program knows all secrets: look at the cut as well.")
                                       .arg(widgets::countText(count)));
        });
}

void CutDialog::write(const QString& path)
{
    m_listing.cancel();
    m_save->setEnabled(false);
    showState(QStringLiteral("Writing %1…").arg(QFileInfo(path).fileName()));
    m_writing.start<share::CutResult>(
        [trace = m_trace, wanted = request(), file = path.toStdString()](Progress& progress,
            const std::stop_token& stop) { return share::writeCut(*trace, wanted, file, stop, &progress); },
        [this, path](const Expected<share::CutResult>& result) {
            m_save->setEnabled(true);
            if (!result) {
                showState(QString::fromStdString(result.error().message));
                return;
            }
            m_message = QStringLiteral("%1: %2 of %3 events")
                            .arg(QFileInfo(path).fileName(), widgets::countText(result->kept),
                                widgets::countText(result->events));
            accept();
        });
}

void CutDialog::askForPath()
{
    const QString path = QFileDialog::getSaveFileName(this, QStringLiteral("Save the cut"),
        proposedPath(m_trace->file.path), QStringLiteral("Traces (*.json *.json.gz)"));
    if (!path.isEmpty())
        write(path);
}

void CutDialog::setScrubbing(bool scrub)
{
    m_scrub->setChecked(scrub);
}

QString CutDialog::stateText() const
{
    return m_state->text();
}

void CutDialog::showState(const QString& text)
{
    m_state->setText(text);
}

} // namespace stepscope::app
