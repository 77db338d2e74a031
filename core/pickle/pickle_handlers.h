// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// Which function of the machine does which opcode. Only for core/pickle/pickle_*.cpp.

#include "core/pickle/pickle_machine.h"

namespace stepscope::pickle {

struct PickleMachine::Handlers
{
    std::array<Handler, 256> of {};
};

} // namespace stepscope::pickle
