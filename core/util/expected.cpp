// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/util/expected.h"

namespace stepscope {

const char* errorClassName(ErrorClass errorClass)
{
    switch (errorClass) {
    case ErrorClass::NotATrace:
        return "not_a_trace";
    case ErrorClass::UnsafePickle:
        return "unsafe_pickle";
    case ErrorClass::EmptyFile:
        return "empty_file";
    case ErrorClass::Unreadable:
        return "unreadable";
    case ErrorClass::Changed:
        return "file_changed";
    case ErrorClass::OutOfMemory:
        return "out_of_memory";
    case ErrorClass::Cancelled:
        return "cancelled";
    case ErrorClass::Internal:
        break;
    }
    return "internal";
}

} // namespace stepscope
