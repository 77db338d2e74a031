// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/picture_request.h"

#include "widgets/pages/content_page.h"
#include "widgets/pages/step_choice.h"

#include <QRegularExpression>

#include <algorithm>
#include <optional>
#include <vector>

namespace stepscope::app {

namespace {

// At the end of "ProfilerStep#12".
std::optional<std::int64_t> numberOf(const QString& name)
{
    static const QRegularExpression digits(QStringLiteral("(\\d+)\\s*$"));
    const QRegularExpressionMatch match = digits.match(name);
    return match.hasMatch() ? std::optional<std::int64_t>(match.captured(1).toLongLong()) : std::nullopt;
}

tl::unexpected<Error> refused(const QString& text)
{
    return fail(ErrorClass::Internal, text.toStdString());
}

} // namespace

Expected<void> goToStep(widgets::ContentPage& page, std::int64_t number)
{
    widgets::StepChoice* steps = page.stepChoice();
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; steps != nullptr && i < steps->count(); ++i) {
        const auto known = numberOf(steps->name(i));
        if (known == number) {
            steps->choose(i);
            return {};
        }
        if (known)
            numbers.push_back(*known);
    }
    if (numbers.empty())
        return refused(QStringLiteral("there are no steps"));
    const auto [least, most] = std::minmax_element(numbers.begin(), numbers.end());
    return refused(QStringLiteral("there is no step %1; there are %2 to %3").arg(number).arg(*least).arg(*most));
}

Expected<void> goToFinding(widgets::ContentPage& page, std::size_t number)
{
    const std::size_t count = page.findingCount();
    if (number < 1 || number > count)
        return refused(count == 0 ? QStringLiteral("there are no findings")
                                  : QStringLiteral("there is no finding %1; there are %2").arg(number).arg(count));
    page.goToFinding(number - 1);
    return {};
}

} // namespace stepscope::app
