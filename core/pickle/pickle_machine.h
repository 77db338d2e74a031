// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Reads one pickle of protocol 0 to 5 into values. It is a decoder, not an interpreter: code references are refused by
// name, except the containers of harmless_classes.h, which become plain data. Time O(bytes); memory O(bytes), whatever
// lengths and indices the bytes claim. One thread.

#include "core/pickle/byte_window.h"
#include "core/pickle/value_stack.h"
#include "core/util/diagnostics.h"
#include "core/util/string_pool.h"

#include <array>
#include <bit>
#include <cstdint>
#include <cstring>
#include <optional>
#include <string>
#include <string_view>

namespace stepscope::pickle {

struct PickleResult
{
    Value root;
    bool cut = false;      // the text ended before STOP; root is what was read until then, unset when nothing was
    int protocol = 0;      // as the pickle says; 0 where it says none (then it may also be 1)
    std::uint64_t end = 0; // bytes read
};

class PickleMachine
{
public:
    PickleMachine(ByteWindow& input, ValueArena& arena, StringPool& names, Diagnostics& diagnostics);

    // Errors: UnsafePickle, NotATrace (no valid pickle; says which byte), and those of the input.
    [[nodiscard]] Expected<PickleResult> run();

private:
    enum class Step : bool
    {
        Stop,
        Go
    };
    using Handler = Step (*)(PickleMachine&);
    template <Step (PickleMachine::*Operation)()> static Step call(PickleMachine& machine)
    {
        return (machine.*Operation)();
    }
    struct Handlers;
    static const Handlers& handlers();

    // pickle_machine.cpp: what the opcodes work on
    Step push(Value value)
    {
        m_stack.push(value);
        return Step::Go;
    }
    Step failed(std::string message, ErrorClass errorClass = ErrorClass::NotATrace);
    Step cut();
    Step extend(Value object, std::size_t from); // with what lies on the stack from there on
    Step remember(std::uint64_t index);
    Step recall(std::uint64_t index);
    std::optional<std::size_t> popMark();
    bool hasAbove(std::size_t count); // values above the last mark; else the step has failed
    std::optional<std::string_view> argument(std::uint64_t bytes);
    template <unsigned Bytes> std::optional<std::uint64_t> number() // little-endian
    {
        static_assert(std::endian::native == std::endian::little);
        if (!m_input.need(Bytes)) {
            cut();
            return std::nullopt;
        }
        std::uint64_t value = 0;
        std::memcpy(&value, m_input.data(), Bytes);
        m_input.take(Bytes);
        return value;
    }
    std::optional<std::string_view> line(); // of the text opcodes, without its end
    Value text(std::string_view bytes);
    Expected<PickleResult> result();

    // pickle_opcodes.cpp
    Step opProto();
    Step opFrame();
    Step opMark();
    Step opPop();
    Step opPopMark();
    Step opDup();
    Step opStop();
    Step opAppend();
    Step opAppends();
    Step opSetItem();
    Step opSetItems();
    Step opList();
    Step opDict();
    Step opTuple();
    Step opFrozenSet();
    Step opBinFloat();
    Step opMemoize();
    Step opUnknown();
    template <int Constant> Step opConstant();
    template <Kind kind> Step opEmpty();
    template <unsigned Count> Step opShortTuple();
    template <unsigned Bytes, bool Signed> Step opInt();
    template <unsigned LengthBytes> Step opLong();
    template <unsigned LengthBytes> Step opText();
    template <unsigned Bytes> Step opPut();
    template <unsigned Bytes> Step opGet();

    // pickle_text_opcodes.cpp: protocol 0, one line each
    Step pushDigits(std::string_view digits);
    Step opIntLine();
    Step opLongLine();
    Step opFloatLine();
    Step opStringLine();
    Step opUnicodeLine();
    Step opPutLine();
    Step opGetLine();
    std::optional<std::uint64_t> indexLine();

    // pickle_classes.cpp: what a pickle names, calls and builds
    Step opGlobalLines();
    Step opStackGlobal();
    Step opInst();
    Step opReduce();
    Step opBuild();
    Step opNewObject();
    Step opExtension();
    Step opPersistentId();
    Step opBuffer();
    Step named(std::string_view module, std::string_view name);
    Step refused(std::string_view what);

    ByteWindow& m_input;
    ValueArena& m_arena;
    StringPool& m_names;
    Diagnostics& m_diagnostics;
    std::uint64_t m_opcodeAt = 0;
    ValueStack m_stack;
    Column<Value> m_memo;
    std::uint64_t m_memoised = 0;
    int m_protocol = 0;
    Value m_root;
    bool m_cut = false;
    std::optional<Error> m_error;
};

} // namespace stepscope::pickle
