// SPDX-License-Identifier: GPL-3.0-or-later
// What a pickle names, calls and builds: refused, but for plain containers.
#include "core/pickle/harmless_classes.h"
#include "core/pickle/pickle_machine.h"

#include "core/json/utf8.h"

#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kMaxShownName = 80;

std::string shown(std::string_view name)
{
    std::string text = json::visibleText(name.substr(0, kMaxShownName));
    if (name.size() > kMaxShownName)
        text += "…";
    return text;
}

} // namespace

PickleMachine::Step PickleMachine::refused(std::string_view what)
{
    return failed(fmt::format("The pickle {} at byte {}. Python would run that; a memory snapshot has only plain data. "
                              "Nothing was run and the file was not opened.",
                      what, m_opcodeAt),
        ErrorClass::UnsafePickle);
}

PickleMachine::Step PickleMachine::named(std::string_view module, std::string_view name)
{
    const std::optional<HarmlessClass> harmless = harmlessClass(module, name);
    if (!harmless)
        return refused(fmt::format("contains the code reference {}.{}", shown(module), shown(name)));
    return push({Kind::Container, static_cast<std::uint64_t>(*harmless)});
}

PickleMachine::Step PickleMachine::opGlobalLines()
{
    const std::optional<std::string_view> module = line();
    if (!module)
        return Step::Stop;
    const std::string kept(*module); // the next line may move the window
    const std::optional<std::string_view> name = line();
    return name ? named(kept, *name) : Step::Stop;
}

PickleMachine::Step PickleMachine::opStackGlobal()
{
    if (!hasAbove(2))
        return Step::Stop;
    const Value name = m_stack.top();
    const Value module = m_stack[m_stack.size() - 2];
    m_stack.resize(m_stack.size() - 2);
    if (!name.is(Kind::Text) || !module.is(Kind::Text))
        return refused("contains a code reference without a name");
    return named(m_names.view(module.name()), m_names.view(name.name()));
}

PickleMachine::Step PickleMachine::opInst()
{
    const std::optional<std::string_view> module = line();
    if (!module)
        return Step::Stop;
    const std::string kept(*module);
    const std::optional<std::string_view> name = line();
    return name ? refused(fmt::format("makes an object of the class {}.{}", shown(kept), shown(*name))) : Step::Stop;
}

PickleMachine::Step PickleMachine::opReduce()
{
    if (!hasAbove(2))
        return Step::Stop;
    const Value arguments = m_stack.top();
    const Value callee = m_stack[m_stack.size() - 2];
    m_stack.resize(m_stack.size() - 2);
    if (!callee.is(Kind::Container) || !arguments.is(Kind::Tuple))
        return refused("calls something");
    const std::span<const Value> given = m_arena.elements(arguments);
    const auto what = static_cast<HarmlessClass>(callee.payload());
    const bool isValueClass = given.size() == 1 && (given[0].is(Kind::Container) || given[0].is(Kind::None));
    if (what == HarmlessClass::Dict && (given.empty() || isValueClass))
        return push(m_arena.dict());
    if (what == HarmlessClass::Sequence && given.empty())
        return push(m_arena.list());
    if (what == HarmlessClass::Sequence && given.size() == 1 && (given[0].is(Kind::List) || given[0].is(Kind::Tuple)))
        return push(given[0]);
    return refused("calls a container class with arguments it does not take");
}

PickleMachine::Step PickleMachine::opBuild()
{
    return refused("sets the state of an object");
}

PickleMachine::Step PickleMachine::opNewObject()
{
    return refused("makes an object of a class");
}

PickleMachine::Step PickleMachine::opExtension()
{
    return refused("contains a code reference by its number (an extension of copyreg)");
}

PickleMachine::Step PickleMachine::opPersistentId()
{
    return refused("refers to data outside of it (a persistent id, as in files of torch.save)");
}

PickleMachine::Step PickleMachine::opBuffer()
{
    return refused("refers to a buffer outside of it");
}

} // namespace stepscope::pickle
