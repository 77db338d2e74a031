// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// A small pool: runs the same function on N threads, the caller being one of them.

#include <cstddef>
#include <functional>

namespace stepscope {

// Number of threads worth using: the cores this process may run on, at least 1.
[[nodiscard]] unsigned usableThreads();

// Calls body(worker) once for each worker in [0, threads), each on a thread of its own (worker 0 on the caller's), and
// returns when all are done. The first exception is rethrown on the caller's thread.
void runWorkers(unsigned threads, const std::function<void(unsigned worker)>& body);

// Calls body(i) for each i in [0, count) from `threads` threads, in no particular order.
void parallelFor(unsigned threads, std::size_t count, const std::function<void(std::size_t i)>& body);

} // namespace stepscope
