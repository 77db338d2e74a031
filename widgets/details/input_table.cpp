// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/details/input_table.h"

#include "widgets/details/detail_text.h"

#include <algorithm>
#include <array>

namespace stepscope::widgets {

namespace {

constexpr std::size_t kMostInputs = 100; // lists of tensors can be long: all are among the arguments

struct Column
{
    const char* key;
    const char* title;
};
constexpr std::array kColumns {Column {"Input Dims", "shape"}, Column {"Input type", "dtype"},
    Column {"Input Strides", "strides"}, Column {"Concrete Inputs", "value"}};

const model::ArgValue* listOf(const model::ArgValue& args, std::string_view key)
{
    const model::ArgValue* list = args.find(key);
    return list != nullptr && list->kind == model::ArgValue::Kind::Array ? list : nullptr;
}

// Empty lists stand for what is no tensor.
QString cellText(const model::ArgValue& value)
{
    if (value.kind == model::ArgValue::Kind::Array)
        return value.members.empty() ? QString() : toQString(value.toText());
    return toQString(value.text);
}

} // namespace

DetailSection inputTable(const QString& title, const model::ArgValue& event)
{
    DetailSection section;
    const model::ArgValue* args = event.find("args");
    if (args == nullptr)
        return section;
    std::size_t inputs = 0;
    for (const Column& column : kColumns) {
        if (const model::ArgValue* list = listOf(*args, column.key))
            inputs = std::max(inputs, list->members.size());
    }
    if (inputs == 0)
        return section;
    section.title = title;
    section.header << QStringLiteral("input");
    for (std::size_t i = 0; i < std::min(inputs, kMostInputs); ++i)
        section.rows << QStringList {QString::number(i)};
    for (const Column& column : kColumns) {
        const model::ArgValue* list = listOf(*args, column.key);
        if (list == nullptr)
            continue;
        section.header << QString::fromLatin1(column.title);
        for (qsizetype i = 0; i < section.rows.size(); ++i) {
            const auto at = static_cast<std::size_t>(i);
            section.rows[i] << (at < list->members.size() ? cellText(list->members[at].second) : QString());
        }
    }
    if (inputs > kMostInputs) {
        DetailLine more;
        more.value = QStringLiteral("and %1 more, see the arguments").arg(inputs - kMostInputs);
        section.lines << more;
    }
    return section;
}

} // namespace stepscope::widgets
