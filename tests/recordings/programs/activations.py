# SPDX-License-Identifier: GPL-3.0-or-later
"""Few parameters, many rows: nearly all memory at the peak is kept for the backward pass."""
from tiny import make_model, ready_batches, train

train(make_model(512, 12), ready_batches(16384, 512))
