# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled headers: those of Qt and of the standard library are most of the compile time. Sources still include what
# they use.

set(core_headers
    <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional> <span> <stop_token>
    <string> <string_view> <tuple> <utility> <variant> <vector> <fmt/format.h> <tl/expected.hpp>)
foreach(target IN ITEMS core stepscope-cli)
    if(TARGET ${target})
        target_precompile_headers(${target} PRIVATE ${core_headers})
    endif()
endforeach()

set(qt_headers
    <QAbstractScrollArea> <QAbstractTableModel> <QAction> <QApplication> <QFileInfo> <QImage> <QKeyEvent> <QLabel> <QMenu>
    <QMouseEvent> <QPainter> <QSettings> <QString> <QTimer> <QToolButton> <QVBoxLayout> <QWidget>
    <algorithm> <array> <cmath> <cstdint> <functional> <map> <memory> <optional> <span> <string> <string_view> <utility>
    <vector>)
foreach(target IN ITEMS widgets stepscope_gui)
    if(TARGET ${target})
        target_precompile_headers(${target} PRIVATE ${qt_headers})
    endif()
endforeach()
