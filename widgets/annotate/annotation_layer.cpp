// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/annotate/annotation_layer.h"

#include "widgets/annotate/note_editor.h"
#include "widgets/details/detail_text.h"

#include <QEvent>
#include <QPaintEvent>
#include <QPainter>

namespace stepscope::widgets {

using share::Annotation;

AnnotationLayer::AnnotationLayer(std::unique_ptr<AnnotationSurface> surface, AnnotationBoard* board, ThemeSource* theme)
    : QWidget(&surface->canvas())
    , m_surface(std::move(surface))
    , m_board(board)
    , m_theme(theme)
    , m_editor(new NoteEditor(&m_surface->canvas(), &m_surface->keyboard()))
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setAttribute(Qt::WA_NoSystemBackground);
    setFocusPolicy(Qt::NoFocus);
    setAccessibleName(tr("Notes"));
    setGeometry(m_surface->area());
    lower(); // cards and editors of the canvas lie over it
    show();
    m_surface->canvas().installEventFilter(this);
    connect(board, &AnnotationBoard::changed, this, &AnnotationLayer::contentChanged);
    connect(board, &AnnotationBoard::selectedChanged, this, &AnnotationLayer::contentChanged);
    connect(theme, &ThemeSource::changed, this, qOverload<>(&QWidget::update));
    connect(m_editor, &NoteEditor::finished, this, &AnnotationLayer::endEditing);
    connect(m_editor, &NoteEditor::dropped, this, [this] { setDraft({}); });
    rebuild();
}

AnnotationLayer::~AnnotationLayer() = default;

bool AnnotationLayer::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::Resize)
        setGeometry(m_surface->area());
    return QWidget::eventFilter(watched, event);
}

// ---- content ----

const AnnotationScene& AnnotationLayer::scene()
{
    refresh();
    return m_scene;
}

void AnnotationLayer::refresh()
{
    if (m_state != m_surface->state())
        rebuild();
}

void AnnotationLayer::rebuild()
{
    m_state = m_surface->state();
    std::vector<const Annotation*> shown;
    for (const Annotation& annotation : m_board->annotations()) {
        const bool isDrafted = m_draft && m_draft->number == annotation.number;
        if (m_surface->owns(annotation))
            shown.push_back(isDrafted ? &*m_draft : &annotation);
    }
    if (m_draft && m_board->find(m_draft->number) == nullptr)
        shown.push_back(&*m_draft);
    m_scene.build(shown, *m_surface);
    if (!m_editor->isHidden())
        QMetaObject::invokeMethod(this, &AnnotationLayer::placeEditor, Qt::QueuedConnection); // not while painting
}

// What was painted and what is to be painted, of those annotations that look other than before.
void AnnotationLayer::contentChanged()
{
    const std::vector<PlacedAnnotation> before = m_scene.items();
    rebuild();
    QRegion region;
    const auto differs = [this](const PlacedAnnotation& item, const PlacedAnnotation* other) {
        return other == nullptr || other->value != item.value || other->place.rect != item.place.rect
            || item.value.number == m_board->selected() || item.shape.grips.empty();
    };
    for (const PlacedAnnotation& item : before) {
        if (differs(item, m_scene.find(item.value.number)))
            region += item.bounds().toAlignedRect();
    }
    for (const PlacedAnnotation& item : m_scene.items()) {
        if (differs(item, nullptr))
            region += item.bounds().toAlignedRect();
    }
    update(region);
}

void AnnotationLayer::setDraft(std::optional<Annotation> draft)
{
    if (draft == m_draft)
        return;
    m_draft = std::move(draft);
    contentChanged();
}

// ---- painting ----

void AnnotationLayer::paintEvent(QPaintEvent* event)
{
    refresh();
    QPainter painter(this);
    m_scene.paint(painter, event->region(), m_draft ? m_draft->number : m_board->selected(),
        m_editor->isHidden() || !m_draft ? 0 : m_draft->number, m_theme->theme());
}

// ---- text ----

bool AnnotationLayer::isEditing() const
{
    return !m_editor->isHidden();
}

void AnnotationLayer::edit(const Annotation& annotation)
{
    setDraft(annotation);
    m_editor->open(toQString(annotation.text));
    placeEditor();
}

void AnnotationLayer::placeEditor()
{
    const PlacedAnnotation* item = m_draft ? m_scene.find(m_draft->number) : nullptr;
    if (item != nullptr && item->place.size != LabelSize::None)
        m_editor->standAt(m_surface->area().topLeft() + item->place.rect.topLeft().toPoint());
}

void AnnotationLayer::endEditing(const QString& text)
{
    if (!m_draft)
        return;
    Annotation edited = *m_draft;
    edited.text = text.trimmed().toStdString();
    m_draft.reset();
    if (m_board->find(edited.number) == nullptr)
        m_board->add(std::move(edited));
    else
        m_board->change(edited, tr("Edit note %1").arg(edited.number));
    contentChanged();
}

} // namespace stepscope::widgets
