# SPDX-License-Identifier: GPL-3.0-or-later
# Compiles through ccache where it is installed. -DWITH_CCACHE=OFF, or a launcher of one's own, turns this off.
#
# The sloppiness is what ccache asks for with precompiled headers; the base folder lets several checkouts share hits.

option(WITH_CCACHE "Compile through ccache when it is found" ON)
find_program(CCACHE_PROGRAM ccache)
mark_as_advanced(CCACHE_PROGRAM)

# A bare `ccache` given on the command line gets the settings too: without them precompiled headers are never cached.
get_filename_component(given_launcher "${CMAKE_CXX_COMPILER_LAUNCHER}" NAME)
if(WITH_CCACHE AND CCACHE_PROGRAM AND given_launcher MATCHES "^(ccache)?$")
    set(CMAKE_CXX_COMPILER_LAUNCHER
        ${CMAKE_COMMAND} -E env CCACHE_SLOPPINESS=pch_defines,time_macros,include_file_mtime,include_file_ctime
        CCACHE_BASEDIR=${PROJECT_SOURCE_DIR} CCACHE_NOHASHDIR=1 ${CCACHE_PROGRAM})
endif()
unset(given_launcher)
