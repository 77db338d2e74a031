// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/row_controls.h"

#include "widgets/timeline/timeline_view.h"
#include "widgets/timeline/track_header.h"

#include <QCryptographicHash>
#include <QDataStream>
#include <QKeyEvent>
#include <QLineEdit>
#include <QMenu>

#include <algorithm>

namespace stepscope::widgets {

namespace {

constexpr quint32 kMark = 0x53535233; // of state(): other bytes are ignored
constexpr quint8 kNoHeight = 0xff;
constexpr quint32 kMostRows = 1U << 20U;
constexpr int kControlInset = 2;

QString labelOf(const view::LayoutNode& node)
{
    const QString label = QString::fromStdString(node.label);
    return QString(label).replace(QLatin1Char('&'), QLatin1String("&&"));
}

} // namespace

RowControls::RowControls(TimelineView* view, const Selection* selection)
    : QObject(view)
    , m_view(view)
    , m_selection(selection)
    , m_filter(new QLineEdit(&view->header()))
    , m_first(layout().state())
{
    m_filter->setPlaceholderText(tr("Filter rows by name"));
    m_filter->setAccessibleName(tr("Filter rows by name"));
    m_filter->hide();
    m_filter->installEventFilter(this);
    view->header().installEventFilter(this);
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString& text) {
        if (text.toStdString() == layout().nameFilter())
            return;
        layout().setNameFilter(text.toStdString());
        m_view->showLayout();
    });
    connect(view, &TimelineView::layoutChanged, this, [this] { // a row that was gone to has taken the filter away
        if (m_filter->text().toStdString() != layout().nameFilter())
            m_filter->setText(QString::fromStdString(layout().nameFilter()));
    });
    connect(&view->header(), &TrackHeader::menuRequested, this, &RowControls::showMenu);
    connect(&view->header(), &TrackHeader::moveRequested, this, [this](view::NodeId node, view::NodeId before) {
        layout().moveBefore(node, before);
        m_view->showLayout();
    });
}

view::TrackLayout& RowControls::layout() const
{
    return m_view->content().layout();
}

view::NodeId RowControls::selectedNode() const
{
    const SliceId slice = m_selection->slice();
    if (!slice.valid())
        return {};
    view::NodeId node = layout().nodeOfLane(layout().laneOf(slice));
    while (node.valid() && layout().node(node).kind == view::NodeKind::Section)
        node = layout().node(node).parent;
    return node;
}

void RowControls::run(RowCommand command)
{
    apply(command, selectedNode());
}

void RowControls::apply(RowCommand command, view::NodeId node)
{
    view::TrackLayout& rows = layout();
    const bool isOnRow = command <= RowCommand::MoveDown;
    if (isOnRow && !rows.isMovable(node))
        return;
    switch (command) {
    case RowCommand::Pin:
        rows.setPinned(node, !rows.isPinned(node));
        break;
    case RowCommand::Hide:
        rows.setHidden(node, true);
        break;
    case RowCommand::MoveUp:
        rows.move(node, -1);
        break;
    case RowCommand::MoveDown:
        rows.move(node, 1);
        break;
    case RowCommand::MergeStreams:
        mergeOrSplit(node);
        break;
    case RowCommand::ShowHidden:
        rows.showAllHidden();
        break;
    case RowCommand::OnlyGpuWork:
        rows.setOnlyGpuWork(!rows.onlyGpuWork());
        break;
    case RowCommand::Filter:
        return openFilter();
    case RowCommand::CompactRows:
        return setOwnHeight(view::RowHeight::Compact);
    case RowCommand::NormalRows:
        return setOwnHeight(view::RowHeight::Normal);
    case RowCommand::TallRows:
        return setOwnHeight(view::RowHeight::Tall);
    case RowCommand::Reset:
        return reset();
    }
    m_view->showLayout();
}

void RowControls::mergeOrSplit(view::NodeId node)
{
    view::TrackLayout& rows = layout();
    const view::NodeId device = node.valid() ? rows.mergeableDevice(node) : view::NodeId();
    const std::vector<view::NodeId> devices = device.valid() ? std::vector {device} : rows.mergeableDevices();
    const bool areMerged
        = std::all_of(devices.begin(), devices.end(), [&rows](view::NodeId one) { return rows.isMerged(one); });
    for (const view::NodeId one : devices)
        rows.setMerged(one, !areMerged);
}

void RowControls::reset()
{
    closeFilter();
    layout().setOnlyGpuWork(false);
    layout().restore(m_first);
    setOwnHeight(std::nullopt);
}

void RowControls::fillMenu(QMenu& menu, view::NodeId node)
{
    const view::TrackLayout& rows = layout();
    const auto add = [this, &menu, node](const QString& text, RowCommand command) {
        return menu.addAction(text, this, [this, command, node] { apply(command, node); });
    };
    if (rows.isMovable(node)) {
        add(rows.isPinned(node) ? tr("Unpin") : tr("Pin to the top"), RowCommand::Pin);
        add(tr("Hide"), RowCommand::Hide);
        if (rows.node(node).foldable) {
            menu.addAction(rows.isFolded(node) ? tr("Unfold") : tr("Fold"), this,
                [this, node] { m_view->setFolded(node, !layout().isFolded(node)); });
        }
        add(tr("Move up"), RowCommand::MoveUp);
        add(tr("Move down"), RowCommand::MoveDown);
        menu.addSeparator();
    }
    if (const view::NodeId device = rows.mergeableDevice(node); device.valid()) {
        const bool isMerged = rows.isMerged(device);
        const QString of = labelOf(rows.node(device));
        add(isMerged ? tr("Split the streams of %1").arg(of) : tr("Merge the streams of %1").arg(of),
            RowCommand::MergeStreams);
    }
    const std::vector<view::NodeId> hidden = rows.hiddenNodes();
    if (!hidden.empty()) {
        QMenu* list = menu.addMenu(tr("Show hidden"));
        for (const view::NodeId one : hidden) {
            list->addAction(labelOf(rows.node(one)), this, [this, one] {
                layout().setHidden(one, false);
                m_view->showLayout();
            });
        }
        list->addSeparator();
        list->addAction(tr("All"), this, [this] { apply(RowCommand::ShowHidden, {}); });
    }
    QAction* only = add(tr("Only rows with GPU work"), RowCommand::OnlyGpuWork);
    only->setCheckable(true);
    only->setChecked(rows.onlyGpuWork());
    add(tr("Filter rows…"), RowCommand::Filter);
    fillHeights(*menu.addMenu(tr("Row height")));
    add(tr("Reset all rows"), RowCommand::Reset);
}

void RowControls::fillHeights(QMenu& menu)
{
    const std::pair<QString, RowCommand> heights[] = {{tr("Compact"), RowCommand::CompactRows},
        {tr("Normal"), RowCommand::NormalRows}, {tr("Tall"), RowCommand::TallRows}};
    for (const auto& [text, command] : heights) {
        QAction* action = menu.addAction(text, this, [this, command = command] { apply(command, {}); });
        action->setCheckable(true);
        action->setChecked(static_cast<int>(layout().rowHeight()) == menu.actions().size() - 1);
    }
}

void RowControls::setDefaultHeight(view::RowHeight height)
{
    m_defaultHeight = height;
    setOwnHeight(m_ownHeight);
}

void RowControls::setOwnHeight(std::optional<view::RowHeight> height)
{
    m_ownHeight = height;
    m_view->keepPlace([this] { layout().setRowHeight(m_ownHeight.value_or(m_defaultHeight)); });
}

void RowControls::showMenu(view::NodeId node, QPoint at)
{
    auto* menu = new QMenu(m_view);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    fillMenu(*menu, node);
    menu->popup(at);
}

void RowControls::openFilter()
{
    placeFilter();
    m_filter->show();
    m_filter->setFocus();
    m_filter->selectAll();
}

void RowControls::placeFilter()
{
    const TrackHeader& header = m_view->header();
    m_filter->setGeometry(
        kControlInset, kControlInset, header.width() - 2 * kControlInset - 1, header.corner() - 2 * kControlInset);
}

void RowControls::filter(const QString& text)
{
    m_filter->setText(text);
    placeFilter();
    m_filter->setVisible(!text.isEmpty());
}

void RowControls::closeFilter()
{
    m_filter->clear();
    m_filter->hide();
    m_view->setFocus();
}

bool RowControls::eventFilter(QObject* watched, QEvent* event)
{
    if (watched != m_filter) {
        if (event->type() == QEvent::Resize && !m_filter->isHidden())
            placeFilter();
        return false;
    }
    const bool isKey = event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress;
    const int key = isKey ? static_cast<QKeyEvent*>(event)->key() : 0;
    if (key != Qt::Key_Escape && key != Qt::Key_Return && key != Qt::Key_Enter)
        return false;
    event->accept();
    if (event->type() == QEvent::ShortcutOverride)
        return true;
    if (key == Qt::Key_Escape)
        closeFilter();
    else
        m_view->setFocus();
    return true;
}

// ---- remembering ----

QString RowControls::kind() const
{
    std::vector<std::string> keys;
    keys.reserve(m_first.size());
    for (const view::RowState& row : m_first)
        keys.push_back(row.key);
    std::sort(keys.begin(), keys.end());
    keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
    QCryptographicHash hash(QCryptographicHash::Sha1);
    for (const std::string& key : keys)
        hash.addData(QByteArrayView(key.data(), static_cast<qsizetype>(key.size() + 1))); // with its end
    return QString::fromLatin1(hash.result().toHex());
}

QByteArray RowControls::state() const
{
    const std::vector<view::RowState> rows = layout().state();
    if ((rows == m_first && !m_ownHeight) || rows.size() > kMostRows)
        return {};
    QByteArray bytes;
    QDataStream out(&bytes, QIODevice::WriteOnly);
    out << kMark << static_cast<quint32>(rows.size());
    for (const view::RowState& row : rows)
        out << QByteArray::fromStdString(row.key) << row.folded << row.hidden << row.pinned << row.merged;
    out << (m_ownHeight ? static_cast<quint8>(*m_ownHeight) : kNoHeight);
    return bytes;
}

void RowControls::restore(const QByteArray& state)
{
    QDataStream in(state);
    quint32 mark = 0;
    quint32 count = 0;
    in >> mark >> count;
    std::vector<view::RowState> rows;
    for (quint32 i = 0; i < count && in.status() == QDataStream::Ok && mark == kMark && count <= kMostRows; ++i) {
        QByteArray key;
        view::RowState row;
        in >> key >> row.folded >> row.hidden >> row.pinned >> row.merged;
        row.key = key.toStdString();
        rows.push_back(std::move(row));
    }
    quint8 height = kNoHeight;
    in >> height;
    if (in.status() != QDataStream::Ok || rows.empty())
        return;
    if (height < std::size(view::kRowHeights))
        setOwnHeight(static_cast<view::RowHeight>(height));
    layout().restore(rows);
    m_view->showLayout();
}

} // namespace stepscope::widgets
