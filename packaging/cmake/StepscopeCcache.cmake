# SPDX-License-Identifier: GPL-3.0-or-later
# -DWITH_CCACHE=ON compiles through ccache, for several checkouts of nearly the same sources: hits are shared through the
# base folder. Without precompiled headers then, which ccache neither keeps nor reads cheaply; a build that finds nothing
# in the cache is therefore the faster one without it.

option(WITH_CCACHE "Compile through ccache, without precompiled headers" OFF)
if(WITH_CCACHE)
    find_program(CCACHE_PROGRAM ccache REQUIRED)
    mark_as_advanced(CCACHE_PROGRAM)
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
    set(CMAKE_DISABLE_PRECOMPILE_HEADERS ON)
endif()
