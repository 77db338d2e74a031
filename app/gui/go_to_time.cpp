// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/go_to_time.h"

#include "widgets/details/detail_text.h"
#include "widgets/pages/page_parts.h"
#include "widgets/timeline/time_ruler.h"

#include <QDialogButtonBox>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QVBoxLayout>

namespace stepscope::app {

namespace {

constexpr int kGoToWidth = 400;

} // namespace

GoToTimeDialog::GoToTimeDialog(
    std::int64_t rangeStart, std::int64_t rangeEnd, std::optional<std::int64_t> baseTimeNs, QWidget* parent)
    : QDialog(parent)
    , m_start(rangeStart)
    , m_end(rangeEnd)
    , m_clock(widgets::localClock(baseTimeNs, rangeStart))
    , m_input(new QLineEdit(this))
    , m_verdict(widgets::paragraph({}, this, QStringLiteral("muted")))
{
    setWindowTitle(QStringLiteral("Go to time"));
    m_input->setPlaceholderText(QStringLiteral("12.5ms"));
    m_input->setAccessibleName(QStringLiteral("Time"));
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
    m_go = buttons->addButton(QStringLiteral("Go"), QDialogButtonBox::AcceptRole);
    m_go->setDefault(true);
    m_go->setProperty("role", QStringLiteral("primary"));
    connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    connect(m_input, &QLineEdit::textChanged, this, &GoToTimeDialog::check);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(16, 16, 16, 16);
    layout->setSpacing(8);
    QString forms = QStringLiteral(
        "From the start of the trace with a unit (ns, us, ms, s), or in microseconds of the file's own clock.");
    if (m_clock) {
        const std::string from = view::clockText(m_start, *m_clock, 1'000'000'000);
        const std::string to = view::clockText(m_end, *m_clock, 1'000'000'000);
        forms += QStringLiteral(" Or a local time between %1 and %2.")
                     .arg(QString::fromStdString(from), QString::fromStdString(to));
    }
    layout->addWidget(widgets::paragraph(forms, this));
    layout->addWidget(m_input);
    layout->addWidget(m_verdict);
    layout->addSpacing(8);
    layout->addWidget(buttons);
    setFixedWidth(kGoToWidth);
    check();
}

std::optional<std::int64_t> GoToTimeDialog::typedTime() const
{
    if (const auto point = parseTimePoint(m_input->text()))
        return point->resolve(m_start);
    const std::string text = m_input->text().trimmed().toStdString();
    return m_clock ? view::parseClock(text, *m_clock, m_start) : std::nullopt;
}

std::optional<std::int64_t> GoToTimeDialog::time() const
{
    const auto time = typedTime();
    return time && *time >= m_start && *time <= m_end ? time : std::nullopt;
}

void GoToTimeDialog::check()
{
    const auto found = time();
    m_go->setEnabled(found.has_value());
    if (found)
        m_verdict->setText(widgets::exactTimeText(*found));
    else if (m_input->text().trimmed().isEmpty())
        m_verdict->setText(QStringLiteral("The trace lasts %1.").arg(widgets::durationText(m_end - m_start)));
    else if (typedTime())
        m_verdict->setText(QStringLiteral("That is outside of the trace."));
    else
        m_verdict->setText(QStringLiteral("That is no time."));
}

} // namespace stepscope::app
