# SPDX-License-Identifier: GPL-3.0-or-later
# Precompiled headers of the Qt targets: Qt's headers are most of their compile time. Sources still include what they use.

set(qt_headers
    <QAbstractScrollArea> <QAbstractTableModel> <QAction> <QApplication> <QImage> <QKeyEvent> <QMenu> <QPainter>
    <QSettings> <QString> <QTimer> <QVBoxLayout> <QWidget>
    <algorithm> <cstdint> <functional> <memory> <optional> <string> <string_view> <vector>)
foreach(target IN ITEMS widgets stepscope_gui)
    if(TARGET ${target})
        target_precompile_headers(${target} PRIVATE ${qt_headers})
    endif()
endforeach()
