// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once
// What the C library does with memory that is given back.
//
// By default glibc raises the size from which blocks are mapped by themselves whenever such a block is freed, to as
// much as 32 MiB; from then on large vectors come from heaps that keep them. An analysis makes many and keeps few: a
// window that compares two traces of 500 MB held 90 MB of such blocks.

namespace stepscope {

// From now on blocks of 1 MiB or more go back to the system when they are freed. For the whole process: call it before
// the first thread starts. Does nothing where the C library is another one.
void returnLargeBlocks();

} // namespace stepscope
