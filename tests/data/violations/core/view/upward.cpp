// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks: core includes widgets. Fine: a hidden library in a .cpp file of core.
#include "widgets/view.h"
#include <simdjson.h>
