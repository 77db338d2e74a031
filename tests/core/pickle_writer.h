// SPDX-License-Identifier: GPL-3.0-or-later
// Writes JSON values as pickles, in the ways of the two programs that write memory snapshots.
#pragma once

#include <QJsonArray>
#include <QJsonObject>
#include <QJsonValue>

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <map>
#include <string>

namespace stepscope::tests {

enum class PickleStyle
{
    CPython, // protocol 4: memo before an object is filled, batches of 1000, no mark for one element
    Torch    // protocol 2: texts in the memo, objects in one batch
};

class PickleWriter
{
public:
    explicit PickleWriter(PickleStyle style)
        : m_isTorch(style == PickleStyle::Torch)
    {
    }

    std::string write(const QJsonValue& root)
    {
        m_out = m_isTorch ? std::string("\x80\x02") : std::string("\x80\x04");
        put(root);
        return m_out + ".";
    }

private:
    void put(const QJsonValue& value)
    {
        if (value.isObject())
            putDict(value.toObject());
        else if (value.isArray())
            putList(value.toArray());
        else if (value.isString())
            putText(value.toString().toStdString());
        else if (value.isDouble())
            putNumber(value);
        else
            m_out += value.isNull() ? 'N' : value.toBool() ? '\x88' : '\x89';
    }
    void putNumber(const QJsonValue& value)
    {
        const qint64 number = value.toInteger();
        if (static_cast<double>(number) != value.toDouble()) {
            m_out += 'G';
            const double real = value.toDouble();
            std::uint64_t bits = 0;
            std::memcpy(&bits, &real, sizeof(bits));
            for (int shift = 56; shift >= 0; shift -= 8)
                m_out += static_cast<char>(bits >> static_cast<unsigned>(shift));
            return;
        }
        m_out += "\x8a\x08";
        putBytes(static_cast<std::uint64_t>(number), 8);
    }
    void putText(const std::string& text)
    {
        const auto [known, isNew] = m_memo.try_emplace(text, m_slots);
        if (!isNew) {
            m_out += 'j';
            putBytes(known->second, 4);
            return;
        }
        m_out += 'X';
        putBytes(text.size(), 4);
        m_out += text;
        memoise();
    }
    void putList(const QJsonArray& list)
    {
        m_out += ']';
        if (!m_isTorch)
            memoise();
        if (!m_isTorch && list.size() == 1) {
            put(list.first());
            m_out += 'a';
            return;
        }
        const qsizetype batch = m_isTorch ? list.size() + 1 : 1000;
        for (qsizetype from = 0; from < list.size(); from += batch) {
            m_out += '(';
            for (qsizetype i = from; i < std::min(from + batch, list.size()); ++i)
                put(list[i]);
            m_out += 'e';
        }
    }
    void putDict(const QJsonObject& dict)
    {
        m_out += '}';
        if (!m_isTorch)
            memoise();
        const bool isSingle = !m_isTorch && dict.size() == 1;
        if (!isSingle)
            m_out += '(';
        for (auto at = dict.begin(); at != dict.end(); ++at) {
            putText(at.key().toStdString());
            put(at.value());
        }
        m_out += isSingle ? 's' : 'u';
    }
    void memoise()
    {
        if (m_isTorch) {
            m_out += 'r';
            putBytes(m_slots, 4);
        } else {
            m_out += '\x94';
        }
        ++m_slots;
    }
    void putBytes(std::uint64_t value, int count)
    {
        for (int i = 0; i < count; ++i, value >>= 8U)
            m_out += static_cast<char>(value & 0xffU);
    }

    bool m_isTorch;
    std::string m_out;
    std::map<std::string, std::uint64_t> m_memo;
    std::uint64_t m_slots = 0;
};

} // namespace stepscope::tests
