# SPDX-License-Identifier: GPL-3.0-or-later
"""Two workers cannot keep up with the model: it waits for them in every step."""
import time

import torch
from tiny import STEPS, make_model, train

ROWS, WIDTH = 8, 64


class Slow(torch.utils.data.Dataset):
    def __len__(self):
        return STEPS * ROWS

    def __getitem__(self, index):
        time.sleep(0.008)
        return torch.full((WIDTH,), float(index))


if __name__ == "__main__":  # the workers import this file
    train(make_model(WIDTH, 2), torch.utils.data.DataLoader(Slow(), batch_size=ROWS, num_workers=2))
