// SPDX-License-Identifier: GPL-3.0-or-later
// Precompiled header of the tests that show windows. Tests still include what they use.
#pragma once

#include "tests/support/precompiled_core.h"

#include "tests/support/loaded_trace.h"
#include "widgets/pages/trace_page.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QImage>
#include <QJsonArray>
#include <QJsonObject>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QPainter>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>
#include <QTimer>
#include <QToolButton>
