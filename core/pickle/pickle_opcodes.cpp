// SPDX-License-Identifier: GPL-3.0-or-later
// The opcodes of protocols 1 to 5, and the table of all.
#include "core/pickle/pickle_handlers.h"

#include <bit>
#include <fmt/format.h>

namespace stepscope::pickle {
namespace {

constexpr std::size_t kMaxShownBytes = 64; // of an integer that fits no number

std::uint64_t littleEndian(std::string_view bytes)
{
    std::uint64_t value = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        value = (value << 8U) | static_cast<unsigned char>(bytes[i]);
    return value;
}

// Two's complement of up to 8 bytes.
std::int64_t signExtended(std::string_view bytes)
{
    if (bytes.empty())
        return 0;
    const unsigned unused = 64 - 8 * static_cast<unsigned>(bytes.size());
    return static_cast<std::int64_t>(littleEndian(bytes) << unused) >> unused;
}

// Without the bytes that only repeat the sign.
std::string_view trimmed(std::string_view bytes)
{
    const auto top
        = [&bytes](std::size_t fromEnd) { return static_cast<unsigned char>(bytes[bytes.size() - fromEnd]); };
    while (bytes.size() > 1 && ((top(1) == 0 && top(2) < 0x80) || (top(1) == 0xff && top(2) >= 0x80)))
        bytes.remove_suffix(1);
    return bytes;
}

std::string hexDigits(std::string_view littleEndianBytes)
{
    if (littleEndianBytes.size() > kMaxShownBytes)
        return fmt::format("an integer of {} bytes", littleEndianBytes.size());
    std::string digits = "0x";
    for (std::size_t i = littleEndianBytes.size(); i-- > 0;)
        digits += fmt::format("{:02x}", static_cast<unsigned char>(littleEndianBytes[i]));
    return digits;
}

} // namespace

PickleMachine::Step PickleMachine::opProto()
{
    const std::optional<std::uint64_t> version = number<1>();
    if (!version)
        return Step::Stop;
    if (*version > 5)
        return failed(fmt::format("This is a pickle of protocol {}; 0 to 5 are known.", *version));
    m_protocol = static_cast<int>(*version);
    return Step::Go;
}

// Frames only say how far a reader may read ahead.
PickleMachine::Step PickleMachine::opFrame()
{
    return number<8>() ? Step::Go : Step::Stop;
}

PickleMachine::Step PickleMachine::opMark()
{
    if (m_stack.mark())
        return Step::Go;
    return failed(fmt::format("The pickle nests more than {} marks at byte {}.", ValueStack::kMaxMarks, m_opcodeAt));
}

PickleMachine::Step PickleMachine::opPop()
{
    if (m_stack.hasMark() && m_stack.floor() == m_stack.size()) {
        m_stack.popMark();
        return Step::Go;
    }
    if (!hasAbove(1))
        return Step::Stop;
    m_stack.resize(m_stack.size() - 1);
    return Step::Go;
}

PickleMachine::Step PickleMachine::opPopMark()
{
    const std::optional<std::size_t> from = popMark();
    if (!from)
        return Step::Stop;
    m_stack.resize(*from);
    return Step::Go;
}

PickleMachine::Step PickleMachine::opDup()
{
    return hasAbove(1) ? push(m_stack.top()) : Step::Stop;
}

PickleMachine::Step PickleMachine::opStop()
{
    if (hasAbove(1))
        m_root = m_stack.top();
    return Step::Stop;
}

PickleMachine::Step PickleMachine::opAppend()
{
    if (!hasAbove(2))
        return Step::Stop;
    const std::size_t from = m_stack.size() - 1;
    if (!m_stack[from - 1].is(Kind::List))
        return failed(fmt::format("The pickle is malformed: byte {} appends to what is no list.", m_opcodeAt));
    return extend(m_stack[from - 1], from);
}

PickleMachine::Step PickleMachine::opAppends()
{
    const std::optional<std::size_t> from = popMark();
    if (!from)
        return Step::Stop;
    if (*from <= m_stack.floor() || !m_stack[*from - 1].is(Kind::List))
        return failed(fmt::format("The pickle is malformed: byte {} appends to what is no list.", m_opcodeAt));
    return extend(m_stack[*from - 1], *from);
}

PickleMachine::Step PickleMachine::opSetItem()
{
    if (!hasAbove(3))
        return Step::Stop;
    const std::size_t from = m_stack.size() - 2;
    if (!m_stack[from - 1].is(Kind::Dict))
        return failed(fmt::format("The pickle is malformed: byte {} sets a key of what is no dict.", m_opcodeAt));
    return extend(m_stack[from - 1], from);
}

PickleMachine::Step PickleMachine::opSetItems()
{
    const std::optional<std::size_t> from = popMark();
    if (!from)
        return Step::Stop;
    if (*from <= m_stack.floor() || !m_stack[*from - 1].is(Kind::Dict))
        return failed(fmt::format("The pickle is malformed: byte {} sets keys of what is no dict.", m_opcodeAt));
    if ((m_stack.size() - *from) % 2 != 0)
        return failed(fmt::format("The pickle is malformed: byte {} sets a key without a value.", m_opcodeAt));
    return extend(m_stack[*from - 1], *from);
}

template <Kind kind> PickleMachine::Step PickleMachine::opEmpty()
{
    return push(kind == Kind::Dict ? m_arena.dict() : kind == Kind::List ? m_arena.list() : m_arena.emptyTuple());
}

PickleMachine::Step PickleMachine::opList()
{
    const std::optional<std::size_t> from = popMark();
    const Value list = m_arena.list();
    return from && extend(list, *from) == Step::Go ? push(list) : Step::Stop;
}

PickleMachine::Step PickleMachine::opDict()
{
    const std::optional<std::size_t> from = popMark();
    if (from && (m_stack.size() - *from) % 2 != 0)
        return failed(fmt::format("The pickle is malformed: byte {} sets a key without a value.", m_opcodeAt));
    const Value dict = m_arena.dict();
    return from && extend(dict, *from) == Step::Go ? push(dict) : Step::Stop;
}

PickleMachine::Step PickleMachine::opTuple()
{
    const std::optional<std::size_t> from = popMark();
    const Value tuple = m_arena.emptyTuple();
    return from && extend(tuple, *from) == Step::Go ? push(tuple) : Step::Stop;
}

template <unsigned Count> PickleMachine::Step PickleMachine::opShortTuple()
{
    if (!hasAbove(Count))
        return Step::Stop;
    const Value tuple = m_arena.emptyTuple();
    return extend(tuple, m_stack.size() - Count) == Step::Go ? push(tuple) : Step::Stop;
}

PickleMachine::Step PickleMachine::opFrozenSet()
{
    return opList();
}

template <int Constant> PickleMachine::Step PickleMachine::opConstant()
{
    return push(Constant < 0 ? Value::none() : Value::boolean(Constant != 0));
}

template <unsigned Bytes, bool Signed> PickleMachine::Step PickleMachine::opInt()
{
    const std::optional<std::uint64_t> bits = number<Bytes>();
    if (!bits)
        return Step::Stop;
    const auto value = static_cast<std::int64_t>(*bits);
    return push(m_arena.integer(Signed ? static_cast<std::int32_t>(value) : value));
}

template <unsigned LengthBytes> PickleMachine::Step PickleMachine::opLong()
{
    const std::optional<std::uint64_t> length = number<LengthBytes>();
    if (!length)
        return Step::Stop;
    if (LengthBytes == 4 && *length > INT32_MAX)
        return failed(fmt::format("The pickle is malformed: an integer of negative length at byte {}.", m_opcodeAt));
    std::optional<std::string_view> bytes = argument(*length);
    if (!bytes)
        return Step::Stop;
    bytes = trimmed(*bytes);
    if (bytes->size() <= 8)
        return push(m_arena.integer(signExtended(*bytes)));
    if (bytes->size() == 9 && bytes->back() == 0)
        return push(m_arena.unsignedInteger(littleEndian(bytes->substr(0, 8))));
    const std::string digits = hexDigits(*bytes);
    m_diagnostics.add(DiagnosticKind::int_out_of_range, static_cast<std::int64_t>(m_opcodeAt), digits);
    return push({Kind::Digits, m_names.intern(digits).value});
}

PickleMachine::Step PickleMachine::opBinFloat()
{
    const std::optional<std::string_view> bytes = argument(8);
    if (!bytes)
        return Step::Stop;
    std::uint64_t bits = 0;
    for (const char byte : *bytes) // the only big-endian number of the format
        bits = (bits << 8U) | static_cast<unsigned char>(byte);
    return push(m_arena.real(std::bit_cast<double>(bits)));
}

template <unsigned LengthBytes> PickleMachine::Step PickleMachine::opText()
{
    const std::optional<std::uint64_t> length = number<LengthBytes>();
    const std::optional<std::string_view> bytes = length ? argument(*length) : std::nullopt;
    return bytes ? push(text(*bytes)) : Step::Stop;
}

PickleMachine::Step PickleMachine::opMemoize()
{
    return remember(m_memoised);
}

template <unsigned Bytes> PickleMachine::Step PickleMachine::opPut()
{
    const std::optional<std::uint64_t> index = number<Bytes>();
    return index ? remember(*index) : Step::Stop;
}

template <unsigned Bytes> PickleMachine::Step PickleMachine::opGet()
{
    const std::optional<std::uint64_t> index = number<Bytes>();
    return index ? recall(*index) : Step::Stop;
}

PickleMachine::Step PickleMachine::opUnknown()
{
    return failed(fmt::format("The pickle is malformed: there is no operation at byte {}.", m_opcodeAt));
}

const PickleMachine::Handlers& PickleMachine::handlers()
{
    using M = PickleMachine;
    static const Handlers kHandlers = [] {
        Handlers handlers;
        auto& of = handlers.of;
        of.fill(&M::call<&M::opUnknown>);
        const auto set = [&of](unsigned opcode, Handler handler) { of.at(opcode) = handler; };
        set(0x80, &M::call<&M::opProto>), set(0x95, &M::call<&M::opFrame>), set('.', &M::call<&M::opStop>);
        set('(', &M::call<&M::opMark>), set('0', &M::call<&M::opPop>), set('1', &M::call<&M::opPopMark>),
            set('2', &M::call<&M::opDup>);
        set('}', &M::call<&M::opEmpty<Kind::Dict>>), set(']', &M::call<&M::opEmpty<Kind::List>>),
            set(')', &M::call<&M::opEmpty<Kind::Tuple>>);
        set(0x8f, &M::call<&M::opEmpty<Kind::List>>), set(0x90, &M::call<&M::opAppends>),
            set(0x91, &M::call<&M::opFrozenSet>); // sets
        set('a', &M::call<&M::opAppend>), set('e', &M::call<&M::opAppends>), set('s', &M::call<&M::opSetItem>),
            set('u', &M::call<&M::opSetItems>);
        set('l', &M::call<&M::opList>), set('d', &M::call<&M::opDict>), set('t', &M::call<&M::opTuple>);
        set(0x85, &M::call<&M::opShortTuple<1>>), set(0x86, &M::call<&M::opShortTuple<2>>),
            set(0x87, &M::call<&M::opShortTuple<3>>);
        set('N', &M::call<&M::opConstant<-1>>), set(0x88, &M::call<&M::opConstant<1>>),
            set(0x89, &M::call<&M::opConstant<0>>);
        set('K', &M::call<&M::opInt<1, false>>), set('M', &M::call<&M::opInt<2, false>>),
            set('J', &M::call<&M::opInt<4, true>>);
        set(0x8a, &M::call<&M::opLong<1>>), set(0x8b, &M::call<&M::opLong<4>>), set('G', &M::call<&M::opBinFloat>);
        set(0x8c, &M::call<&M::opText<1>>), set('X', &M::call<&M::opText<4>>), set(0x8d, &M::call<&M::opText<8>>);
        set('U', &M::call<&M::opText<1>>), set('T', &M::call<&M::opText<4>>); // str of Python 2
        set('C', &M::call<&M::opText<1>>), set('B', &M::call<&M::opText<4>>),
            set(0x8e, &M::call<&M::opText<8>>); // bytes
        set(0x96, &M::call<&M::opText<8>>);     // bytearray
        set(0x94, &M::call<&M::opMemoize>), set('q', &M::call<&M::opPut<1>>), set('r', &M::call<&M::opPut<4>>);
        set('h', &M::call<&M::opGet<1>>), set('j', &M::call<&M::opGet<4>>);
        set('I', &M::call<&M::opIntLine>), set('L', &M::call<&M::opLongLine>), set('F', &M::call<&M::opFloatLine>);
        set('S', &M::call<&M::opStringLine>), set('V', &M::call<&M::opUnicodeLine>), set('p', &M::call<&M::opPutLine>),
            set('g', &M::call<&M::opGetLine>);
        set('c', &M::call<&M::opGlobalLines>), set(0x93, &M::call<&M::opStackGlobal>), set('i', &M::call<&M::opInst>),
            set('R', &M::call<&M::opReduce>);
        set('b', &M::call<&M::opBuild>), set('o', &M::call<&M::opNewObject>), set(0x81, &M::call<&M::opNewObject>),
            set(0x92, &M::call<&M::opNewObject>);
        set(0x82, &M::call<&M::opExtension>), set(0x83, &M::call<&M::opExtension>),
            set(0x84, &M::call<&M::opExtension>);
        set('P', &M::call<&M::opPersistentId>), set('Q', &M::call<&M::opPersistentId>);
        set(0x97, &M::call<&M::opBuffer>), set(0x98, &M::call<&M::opBuffer>);
        return handlers;
    }();
    return kHandlers;
}

} // namespace stepscope::pickle
