// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which finding and which piece of its evidence is looked at, and which one the pointer is over in a list: shared by
// the findings panel, the timeline's marks and the overview, as Selection is for items. Indices into the findings of a
// JudgementSource; they go back to none when those change. GUI thread only.

#include "core/share/session.h"
#include "widgets/viewmodel/judgement_source.h"

#include <cstddef>
#include <optional>

namespace stepscope::widgets {

class FindingCursor : public QObject
{
    Q_OBJECT

public:
    explicit FindingCursor(const JudgementSource* source, QObject* parent = nullptr);

    struct Place
    {
        std::size_t finding = 0;
        std::size_t evidence = 0;
        friend bool operator==(const Place&, const Place&) = default;
    };
    [[nodiscard]] const std::optional<Place>& current() const { return m_current; }
    [[nodiscard]] std::optional<std::size_t> hovered() const { return m_hovered; }
    [[nodiscard]] std::size_t count() const;                                 // of the findings
    [[nodiscard]] const analysis::Finding* finding(std::size_t index) const; // null when there is none
    // Of current(), in a trace and in a snapshot; may be null.
    [[nodiscard]] const analysis::Evidence* evidence() const;
    [[nodiscard]] const analysis::MemoryEvidence* memoryEvidence() const;

    void go(std::size_t finding, std::size_t evidence = 0); // again to the same place, too: visited() is emitted
    void next();                                            // finding; from the last to the first
    void previous();
    void nextEvidence(); // of the same finding; from the last to the first
    void previousEvidence();
    void clear();
    // For sessions: the same finding, shown without a visit, and once it is there. Nothing: none.
    [[nodiscard]] std::optional<share::FindingRef> ref() const;
    void restore(const std::optional<share::FindingRef>& ref);
    void hover(std::optional<std::size_t> finding);

Q_SIGNALS:
    void currentChanged();
    void visited(); // the user wants to see current(): bring its evidence into view
    void hoveredChanged();
    void notFound(); // what restore() asked for

private:
    [[nodiscard]] std::size_t evidenceCount(std::size_t finding) const;
    [[nodiscard]] Place placeAt(std::size_t finding, std::size_t evidence) const; // one that there is
    void moveTo(std::optional<Place> place);
    void showWanted();

    const JudgementSource* m_source;
    std::optional<Place> m_current;
    std::optional<share::FindingRef> m_wanted; // as long as figures may still bring it
    std::optional<std::size_t> m_hovered;
};

} // namespace stepscope::widgets
