// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks: the command line program uses Qt and widgets.
#include "widgets/view.h"
#include <QtCore/QObject>
