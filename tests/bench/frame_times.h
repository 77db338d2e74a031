// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// CPU times of pictures: median, 95th percentile and highest, in ms.

#include <algorithm>
#include <cstdio>
#include <ctime>
#include <vector>

namespace stepscope::bench {

class FrameTimes
{
public:
    void add(std::clock_t ticks) { m_ms.push_back(1e3 * static_cast<double>(ticks) / CLOCKS_PER_SEC); }
    void addMs(double ms) { m_ms.push_back(ms); }
    void add(const FrameTimes& other) { m_ms.insert(m_ms.end(), other.m_ms.begin(), other.m_ms.end()); }
    void print(const char* what)
    {
        std::sort(m_ms.begin(), m_ms.end());
        const auto at = [this](double share) {
            return m_ms[std::min(m_ms.size() - 1, static_cast<std::size_t>(share * static_cast<double>(m_ms.size())))];
        };
        std::printf("%-24s median %6.2f   p95 %6.2f   max %6.2f ms\n", what, at(0.5), at(0.95), m_ms.back());
    }

private:
    std::vector<double> m_ms;
};

} // namespace stepscope::bench
