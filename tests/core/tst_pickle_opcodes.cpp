// SPDX-License-Identifier: GPL-3.0-or-later
// Each opcode of the pickle format by itself, from bytes written by hand, at every place of the window's edge.
#include <QTest> // before <compare>, which moc cannot parse on its own

#include "tests/core/pickle_bytes.h"
#include "tests/support/test_registry.h"

#include <array>

using namespace stepscope;
using namespace stepscope::tests;
using namespace std::string_view_literals;

namespace {

struct Case
{
    const char* name;
    std::string_view bytes;
    std::string_view text;
};

constexpr std::array kValues {
    Case {"None", "N."sv, "None"},
    Case {"True", "\x88."sv, "True"},
    Case {"False", "\x89."sv, "False"},
    Case {"INT of a truth value", "I01\n."sv, "True"},
    Case {"INT of the other truth value", "I00\n."sv, "False"},
    Case {"INT", "I-17\n."sv, "-17"},
    Case {"LONG", "L12345678901L\n."sv, "12345678901"},
    Case {"LONG without its letter", "L5\n."sv, "5"},
    Case {"LONG of 64 bits", "L18446744073709551615L\n."sv, "18446744073709551615"},
    Case {"BININT1", "K\xff."sv, "255"},
    Case {"BININT2", "M\x01\xff."sv, "65281"},
    Case {"BININT", "J\x00\x00\x00\x80."sv, "-2147483648"},
    Case {"LONG1 of no bytes", "\x8a\x00."sv, "0"},
    Case {"LONG1 negative", "\x8a\x01\xff."sv, "-1"},
    Case {"LONG1 of 8 bytes", "\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x80."sv, "-9223372036854775808"},
    Case {"LONG1 beyond int64", "\x8a\x09\x00\x00\x00\x00\x00\x00\x00\x90\x00."sv, "10376293541461622784"},
    Case {"LONG1 with needless bytes", "\x8a\x0a\x05\x00\x00\x00\x00\x00\x00\x00\x00\x00."sv, "5"},
    Case {"LONG1 beyond 64 bits", "\x8a\x0a\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01."sv, "0x01000000000000000001"},
    Case {"LONG4", "\x8b\x02\x00\x00\x00\x00\x01."sv, "256"},
    Case {"largest small integer", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\x07."sv, "576460752303423487"},
    Case {"smallest wide integer", "\x8a\x08\x00\x00\x00\x00\x00\x00\x00\x08."sv, "576460752303423488"},
    Case {"negative wide integer", "\x8a\x08\xff\xff\xff\xff\xff\xff\xff\xf7."sv, "-576460752303423489"},
    Case {"FLOAT", "F-2.5\n."sv, "-2.5"},
    Case {"BINFLOAT", "G\x3f\xf8\x00\x00\x00\x00\x00\x00."sv, "1.5"},
    Case {"STRING", "S'a\\n\\x41\\q\"'\n."sv, "a\nA\\q\""},
    Case {"UNICODE", "Va\\u00e9\xe9\\U0001f600\n."sv, "aéé😀"},
    Case {"SHORT_BINUNICODE", "\x8c\x03\x61\xc3\xa9."sv, "aé"},
    Case {"BINUNICODE", "X\x02\x00\x00\x00hi."sv, "hi"},
    Case {"BINUNICODE8", "\x8d\x02\x00\x00\x00\x00\x00\x00\x00hi."sv, "hi"},
    Case {"SHORT_BINSTRING", "U\x02hi."sv, "hi"},
    Case {"BINSTRING", "T\x02\x00\x00\x00hi."sv, "hi"},
    Case {"SHORT_BINBYTES", "C\x02hi."sv, "hi"},
    Case {"BINBYTES", "B\x02\x00\x00\x00hi."sv, "hi"},
    Case {"BINBYTES8", "\x8e\x02\x00\x00\x00\x00\x00\x00\x00hi."sv, "hi"},
    Case {"BYTEARRAY8", "\x96\x02\x00\x00\x00\x00\x00\x00\x00hi."sv, "hi"},
    Case {"EMPTY_TUPLE", ")."sv, "()"},
    Case {"TUPLE1", "K\x01\x85."sv, "(1)"},
    Case {"TUPLE2", "K\x01K\x02\x86."sv, "(1, 2)"},
    Case {"TUPLE3", "K\x01K\x02K\x03\x87."sv, "(1, 2, 3)"},
    Case {"TUPLE", "(K\x01K\x02K\x03K\x04t."sv, "(1, 2, 3, 4)"},
    Case {"EMPTY_LIST", "]."sv, "[]"},
    Case {"LIST", "(K\x01K\x02l."sv, "[1, 2]"},
    Case {"APPEND", "]K\x01\x61K\x02\x61."sv, "[1, 2]"},
    Case {"APPENDS in two batches", "](K\x01K\x02\x65(K\x03\x65."sv, "[1, 2, 3]"},
    Case {"EMPTY_DICT", "}."sv, "{}"},
    Case {"DICT", "(U\x01\x61K\x01\x64."sv, "{\"a\": 1}"},
    Case {"SETITEM", "}U\x01\x61K\x01s."sv, "{\"a\": 1}"},
    Case {"SETITEMS", "}(U\x01\x61K\x01U\x01\x62K\x02u."sv, "{\"a\": 1, \"b\": 2}"},
    Case {"EMPTY_SET and ADDITEMS", "\x8f(K\x01K\x02\x90."sv, "[1, 2]"},
    Case {"FROZENSET", "(K\x01K\x02\x91."sv, "[1, 2]"},
    Case {"POP",
        "K\x01K\x02"
        "0."sv,
        "1"},
    Case {"POP of a mark", "K\x01(0."sv, "1"},
    Case {"POP_MARK",
        "K\x01(K\x02K\x03"
        "1."sv,
        "1"},
    Case {"DUP",
        "]K\x01"
        "2\x86\x61."sv,
        "[(1, 1)]"},
    Case {"PROTO and FRAME", "\x80\x04\x95\x02\x00\x00\x00\x00\x00\x00\x00N."sv, "None"},
    Case {"MEMOIZE and BINGET", "]\x94(U\x01\x61\x94h\x01\x65."sv, "[\"a\", \"a\"]"},
    Case {"BINPUT and BINGET", "]q\x00(U\x01\x61q\x01h\x01\x65."sv, "[\"a\", \"a\"]"},
    Case {"LONG_BINPUT and LONG_BINGET", "](U\x01\x61r\x01\x00\x00\x00j\x01\x00\x00\x00\x65."sv, "[\"a\", \"a\"]"},
    Case {"PUT and GET", "(lp0\n(Va\np1\ng1\ne."sv, "[\"a\", \"a\"]"},
    Case {"memo before the list is filled", "]q\x00(]q\x01K\x01\x61h\x01\x65."sv, "[[1], [1]]"},
    Case {"memo after the list is filled", "](](K\x01\x65q\x00h\x00\x65."sv, "[[1], [1]]"},
    Case {"OrderedDict", "ccollections\nOrderedDict\n)RU\x01\x61K\x01s."sv, "{\"a\": 1}"},
    Case {"defaultdict", "ccollections\ndefaultdict\ncbuiltins\nlist\n\x85RU\x01\x61K\x01s."sv, "{\"a\": 1}"},
    Case {"torch.Size", "ctorch\nSize\nK\x02K\x03\x86\x85R."sv, "(2, 3)"},
    Case {"set",
        "\x8c\x08"
        "builtins\x8c\x03set\x93](K\x01\x65\x85R."sv,
        "[1]"},
    Case {"build_intlist", "ctorch.jit._pickle\nbuild_intlist\n](K\x01\x65\x85R."sv, "[1]"},
};

struct Refusal
{
    const char* name;
    std::string_view bytes;
    std::string_view text; // part of the message
    std::int64_t at;
};

constexpr std::array kUnsafe {
    Refusal {"GLOBAL", "cos\nsystem\n(S'echo'\ntR."sv, "os.system", 0},
    Refusal {"STACK_GLOBAL", "\x8c\x05posix\x8c\x06system\x93\x8c\x02ls\x85R."sv, "posix.system", 15},
    Refusal {"STACK_GLOBAL of numbers", "K\x01K\x02\x93."sv, "without a name", 4},
    Refusal {"a harmless name of another module", "cevil\nOrderedDict\n)R."sv, "evil.OrderedDict", 0},
    Refusal {"INST", "(ios\nsystem\n."sv, "os.system", 1},
    Refusal {"OBJ", "(ccollections\nOrderedDict\no."sv, "makes an object", 26},
    Refusal {"NEWOBJ", "ccollections\nOrderedDict\n)\x81."sv, "makes an object", 26},
    Refusal {"NEWOBJ_EX", "ccollections\nOrderedDict\n)}\x92."sv, "makes an object", 27},
    Refusal {"REDUCE of a text", "U\x01\x61)R."sv, "calls something", 4},
    Refusal {"REDUCE without a tuple", "ccollections\nOrderedDict\nNR."sv, "calls something", 26},
    Refusal {"OrderedDict with arguments", "ccollections\nOrderedDict\nK\x01\x85R."sv, "does not take", 28},
    Refusal {"BUILD", "}}b."sv, "state", 2},
    Refusal {"EXT1", "\x82\x01."sv, "by its number", 0},
    Refusal {"EXT2", "\x83\x01\x00."sv, "by its number", 0},
    Refusal {"EXT4", "\x84\x01\x00\x00\x00."sv, "by its number", 0},
    Refusal {"PERSID", "P0\n."sv, "torch.save", 0},
    Refusal {"BINPERSID", "K\x01Q."sv, "torch.save", 2},
    Refusal {"NEXT_BUFFER", "\x97."sv, "buffer", 0},
    Refusal {"READONLY_BUFFER", "N\x98."sv, "buffer", 1},
};

constexpr std::array kMalformed {
    Refusal {"no such opcode", "\xff."sv, "no operation", 0},
    Refusal {"protocol 6", "\x80\x06N."sv, "protocol 6", 0},
    Refusal {"STOP with nothing", "."sv, "needs 1 values", 0},
    Refusal {"APPEND to nothing", "K\x01\x61."sv, "needs 2 values", 2},
    Refusal {"APPEND to a number", "K\x01K\x02\x61."sv, "no list", 4},
    Refusal {"APPENDS without a mark", "]\x65."sv, "needs a mark", 1},
    Refusal {"APPENDS to nothing", "(\x65."sv, "no list", 1},
    Refusal {"APPENDS across a mark", "](((\x65."sv, "no list", 4},
    Refusal {"SETITEM of a list", "]NNs."sv, "no dict", 3},
    Refusal {"SETITEMS of a list", "](NNu."sv, "no dict", 4},
    Refusal {"SETITEMS with half a pair", "}(NNNu."sv, "without a value", 5},
    Refusal {"DICT with half a pair", "(N\x64."sv, "without a value", 2},
    Refusal {"POP of nothing", "0."sv, "needs 1 values", 0},
    Refusal {"DUP of nothing", "2."sv, "needs 1 values", 0},
    Refusal {"DUP of what lies below a mark", "N(2."sv, "needs 1 values", 2},
    Refusal {"POP_MARK without a mark", "N1."sv, "needs a mark", 1},
    Refusal {"TUPLE2 of one", "N\x86."sv, "needs 2 values", 1},
    Refusal {"memo slot nobody filled", "h\x05."sv, "memo slot 5", 0},
    Refusal {"memo slot far beyond the file", "Nr\xff\xff\xff\x7f."sv, "out of range", 1},
    Refusal {"MEMOIZE of nothing", "\x94."sv, "needs 1 values", 0},
    Refusal {"PUT without a number", "Npx\n."sv, "no memo slot", 1},
    Refusal {"INT of letters", "Iab\n."sv, "no integer", 0},
    Refusal {"FLOAT of letters", "Fab\n."sv, "no number", 0},
    Refusal {"STRING without quotes", "Sab\n."sv, "without quotes", 0},
    Refusal {"LONG4 of negative length", "\x8b\xff\xff\xff\xff."sv, "negative length", 0},
    Refusal {"list in itself", "]q\x00h\x00\x61."sv, "part of another one", 5},
    Refusal {"two lists in each other", "]q\x00]q\x01h\x00\x61h\x00h\x01\x61."sv, "part of another one", 13},
    Refusal {"dictionary in itself", "}q\x00U\x01kh\x00s."sv, "part of another one", 8},
    Refusal {"list in its own tuple", "]q\x00h\x00\x85\x61."sv, "part of another one", 6},
};

std::string repeated(std::string_view part, std::size_t times)
{
    std::string out;
    out.reserve(part.size() * times);
    for (std::size_t i = 0; i < times; ++i)
        out += part;
    return out;
}

} // namespace

class TestPickleOpcodes : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void values()
    {
        for (const Case& c : kValues) {
            for (const std::size_t window : {1U, 2U, 3U, 64U}) {
                const Unpickled got = unpickle(c.bytes, window);
                QVERIFY2(got.text == c.text && !got.cut, (std::string(c.name) + ": " + got.text).c_str());
                QCOMPARE(got.end, std::uint64_t {c.bytes.size()});
            }
        }
    }

    // A pickle that ends early is never taken for a whole one, and never an error by itself.
    void everyCut()
    {
        for (const Case& c : kValues) {
            for (std::size_t length = 0; length < c.bytes.size(); ++length) {
                const Unpickled got = unpickle(c.bytes.substr(0, length));
                QVERIFY2(got.cut, (std::string(c.name) + ": " + got.text).c_str());
            }
        }
    }

    void codeIsRefusedByName()
    {
        for (const Refusal& c : kUnsafe)
            verifyRefusal(c, "unsafe_pickle");
    }

    void malformed()
    {
        for (const Refusal& c : kMalformed)
            verifyRefusal(c, "not_a_trace");
    }

    void depthIsLimited()
    {
        const std::string sixty = repeated("]", 60) + repeated("a", 59) + ".";
        QCOMPARE(unpickle(sixty).text, repeated("[", 60) + repeated("]", 60));
        const Unpickled deep = unpickle(repeated("]", 70) + repeated("a", 69) + ".");
        QVERIFY(deep.text.find("nests more than 64") != std::string::npos);
        const Unpickled tuples = unpickle(repeated("N", 1) + repeated("\x85", 70) + ".");
        QVERIFY(tuples.text.find("nests more than 64") != std::string::npos);
        const Unpickled marks = unpickle(repeated("(", 5000));
        QVERIFY(marks.text.find("nests more than 1000 marks") != std::string::npos);
    }

    // Lengths far beyond the file are an early end or an error, not an allocation.
    void hugeLengths()
    {
        for (const std::string_view bytes :
            {"X\xff\xff\xff\x03hi"sv, "\x8d\x00\x00\x00\x04\x00\x00\x00\x00hi"sv, "U\xffhi"sv})
            QVERIFY(unpickle(bytes).cut);
        for (const std::string_view bytes : {"X\xff\xff\xff\xffhi"sv, "\x8d\xff\xff\xff\xff\xff\xff\xff\xffhi"sv,
                 "\x8b\xff\xff\xff\x7fhi"sv, "\x96\x00\x00\x00\x00\x00\x00\x00\x80hi"sv}) {
            const Unpickled got = unpickle(bytes);
            QVERIFY2(got.text.find("memory snapshots do not") != std::string::npos, got.text.c_str());
            QCOMPARE(got.errorAt, std::int64_t {0});
        }
    }

    void badUtf8()
    {
        const Unpickled got = unpickle("\x8c\x05\x61\xed\xa0\x80\x62."sv); // half a surrogate pair, as Python writes it
        QCOMPARE(got.text,
            std::string("a\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd"
                        "b"));
        QCOMPARE(got.diagnostics.count(DiagnosticKind::bad_utf8), std::uint64_t {1});
        QCOMPARE(got.diagnostics.entry(DiagnosticKind::bad_utf8).samples.front().offset, std::int64_t {0});
    }

    void integersBeyond64BitsAreTold()
    {
        QCOMPARE(unpickle("L99999999999999999999L\n."sv).text, std::string("99999999999999999999"));
        const Unpickled got = unpickle("\x8a\x0a\x01\x00\x00\x00\x00\x00\x00\x00\x00\x01."sv);
        QCOMPARE(got.diagnostics.count(DiagnosticKind::int_out_of_range), std::uint64_t {1});
    }

private:
    static void verifyRefusal(const Refusal& c, std::string_view errorClass)
    {
        const Unpickled got = unpickle(c.bytes);
        const std::string shown = std::string(c.name) + ": " + got.text;
        QVERIFY2(got.text.starts_with(errorClass) && got.text.find(c.text) != std::string::npos, shown.c_str());
        QVERIFY2(got.errorAt == c.at, (shown + " at " + std::to_string(got.errorAt)).c_str());
    }
};

STEPSCOPE_TEST(TestPickleOpcodes)

#include "tst_pickle_opcodes.moc"
