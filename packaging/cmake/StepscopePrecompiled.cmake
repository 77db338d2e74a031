# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled headers: those of Qt and of the standard library are most of the compile time. Sources still include what
# they use. g++ 12 warns of the standard library's own code where that comes from a precompiled header of core.

set(core_headers
    <algorithm> <array> <cstdint> <functional> <memory> <optional> <span> <stop_token> <string> <string_view> <utility>
    <variant> <vector> <fmt/format.h> <tl/expected.hpp>)
foreach(target IN ITEMS core stepscope-cli)
    if(TARGET ${target} AND CMAKE_CXX_COMPILER_ID STREQUAL "Clang")
        target_precompile_headers(${target} PRIVATE ${core_headers})
    endif()
endforeach()

set(qt_headers
    <QAbstractScrollArea> <QAbstractTableModel> <QAction> <QApplication> <QImage> <QKeyEvent> <QMenu> <QPainter>
    <QSettings> <QString> <QTimer> <QVBoxLayout> <QWidget>
    <algorithm> <cstdint> <functional> <memory> <optional> <string> <string_view> <vector>)
foreach(target IN ITEMS widgets stepscope_gui)
    if(TARGET ${target})
        target_precompile_headers(${target} PRIVATE ${qt_headers})
    endif()
endforeach()
