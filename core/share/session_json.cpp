// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/share/session_json.h"

#include "core/share/session_fields.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <limits>
#include <nlohmann/json.hpp>
#include <simdjson.h>
#include <span>
#include <type_traits>

namespace stepscope::share {

namespace {

using Json = nlohmann::ordered_json;
using Element = simdjson::dom::element;
using Words = std::span<const char* const>; // of an enumeration, by value

constexpr std::string_view kSchemaName = "stepscope.session/";
constexpr std::size_t kMostDepth = 64;

template <class T> struct IsOptional : std::false_type
{
};
template <class T> struct IsOptional<std::optional<T>> : std::true_type
{
};
template <class T> struct IsVector : std::false_type
{
};
template <class T> struct IsVector<std::vector<T>> : std::true_type
{
};

// ---- writing ----

class Writer
{
public:
    template <class T> void operator()(const char* name, const T& value)
    {
        if constexpr (IsOptional<T>::value) {
            if (value)
                m_object[name] = toJson(*value);
        } else if constexpr (IsVector<T>::value) {
            if (!value.empty())
                m_object[name] = toJson(value);
        } else {
            m_object[name] = toJson(value);
        }
    }
    template <class T> void unless(const char* name, const T& value, const T& usual)
    {
        if (value != usual)
            m_object[name] = value;
    }
    template <class T> void word(const char* name, T value, Words words)
    {
        m_object[name] = words[static_cast<std::size_t>(value)];
    }
    template <class T> void word(const char* name, const std::optional<T>& value, Words words)
    {
        if (value)
            word(name, *value, words);
    }
    template <class T> [[nodiscard]] static Json toJson(const T& value)
    {
        if constexpr (std::is_arithmetic_v<T> || std::is_same_v<T, std::string>) {
            return value;
        } else if constexpr (IsVector<T>::value) {
            Json list = Json::array();
            for (const auto& item : value)
                list.push_back(toJson(item));
            return list;
        } else {
            Writer writer;
            T copy = value; // fields() are for reading too
            fields(writer, copy);
            return std::move(writer.m_object);
        }
    }

private:
    Json m_object = Json::object();
};

// ---- reading ----

// The first thing that is not as it must be ends the reading: what comes after it is passed over.
class Reader
{
public:
    [[nodiscard]] const std::string& problem() const { return m_problem; }

    template <class T> void operator()(const char* name, T& value)
    {
        member(name, [&](Element from) { read(from, value); });
    }
    template <class T> void unless(const char* name, T& value, const T& /*usual*/) { (*this)(name, value); }
    template <class T> void word(const char* name, T& value, Words words)
    {
        member(name, [&](Element from) { readWord(from, value, words); });
    }
    template <class T> void word(const char* name, std::optional<T>& value, Words words)
    {
        member(name, [&](Element from) { readWord(from, value.emplace(), words); });
    }
    template <class T> void read(Element from, T& value)
    {
        if constexpr (IsOptional<T>::value)
            read(from, value.emplace());
        else if constexpr (IsVector<T>::value)
            readList(from, value);
        else if constexpr (std::is_same_v<T, std::string>)
            readText(from, value);
        else if constexpr (std::is_arithmetic_v<T>)
            readNumber(from, value);
        else
            readObject(from, value);
    }
    void fail(const std::string& what)
    {
        if (m_problem.empty())
            m_problem = (m_path.empty() ? std::string("The session") : m_path) + ' ' + what;
    }

private:
    template <class Read> void member(const char* name, Read read)
    {
        Element found;
        if (!m_problem.empty() || m_object[name].get(found) != simdjson::SUCCESS || found.is_null())
            return;
        const std::size_t length = m_path.size();
        m_path += m_path.empty() ? "" : ".";
        m_path += name;
        read(found);
        m_path.resize(length);
    }
    template <class T> void readObject(Element from, T& value)
    {
        simdjson::dom::object object;
        if (from.get(object) != simdjson::SUCCESS)
            return fail("must be an object");
        const simdjson::dom::object outer = std::exchange(m_object, object);
        fields(*this, value);
        m_object = outer;
        if (const char* wrong = m_problem.empty() ? check(value) : nullptr)
            fail(wrong);
    }
    template <class T> void readList(Element from, std::vector<T>& list)
    {
        simdjson::dom::array array;
        if (from.get(array) != simdjson::SUCCESS)
            return fail("must be a list");
        const std::size_t length = m_path.size();
        for (const Element item : array) {
            if (list.size() == kMostItems)
                return fail(fmt::format("has more than {} items", kMostItems));
            m_path += fmt::format("[{}]", list.size());
            read(item, list.emplace_back());
            if (!m_problem.empty())
                return;
            m_path.resize(length);
        }
    }
    template <class T> void readWord(Element from, T& value, Words words)
    {
        std::string text;
        readText(from, text);
        const auto found = std::find(words.begin(), words.end(), text);
        if (found == words.end())
            return fail(fmt::format("must be one of: {}", fmt::join(words, ", ")));
        value = static_cast<T>(found - words.begin());
    }
    void readText(Element from, std::string& text)
    {
        std::string_view view;
        if (from.get(view) != simdjson::SUCCESS)
            return fail("must be text");
        if (view.size() > kMostText)
            return fail(fmt::format("has more than {} bytes", kMostText));
        text = view;
    }
    template <class T> void readNumber(Element from, T& value)
    {
        if constexpr (std::is_same_v<T, bool>) {
            if (from.get(value) != simdjson::SUCCESS)
                fail("must be true or false");
        } else if constexpr (std::is_floating_point_v<T>) {
            if (from.get(value) != simdjson::SUCCESS || !std::isfinite(value))
                fail("must be a number");
        } else {
            using Wide = std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>;
            Wide wide = 0;
            const bool fits = from.get(wide) == simdjson::SUCCESS && wide >= std::numeric_limits<T>::min()
                && wide <= std::numeric_limits<T>::max();
            if (!fits)
                return fail(fmt::format("must be a whole number from {} to {}", std::numeric_limits<T>::min(),
                    std::numeric_limits<T>::max()));
            value = static_cast<T>(wide);
        }
    }

    simdjson::dom::object m_object;
    std::string m_path;
    std::string m_problem;
};

// What is wrong with the schema; empty: this program reads it.
std::string schemaProblem(Element root)
{
    std::string_view schema;
    if (root["schema"].get(schema) != simdjson::SUCCESS || !schema.starts_with(kSchemaName))
        return "It is no session of Stepscope: \"schema\" is not \"stepscope.session/…\".";
    schema.remove_prefix(kSchemaName.size());
    unsigned version = 0;
    const auto [end, error] = std::from_chars(schema.data(), schema.data() + schema.size(), version);
    if (error != std::errc() || end != schema.data() + schema.size() || version == 0)
        return fmt::format("\"{}\" is no version of a session.", schema.substr(0, 20));
    if (version > Session::kVersion)
        return fmt::format("It was written by a newer Stepscope (session version {}); this one reads up to version {}. "
                           "Open it with a newer program.",
            version, Session::kVersion);
    return {};
}

// Numbers of files and pages that are not there.
std::string numberProblem(const Session& session)
{
    for (std::size_t page = 0; page < session.pages.size(); ++page) {
        for (const std::size_t file : session.pages[page].files) {
            if (file >= session.files.size())
                return fmt::format(
                    "pages[{}].files has number {}, but there are {} files", page, file, session.files.size());
        }
    }
    if (session.current >= std::max<std::size_t>(session.pages.size(), 1))
        return fmt::format("current is {}, but there are {} pages", session.current, session.pages.size());
    return {};
}

tl::unexpected<Error> damaged(const std::string& what)
{
    return fail(ErrorClass::Unreadable, "The session is damaged: " + what + '.');
}

} // namespace

std::string sessionJson(const Session& session)
{
    Json json = Json::object();
    json["schema"] = fmt::format("{}{}", kSchemaName, Session::kVersion);
    json.update(Writer::toJson(session));
    return json.dump(1, ' ', true, Json::error_handler_t::replace) + '\n';
}

Expected<Session> parseSession(std::string_view text)
{
    if (text.size() > kMostSessionBytes)
        return fail(ErrorClass::Unreadable,
            fmt::format("It has {} bytes: sessions have at most {}.", text.size(), kMostSessionBytes));
    simdjson::dom::parser parser(kMostSessionBytes);
    Element root;
    const simdjson::padded_string padded(text);
    simdjson::error_code error = parser.allocate(std::max<std::size_t>(text.size(), 1), kMostDepth);
    if (!error)
        error = parser.parse(padded).get(root);
    if (error)
        return damaged(fmt::format("it is no valid JSON ({})", simdjson::error_message(error)));
    if (!root.is_object())
        return damaged("it must be an object");
    if (const std::string wrong = schemaProblem(root); !wrong.empty())
        return fail(ErrorClass::Unreadable, wrong);
    Session session;
    Reader reader;
    reader.read(root, session);
    if (!reader.problem().empty())
        return damaged(reader.problem());
    if (const std::string wrong = numberProblem(session); !wrong.empty())
        return damaged(wrong);
    return session;
}

} // namespace stepscope::share
