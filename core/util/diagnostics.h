// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Anomalies of an input: named, counted, with the first samples. Nothing is ever dropped or altered without one of
// these. A Diagnostics object belongs to one thread while it is filled; merge() joins several. Samples are kept in byte
// order so that the result does not depend on which thread saw an anomaly first.

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace stepscope {

// kind, level, sentence for a person (what it means and what to do)
#define STEPSCOPE_DIAGNOSTICS(X)                                                                                       \
    X(nonfinite_number, Warning,                                                                                       \
        "A bare NaN or infinity stands where a number should; the value is shown as having no number.")                \
    X(numeric_string, Note, "A number is written in quotes; it is used as a number.")                                  \
    X(int_out_of_range, Note, "An integer does not fit 64 bits; its digits are shown exactly.")                        \
    X(bad_timestamp, Warning, "The time stamp cannot be read as a number; the event is left out.")                     \
    X(negative_duration, Warning, "A duration is below zero; it counts as zero and its raw value stays visible.")      \
    X(no_time_recorded, Warning,                                                                                       \
        "Time and duration are both 0: the writer lost them. Listed, but not drawn and not counted in averages.")      \
    X(impossible_duration, Warning,                                                                                    \
        "A duration cannot be true; statistics use a repaired value and the raw one stays visible.")                   \
    X(crossing, Warning, "Slices cross on one row; both are kept in full, on lanes of their own.")                     \
    X(unmatched_end, Warning, "An end event closes nothing on its thread; it is ignored.")                             \
    X(unfinished_begin, Warning, "A slice has no end; it is drawn to the end of the range and left out of averages.")  \
    X(end_name_mismatch, Note, "An end event names another slice than the one it closes.")                             \
    X(time_outlier, Warning,                                                                                           \
        "An event lies more than one hour from the others; it is listed but not part of the range.")                   \
    X(stray_comma, Note, "There is a comma too many; it is skipped.")                                                  \
    X(open_array, Note, "The array of events has no closing bracket, which this format allows.")                       \
    X(truncated_file, Warning,                                                                                         \
        "The file ends early; everything before that point is kept. Copy the file again, or let the writer finish.")   \
    X(trailing_data, Warning, "More text follows the end of the document; it is not read.")                            \
    X(bad_string, Warning, "Quotes inside a text are not escaped; the text is read up to the quote that must end it.") \
    X(control_char, Warning, "A text holds raw control characters; they are shown as visible symbols.")                \
    X(bad_utf8, Warning, "A text holds bytes that are not UTF-8; they are shown as U+FFFD.")                           \
    X(bad_escape, Warning, "A text holds an escape that JSON does not know; the backslash is kept.")                   \
    X(damaged_event, Warning,                                                                                          \
        "An event is not valid JSON; what could be read of it is kept, else it is left out and counted as dropped.")   \
    X(damaged_metadata, Warning, "A top-level key of the file is not valid JSON; its text is kept as it is.")          \
    X(damaged_compression, Warning, "The compressed data is damaged; everything before that point is kept.")           \
    X(encoding, Note, "The file starts with a byte-order mark or is UTF-16.")                                          \
    X(unknown_phase, Note,                                                                                             \
        "An event has a phase nobody knows; a letter is kept as a mark, anything else is only counted.")               \
    X(incomplete_event, Note, "An event lacks a field or value its phase needs; what it lacks is not drawn.")          \
    X(id_collision, Note, "CPU threads and GPU streams share ids; they are shown as separate rows.")                   \
    X(negative_launch_delay, Warning,                                                                                  \
        "GPU work starts before its launch: the two clocks differ. Shown as it is, left out of averages.")             \
    X(launch_without_gpu_record, Warning,                                                                              \
        "A launch whose GPU work is not in the file: idle time around it may be work that was not recorded.")          \
    X(gpu_work_without_launch, Note, "GPU work whose launch is not in the file.")                                      \
    X(cut_trace, Note,                                                                                                 \
        "A part cut out of a longer trace: what lies beyond its ends, work of its launches too, is not in the file.")  \
    X(no_timed_events, Warning, "The file is a trace but holds no event with a time.")                                 \
    X(free_without_alloc, Warning,                                                                                     \
        "Memory is freed that the history never allocated: it was live before recording began.")                       \
    X(alloc_not_in_history, Warning,                                                                                   \
        "A block is live at the end but the history never mentions it: it was allocated before recording began.")      \
    X(missed_free, Warning, "An address is allocated again while it is still live: its free was not recorded.")        \
    X(end_state_differs, Warning,                                                                                      \
        "History and segments disagree: the time line follows the history, the end state follows the segments.")       \
    X(unknown_action, Warning, "The history has an action nobody knows; it is listed and changes no total.")           \
    X(no_history, Warning,                                                                                             \
        "No allocation history was recorded: call torch.cuda.memory._record_memory_history() before the loop.")        \
    X(history_overflow, Warning, "The recorder overwrote old entries: record fewer steps or raise max_entries.")       \
    X(snapshot_field, Warning, "A field of the snapshot is missing or has a type it should not have; it is left out.") \
    X(unknown_key, Note, "The snapshot has a key nobody knows; it is listed and not read.")

enum class DiagnosticKind : std::uint8_t
{
#define STEPSCOPE_KIND(kind, level, text) kind,
    STEPSCOPE_DIAGNOSTICS(STEPSCOPE_KIND)
#undef STEPSCOPE_KIND
};
#define STEPSCOPE_COUNT(kind, level, text) +1
inline constexpr std::size_t kDiagnosticKinds = 0 STEPSCOPE_DIAGNOSTICS(STEPSCOPE_COUNT);
#undef STEPSCOPE_COUNT

enum class DiagnosticLevel : std::uint8_t
{
    Warning,
    Note
};

[[nodiscard]] const char* diagnosticName(DiagnosticKind kind);
[[nodiscard]] const char* diagnosticText(DiagnosticKind kind);
[[nodiscard]] DiagnosticLevel diagnosticLevel(DiagnosticKind kind);

struct DiagnosticSample
{
    std::int64_t offset = -1; // byte in the (decompressed) text, -1 where it has none
    std::int64_t line = -1;   // from 1; filled in by the loader when the file is complete
    std::string detail;
};

class Diagnostics
{
public:
    static constexpr std::size_t kMaxSamples = 8;
    struct Entry
    {
        std::uint64_t count = 0;
        std::vector<DiagnosticSample> samples; // by offset, at most kMaxSamples
    };

    void add(DiagnosticKind kind, std::int64_t offset, std::string detail = {}, std::uint64_t count = 1);
    // True while a sample at this offset would still be kept: lets hot paths skip building the detail text.
    [[nodiscard]] bool wantsSample(DiagnosticKind kind, std::int64_t offset) const;
    void merge(const Diagnostics& other);

    [[nodiscard]] const Entry& entry(DiagnosticKind kind) const { return m_entries[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] Entry& entry(DiagnosticKind kind) { return m_entries[static_cast<std::size_t>(kind)]; }
    [[nodiscard]] std::uint64_t count(DiagnosticKind kind) const { return entry(kind).count; }
    [[nodiscard]] std::uint64_t warnings() const; // sum of the counts of all warnings

private:
    void keep(DiagnosticKind kind, DiagnosticSample sample);

    std::array<Entry, kDiagnosticKinds> m_entries;
};

} // namespace stepscope
