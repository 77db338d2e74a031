// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/memory/device_bar.h"

#include "widgets/common/combo_box.h"
#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/findings/wrap_label.h"
#include "widgets/memory/memory_words.h"

#include <QHBoxLayout>

namespace stepscope::widgets {

namespace {

QString deviceLine(const model::MemoryDevice& device)
{
    QStringList parts {memoryDeviceText(device)};
    parts << countedText(
        static_cast<std::uint64_t>(device.entryCount()), QStringLiteral("entry"), QStringLiteral("entries"));
    if (device.active.peak > 0)
        parts << peakText(device);
    return parts.join(QStringLiteral(" · "));
}

} // namespace

DeviceBar::DeviceBar(const model::MemorySnapshot& snapshot, MemoryCursor* cursor, QWidget* parent)
    : QWidget(parent)
    , m_snapshot(snapshot)
    , m_cursor(cursor)
    , m_devices(new ComboBox(QStringLiteral("Device"), QStringLiteral("The device whose memory is shown"), this))
    , m_figures(new WrapLabel({}, this))
    , m_layout(new QHBoxLayout(this))
{
    const auto add = [this](std::size_t i) {
        m_devices->addItem(deviceLine(m_snapshot.devices[i]), QVariant::fromValue(static_cast<qulonglong>(i)));
    };
    if (m_snapshot.defaultDevice < m_snapshot.devices.size())
        add(m_snapshot.defaultDevice);
    for (std::size_t i = 0; i < m_snapshot.devices.size(); ++i) {
        if (i != m_snapshot.defaultDevice)
            add(i);
    }
    m_figures->setMaxLines(1);
    m_figures->setFont(numberFont());
    m_figures->setProperty("role", QStringLiteral("muted"));
    setFixedHeight(kToolBarHeight);
    m_layout->setContentsMargins(2 * kSpacing, 0, 2 * kSpacing, 0);
    m_layout->setSpacing(3 * kSpacing);
    m_layout->addWidget(m_devices);
    m_layout->addWidget(m_figures, 1, Qt::AlignVCenter);
    connect(m_devices, &QComboBox::activated, this,
        [this](int row) { m_cursor->setDevice(static_cast<std::size_t>(m_devices->itemData(row).toULongLong())); });
    connect(m_cursor, &MemoryCursor::deviceChanged, this, &DeviceBar::showDevice);
    connect(m_cursor, &MemoryCursor::entryChanged, this, &DeviceBar::showFigures);
    showDevice();
}

void DeviceBar::add(QWidget* widget)
{
    m_layout->addWidget(widget);
}

void DeviceBar::showDevice()
{
    m_devices->setCurrentIndex(m_devices->findData(QVariant::fromValue(static_cast<qulonglong>(m_cursor->device()))));
    showFigures();
}

void DeviceBar::showFigures()
{
    m_figures->setText(figures());
}

QString DeviceBar::figures() const
{
    if (m_cursor->device() >= m_snapshot.devices.size())
        return {};
    const model::MemoryDevice& device = m_snapshot.devices[m_cursor->device()];
    const std::int32_t entry = std::min(m_cursor->entry(), device.entryCount() - 1);
    QString where = pointText(device, entry);
    const QString time = entryTimeText(m_snapshot.entries(device), entry);
    if (!time.isEmpty())
        where += QStringLiteral(" (%1)").arg(time);
    QStringList parts {where, QStringLiteral("active ") + bytesText(device.active.at(entry))};
    const std::uint64_t pending = device.active.at(entry) - std::min(device.held.at(entry), device.active.at(entry));
    if (pending > 0)
        parts << QStringLiteral("of it freed but still in use ") + bytesText(pending);
    parts << QStringLiteral("reserved ") + bytesText(device.reserved.at(entry));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace stepscope::widgets
