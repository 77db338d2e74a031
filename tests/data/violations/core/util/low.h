// Breaks: no licence line, util includes json, a library header in a .h, a file that is not there, no pragma.
#include "core/json/high.h"
#include "low.h"
#include <zstd.h>
