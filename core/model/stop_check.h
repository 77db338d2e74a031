// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Lets the long loops of the assembler end soon after a stop was asked for: poll() throws Stopped, which assemble()
// turns into its result. Nothing of it leaves core/model. Any thread.

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <utility>

namespace stepscope::model {

struct Stopped
{
};

class StopCheck
{
public:
    StopCheck() = default; // never stops
    explicit StopCheck(std::stop_token stop)
        : m_stop(std::move(stop))
    {
    }

    void poll() const
    {
        if (m_stop.stop_requested())
            throw Stopped {};
    }
    // For loops of many short steps: looks only now and then.
    void poll(std::size_t step) const
    {
        if (step % kSteps == 0)
            poll();
    }
    // An order for sorting that polls while it is asked; sorting copies it, so it counts elsewhere. It must not outlive
    // this or the count.
    template <class Before> [[nodiscard]] auto polled(Before before, std::uint32_t& calls) const
    {
        return [this, before, &calls](const auto& a, const auto& b) {
            poll(++calls);
            return before(a, b);
        };
    }

private:
    static constexpr std::size_t kSteps = std::size_t {1} << 16U;
    std::stop_token m_stop;
};

} // namespace stepscope::model
