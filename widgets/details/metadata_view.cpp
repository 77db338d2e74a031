// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/metadata_view.h"

#include "widgets/common/style.h"
#include "widgets/common/theme.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/details/report_html.h"
#include "widgets/details/value_tree_model.h"

#include <QAction>
#include <QClipboard>
#include <QDateTime>
#include <QGuiApplication>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QSplitter>
#include <QTextBrowser>
#include <QTreeView>
#include <QVBoxLayout>

#include <cmath>

namespace stepscope::widgets {

using model::ArgValue;

namespace {

constexpr int kKeyColumnWidth = 260;

ArgValue leaf(ArgValue::Kind kind, const QString& text)
{
    ArgValue value;
    value.kind = kind;
    value.text = text.toStdString();
    return value;
}

// Qt keeps integers of 64 bits exact; others pass through a double.
QString numberText(const QJsonValue& value)
{
    const double real = value.toDouble();
    const qint64 integer = value.toInteger();
    if (integer != 0 || real == 0.0)
        return QString::number(integer);
    return QString::number(real, 'g', 17);
}

ArgValue convert(const QJsonValue& value)
{
    ArgValue result;
    switch (value.type()) {
    case QJsonValue::Bool:
        return leaf(ArgValue::Kind::Bool, value.toBool() ? QStringLiteral("true") : QStringLiteral("false"));
    case QJsonValue::Double:
        return leaf(ArgValue::Kind::Number, numberText(value));
    case QJsonValue::String:
        return leaf(ArgValue::Kind::String, value.toString());
    case QJsonValue::Array:
        result.kind = ArgValue::Kind::Array;
        for (const auto& member : value.toArray())
            result.members.emplace_back(std::string(), convert(member));
        return result;
    case QJsonValue::Object: {
        result.kind = ArgValue::Kind::Object;
        const QJsonObject object = value.toObject();
        for (auto it = object.begin(); it != object.end(); ++it)
            result.members.emplace_back(it.key().toStdString(), convert(it.value()));
        return result;
    }
    case QJsonValue::Null:
    case QJsonValue::Undefined:
        break;
    }
    return leaf(ArgValue::Kind::Null, QStringLiteral("null"));
}

DetailSection deviceSection(const model::DeviceInfo& device)
{
    DetailSection section {QStringLiteral("GPU %1").arg(device.id), {}};
    section.lines << detailLine(
        QStringLiteral("Name"), device.name.empty() ? QStringLiteral("unknown") : toQString(device.name));
    if (device.totalMemory > 0)
        section.lines << detailLine(QStringLiteral("Memory"), toQString(formatBytes(device.totalMemory)));
    if (device.computeMajor >= 0)
        section.lines << detailLine(QStringLiteral("Compute"),
            QStringLiteral("%1.%2").arg(device.computeMajor).arg(std::max(device.computeMinor, 0)));
    if (device.multiprocessors > 0)
        section.lines << detailLine(QStringLiteral("Processors"), QString::number(device.multiprocessors),
            QStringLiteral("SMs or compute units"));
    return section;
}

} // namespace

QString unixTimeText(std::int64_t ns)
{
    constexpr std::int64_t kNsPerSecond = 1'000'000'000;
    std::int64_t seconds = ns / kNsPerSecond;
    std::int64_t rest = ns % kNsPerSecond;
    if (rest < 0) {
        rest += kNsPerSecond;
        --seconds;
    }
    const QString digits = QStringLiteral("%1").arg(rest, 9, 10, QLatin1Char('0'));
    const QString fraction = QStringList {digits.left(3), digits.mid(3, 3), digits.mid(6)}.join(QLatin1Char(' '));
    return QDateTime::fromSecsSinceEpoch(seconds, Qt::UTC).toString(QStringLiteral("yyyy-MM-dd HH:mm:ss"))
        + QLatin1Char('.') + fraction + QStringLiteral(" UTC");
}

ArgValue metadataValue(const model::MetadataEntry& entry)
{
    const QByteArray text = QByteArray::fromStdString(entry.json);
    // A document must be an array or an object; a key's value can be anything.
    const QJsonDocument document = entry.valid ? QJsonDocument::fromJson('[' + text + ']') : QJsonDocument();
    if (!document.isArray() || document.array().size() != 1)
        return leaf(ArgValue::Kind::Bare, QString::fromUtf8(text));
    const QJsonValue value = document.array().at(0);
    if (value.isDouble())
        return leaf(ArgValue::Kind::Number, QString::fromUtf8(text.trimmed())); // exact digits
    return convert(value);
}

QList<DetailSection> recordingSections(const model::Trace& trace)
{
    QList<DetailSection> sections;
    DetailSection recording {QStringLiteral("Recording"), {}};
    std::int64_t start = 0;
    const std::optional<std::int64_t> base = trace.unixBase();
    if (base && !__builtin_add_overflow(*base, trace.rangeStart, &start))
        recording.lines << detailLine(QStringLiteral("Begins"), unixTimeText(start),
            trace.baseTimeNs ? QString() : QStringLiteral("the times of the events are Unix times"));
    else
        recording.lines << detailLine(
            QStringLiteral("Begins"), QStringLiteral("unknown"), QStringLiteral("the file has no baseTimeNanoseconds"));
    std::int64_t length = 0;
    if (!__builtin_sub_overflow(trace.rangeEnd, trace.rangeStart, &length))
        recording.lines << detailLine(QStringLiteral("Lasts"), durationText(length), exactNsText(length));
    recording.lines << detailLine(
        QStringLiteral("Clock"), exactTimeText(trace.rangeStart), QStringLiteral("of the file, at the beginning"));
    if (trace.rank)
        recording.lines << detailLine(QStringLiteral("Rank"), QString::number(*trace.rank),
            trace.worldSize ? QStringLiteral("of %1").arg(*trace.worldSize) : QString());
    sections << recording;
    for (const model::DeviceInfo& device : trace.devices)
        sections << deviceSection(device);
    return sections;
}

MetadataView::MetadataView(std::shared_ptr<const model::Trace> trace, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_trace(std::move(trace))
    , m_theme(theme)
    , m_recording(new QTextBrowser(this))
    , m_tree(new QTreeView(this))
    , m_model(new ValueTreeModel(this))
{
    m_recording->setAccessibleName(QStringLiteral("When and on what the trace was recorded"));
    m_tree->setModel(m_model);
    m_tree->setUniformRowHeights(true);
    m_tree->setAccessibleName(QStringLiteral("Top-level keys of the file"));
    m_tree->header()->resizeSection(ValueTreeModel::kKeyColumn, kKeyColumnWidth);
    auto* copy = new QAction(QStringLiteral("Copy value"), m_tree);
    copy->setShortcut(QKeySequence::Copy);
    copy->setShortcutContext(Qt::WidgetShortcut);
    connect(copy, &QAction::triggered, this, &MetadataView::copyCurrent);
    m_tree->addAction(copy);
    m_tree->setContextMenuPolicy(Qt::ActionsContextMenu);

    auto* columns = new QSplitter(Qt::Horizontal, this);
    columns->setChildrenCollapsible(false);
    columns->addWidget(titledColumn(columnTitle(QStringLiteral("Run"), this), m_recording, {}, columns));
    columns->addWidget(
        titledColumn(columnTitle(QStringLiteral("Top-level keys of the file"), this), m_tree, {}, columns));
    columns->setSizes({420, 780});
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(columns);
    connect(m_theme, &ThemeSource::changed, this, &MetadataView::applyTheme);
    setFocusProxy(m_tree);
    applyTheme();
}

void MetadataView::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    if (m_filled)
        return;
    m_filled = true;
    std::vector<ValueTreeModel::Root> roots;
    roots.reserve(m_trace->metadata.size());
    for (const model::MetadataEntry& entry : m_trace->metadata)
        roots.push_back({toQString(entry.key), std::make_shared<const ArgValue>(metadataValue(entry))});
    m_model->setRoots(std::move(roots));
}

void MetadataView::applyTheme()
{
    styleAsPanelText(*m_recording, m_theme->theme());
    m_model->setValueFont(monoFont());
    m_recording->setHtml(toHtml(recordingSections(*m_trace), m_theme->theme()));
}

void MetadataView::copyCurrent()
{
    const QModelIndex current = m_tree->currentIndex();
    if (current.isValid())
        QGuiApplication::clipboard()->setText(
            current.siblingAtColumn(ValueTreeModel::kValueColumn).data(ValueTreeModel::kFullTextRole).toString());
}

} // namespace stepscope::widgets
