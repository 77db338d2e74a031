# SPDX-License-Identifier: GPL-3.0-or-later
"""Each sample is decoded in the training process while the model waits."""
import time

import torch
from tiny import STEPS, make_model, train

ROWS, WIDTH = 8, 64


class Slow(torch.utils.data.Dataset):
    def __len__(self):
        return STEPS * ROWS

    def __getitem__(self, index):
        time.sleep(0.004)  # as a decoder would take
        return torch.full((WIDTH,), float(index))


train(make_model(WIDTH, 2), torch.utils.data.DataLoader(Slow(), batch_size=ROWS))
