// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/flame/flame_view.h"

#include "widgets/common/style.h"
#include "widgets/details/detail_text.h"
#include "widgets/details/panel_parts.h"
#include "widgets/flame/flame_trail.h"
#include "widgets/tables/table_box.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QStackedWidget>
#include <QToolButton>
#include <QVBoxLayout>

#include <utility>

namespace stepscope::widgets {

namespace {

constexpr int kSearchWidth = 160;

} // namespace

FlameView::FlameView(const QString& name, ThemeSource* theme, QWidget* parent)
    : QWidget(parent)
    , m_theme(theme)
    , m_canvas(new FlameCanvas(theme, this))
    , m_trail(new FlameTrail(theme, this))
    , m_search(new QLineEdit(this))
    , m_matches(new QLabel(this))
    , m_note(centredNote(this))
    , m_pages(new QStackedWidget(this))
{
    m_canvas->setAccessibleName(name);
    m_pages->addWidget(m_canvas);
    m_pages->addWidget(m_note);
    m_pages->setCurrentIndex(1);
    auto* bar = new QWidget(this);
    buildBar(bar);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(bar);
    layout->addWidget(m_pages, 1);
    setFocusProxy(m_canvas);
    connect(m_canvas, &FlameCanvas::zoomChanged, this, &FlameView::zoomChanged);
    connect(m_canvas, &FlameCanvas::copyRequested, this, &FlameView::copy);
    connect(m_canvas, &FlameCanvas::nodeActivated, this, &FlameView::nodeActivated);
    connect(m_trail, &FlameTrail::nodeChosen, m_canvas, &FlameCanvas::zoomTo);
    connect(m_search, &QLineEdit::textChanged, this, &FlameView::search);
}

void FlameView::buildBar(QWidget* bar)
{
    m_search->setPlaceholderText(QStringLiteral("Search names"));
    m_search->setAccessibleName(QStringLiteral("Search names in the flame graph"));
    m_search->setClearButtonEnabled(true);
    m_search->setFixedWidth(kSearchWidth);
    m_matches->setProperty("role", QStringLiteral("muted"));
    QToolButton* copyButton = barButton(QStringLiteral("Copy"),
        QStringLiteral("Copy what is shown as folded text, which other flame graph tools read (Ctrl+C)"), this);
    connect(copyButton, &QToolButton::clicked, this, &FlameView::copy);
    m_bar = new QHBoxLayout(bar);
    m_bar->setContentsMargins(kSpacing, kSpacing, 2 * kSpacing, kSpacing);
    m_bar->setSpacing(kSpacing);
    m_bar->addSpacing(2 * kSpacing);
    m_bar->addWidget(m_trail, 1);
    m_bar->addWidget(m_matches);
    m_bar->addWidget(m_search);
    m_bar->addWidget(copyButton);
}

void FlameView::addToBar(QWidget* widget)
{
    m_bar->insertWidget(m_added++, widget);
}

void FlameView::setTree(FlameTreePtr tree)
{
    const bool isShown = tree && !tree->empty();
    m_canvas->setTree(isShown ? std::move(tree) : nullptr);
    m_pages->setCurrentIndex(isShown ? 0 : 1);
    search();
    if (isShown && !m_wanted.isEmpty())
        lookInto(std::exchange(m_wanted, {}));
}

QStringList FlameView::lookedInto() const
{
    const FlameTreePtr& tree = m_canvas->tree();
    if (!tree)
        return m_wanted;
    QStringList labels;
    for (const std::uint32_t node : flamePath(*tree, m_canvas->zoomed()))
        labels << tree->label(node).full;
    return labels;
}

void FlameView::lookInto(const QStringList& labels)
{
    if (const FlameTreePtr& tree = m_canvas->tree())
        m_canvas->zoomTo(flameNodeAt(*tree, labels));
    else
        m_wanted = labels;
}

void FlameView::setNote(const QString& note)
{
    m_note->setText(note);
}

QString FlameView::copied() const
{
    return m_canvas->tree() ? foldedText(*m_canvas->tree(), m_canvas->zoomed()) : QString();
}

void FlameView::copy()
{
    QGuiApplication::clipboard()->setText(copied());
}

void FlameView::search()
{
    const FlameMatches found = m_canvas->setSearched(m_search->text());
    QString text;
    if (m_canvas->tree() && !m_search->text().isEmpty()) {
        const auto all = static_cast<double>(m_canvas->tree()->nodes.front().total);
        text = found.nodes == 0 ? QStringLiteral("none")
                                : QStringLiteral("%1 · %2 %")
                                      .arg(countedText(found.nodes, QStringLiteral("node"), QStringLiteral("nodes")))
                                      .arg(100.0 * static_cast<double>(found.amount) / all, 0, 'f', 1);
    }
    m_matches->setText(text);
}

void FlameView::zoomChanged()
{
    std::vector<FlameTrail::Entry> entries;
    if (const FlameTreePtr& tree = m_canvas->tree()) {
        entries.emplace_back(0, tree->label(0).shown);
        for (const std::uint32_t node : flamePath(*tree, m_canvas->zoomed()))
            entries.emplace_back(node, tree->label(node).shown);
    }
    m_trail->setEntries(std::move(entries));
}

} // namespace stepscope::widgets
