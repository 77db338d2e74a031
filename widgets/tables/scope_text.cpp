// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tables/scope_text.h"

#include "widgets/details/detail_text.h"

namespace stepscope::widgets {

QString scopeText(const Figures& figures)
{
    QStringList parts;
    if (figures.scope().step)
        parts << QStringLiteral("step %1").arg(*figures.scope().step);
    if (figures.scope().window)
        parts << QStringLiteral("range of %1").arg(durationText(figures.scope().window->length()));
    return parts.isEmpty() ? QString() : QStringLiteral("only ") + parts.join(QStringLiteral(", "));
}

} // namespace stepscope::widgets
