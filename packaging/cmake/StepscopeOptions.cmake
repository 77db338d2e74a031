# SPDX-License-Identifier: GPL-3.0-or-later
# Language level, warnings and sanitizers shared by all targets through the interface library `stepscope_options`.

if(NOT CMAKE_BUILD_TYPE)
    set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_CXX_EXTENSIONS OFF)

add_library(stepscope_options INTERFACE)
target_compile_features(stepscope_options INTERFACE cxx_std_20)
target_compile_options(stepscope_options INTERFACE
    -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wnon-virtual-dtor -Wold-style-cast -Woverloaded-virtual)
# What g++ 12 guesses of buffers and variables after inlining is often false, of std::string and std::variant above all,
# and of code in precompiled headers as well; clang and AddressSanitizer find the true ones.
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(stepscope_options INTERFACE
        -Wno-array-bounds -Wno-maybe-uninitialized -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread)
endif()
# Several files compiled as one (the presets but `dev`): what a file keeps to itself is then taken for a header's.
if(CMAKE_UNITY_BUILD AND CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    target_compile_options(stepscope_options INTERFACE -Wno-subobject-linkage)
endif()
if(WARNINGS_AS_ERRORS)
    target_compile_options(stepscope_options INTERFACE -Werror)
endif()

if(WITH_SANITIZER STREQUAL "address")
    set(sanitizers -fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer)
elseif(WITH_SANITIZER STREQUAL "thread")
    set(sanitizers -fsanitize=thread -fno-omit-frame-pointer)
elseif(WITH_SANITIZER)
    message(FATAL_ERROR "WITH_SANITIZER must be empty, 'address' or 'thread'")
endif()
# Coverage for libFuzzer in every library; only the fuzzers themselves link its main().
if(WITH_FUZZ_SEARCH)
    list(APPEND sanitizers -fsanitize=fuzzer-no-link)
endif()
if(sanitizers)
    target_compile_options(stepscope_options INTERFACE ${sanitizers})
    target_link_options(stepscope_options INTERFACE ${sanitizers})
endif()
