// SPDX-License-Identifier: GPL-3.0-or-later
// Breaks: a folder of core without a rule.
#include "core/util/low.h"
