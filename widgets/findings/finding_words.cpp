// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/findings/finding_words.h"

#include "core/analysis/findings/study.h"
#include "core/export/labels.h"
#include "widgets/details/detail_text.h"

#include <QRegularExpression>
#include <QStringList>

#include <array>

namespace stepscope::widgets {

using analysis::Bucket;
using analysis::CheckState;
using analysis::Severity;

namespace {

struct BucketLook
{
    const char* text;
    const char* icon;
};

BucketLook lookOf(Bucket bucket)
{
    switch (bucket) {
    case Bucket::InputPipeline:
        return {"Input pipeline", "input"};
    case Bucket::HostLaunch:
        return {"Host and launches", "host"};
    case Bucket::KernelEfficiency:
        return {"Kernel efficiency", "kernel"};
    case Bucket::Communication:
        return {"Communication", "communication"};
    case Bucket::Memory:
        return {"Memory", "memory"};
    case Bucket::Healthy:
        return {"Healthy", "check"};
    case Bucket::CannotTell:
        return {"Cannot tell", "question"};
    case Bucket::NoGpuWork:
        break;
    }
    return {"No GPU work", "question"};
}

struct RuleIcon
{
    const char* prefix; // of the rule
    const char* icon;
};
constexpr std::array kRuleIcons {RuleIcon {"idle.input", "input"}, RuleIcon {"idle.sync", "sync"},
    RuleIcon {"idle.comm_wait", "communication"}, RuleIcon {"idle.unexplained", "question"}, RuleIcon {"idle.", "host"},
    RuleIcon {"sync.", "sync"}, RuleIcon {"copy.", "copy"}, RuleIcon {"comm.", "communication"},
    RuleIcon {"wall.", "wall"}, RuleIcon {"kernel.", "kernel"}, RuleIcon {"host.input", "input"},
    RuleIcon {"host.", "host"}, RuleIcon {"memory.", "memory"}, RuleIcon {"step.", "step"}};

} // namespace

QString bucketText(const analysis::Verdict& verdict)
{
    if (verdict.hasForeignWork)
        return QStringLiteral("Not analysed");
    return QString::fromLatin1(lookOf(verdict.bucket).text);
}

QString bucketIcon(Bucket bucket)
{
    return QString::fromLatin1(lookOf(bucket).icon);
}

QColor bucketColour(const analysis::Verdict& verdict, const Theme& theme)
{
    if (verdict.bucket == Bucket::Healthy)
        return theme.good;
    if (verdict.bucket == Bucket::CannotTell || verdict.bucket == Bucket::NoGpuWork || !verdict.share)
        return theme.muted;
    return severityColour(analysis::severityOf(*verdict.share), theme);
}

QString ruleIcon(const std::string& rule)
{
    for (const RuleIcon& entry : kRuleIcons) {
        if (rule.rfind(entry.prefix, 0) == 0)
            return QString::fromLatin1(entry.icon);
    }
    return QStringLiteral("question");
}

QString severityText(Severity severity)
{
    switch (severity) {
    case Severity::High:
        return QStringLiteral("High");
    case Severity::Medium:
        return QStringLiteral("Medium");
    case Severity::Low:
        break;
    }
    return QStringLiteral("Low");
}

QColor severityColour(Severity severity, const Theme& theme)
{
    switch (severity) {
    case Severity::High:
        return theme.danger;
    case Severity::Medium:
        return theme.warn;
    case Severity::Low:
        break;
    }
    return theme.muted;
}

QString checkText(CheckState state)
{
    switch (state) {
    case CheckState::Seen:
        return QStringLiteral("seen");
    case CheckState::NotSeen:
        return QStringLiteral("not seen");
    case CheckState::CannotTell:
        break;
    }
    return QStringLiteral("cannot tell");
}

QString checkIcon(CheckState state)
{
    switch (state) {
    case CheckState::Seen:
        return QStringLiteral("check");
    case CheckState::NotSeen:
        return QStringLiteral("close");
    case CheckState::CannotTell:
        break;
    }
    return QStringLiteral("question");
}

QColor checkColour(CheckState state, const Theme& theme)
{
    switch (state) {
    case CheckState::Seen:
        return theme.good;
    case CheckState::NotSeen:
        return theme.warn;
    case CheckState::CannotTell:
        break;
    }
    return theme.muted;
}

QString severityRole(Severity severity)
{
    return severity == Severity::High  ? QStringLiteral("danger")
        : severity == Severity::Medium ? QStringLiteral("warn")
                                       : QStringLiteral("muted");
}

QString checkRole(CheckState state)
{
    return state == CheckState::Seen   ? QStringLiteral("good")
        : state == CheckState::NotSeen ? QStringLiteral("warn")
                                       : QStringLiteral("muted");
}

QString capitalised(const std::string& text)
{
    QString result = toQString(text);
    static const QRegularExpression code(QStringLiteral("^\\w*[_(.]")); // names of code stay as they are
    if (!result.isEmpty() && !code.match(result).hasMatch())
        result[0] = result[0].toUpper();
    return result;
}

namespace {

bool hasMorePlaces(const analysis::Finding& finding)
{
    const std::size_t kept = placeCount(finding);
    return kept >= analysis::Finding::kMaxEvidence && finding.count > kept;
}

} // namespace

QString placesText(const analysis::Finding& finding)
{
    const QString text = countedText(placeCount(finding), QStringLiteral("place"), QStringLiteral("places"));
    return hasMorePlaces(finding) ? QStringLiteral("more than ") + text : text;
}

QString placeText(const analysis::Finding& finding, std::size_t evidence)
{
    const std::size_t kept = placeCount(finding);
    if (kept == 0)
        return QStringLiteral("No place of its own");
    if (!hasMorePlaces(finding))
        return QStringLiteral("Place %1 of %2").arg(countText(evidence + 1), countText(kept));
    return QStringLiteral("Place %1 of the %2 worst of %3")
        .arg(countText(evidence + 1), countText(kept), countText(finding.count));
}

QString evidenceText(const model::Trace& trace, const analysis::Evidence& evidence)
{
    constexpr int kNameLimit = 64;
    const bool isSlice = evidence.slice.valid() && trace.nameOf(evidence.slice) == evidence.name;
    const QString name = isSlice ? linkNameOf(trace, evidence.slice) : toQString(evidence.name);
    QStringList parts {elideMiddle(name, kNameLimit), durationText(evidence.span.length()),
        relativeTimeText(evidence.span.start, trace.rangeStart)};
    if (evidence.device)
        parts << QStringLiteral("GPU %1").arg(*evidence.device);
    if (evidence.row.valid())
        parts << toQString(exporting::rowLabel(trace, evidence.row));
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

namespace {

QString costText(const analysis::Finding& finding)
{
    return finding.bytes && finding.totalNs == 0 ? toQString(formatBytes(*finding.bytes))
                                                 : durationText(finding.totalNs);
}

} // namespace

QString findingAsText(const JudgementSource& source, const analysis::Finding& finding, std::size_t rank)
{
    QString text = QStringLiteral("%1. [%2").arg(rank + 1).arg(severityText(finding.severity).toLower());
    if (finding.share > 0)
        text += QStringLiteral(", %1").arg(toQString(analysis::wholePercent(finding.share)));
    text += QStringLiteral("] %1\n").arg(toQString(finding.headline));
    text += QStringLiteral("   %1: %2 in %3\n").arg(toQString(finding.rule), costText(finding), placesText(finding));
    if (placeCount(finding) > 0)
        text += QStringLiteral("   %1\n").arg(source.placeText(finding, 0));
    if (const QString share = source.shareText(finding); !share.isEmpty())
        text += QStringLiteral("   %1\n").arg(share);
    for (const std::string& line : finding.advice)
        text += QStringLiteral("   - %1\n").arg(toQString(line));
    return text;
}

QString judgementAsText(const JudgementSource& source, const analysis::Judgement& judgement)
{
    QString text = QStringLiteral("%1: %2\n").arg(bucketText(judgement.verdict), toQString(judgement.verdict.sentence));
    if (!judgement.findings.empty())
        text += QStringLiteral("\nFindings\n");
    for (std::size_t i = 0; i < judgement.findings.size(); ++i)
        text += findingAsText(source, judgement.findings[i], i);
    if (!judgement.checklist.empty())
        text += QStringLiteral("\nChecklist\n");
    for (const analysis::ChecklistItem& item : judgement.checklist) {
        text += QStringLiteral("- %1: %2 (%3)\n")
                    .arg(toQString(item.check), checkText(item.state), toQString(item.evidence));
        if (!item.advice.empty())
            text += QStringLiteral("  %1\n").arg(toQString(item.advice));
    }
    const std::vector<analysis::MissingData> missing = source.missing();
    if (judgement.verdict.bucket == Bucket::NoGpuWork && !missing.empty()) {
        text += QStringLiteral("\nNot recorded\n");
        for (const analysis::MissingData& part : missing)
            text += QStringLiteral("- %1: %2\n").arg(toQString(part.what), toQString(part.setting));
    }
    return text;
}

} // namespace stepscope::widgets
