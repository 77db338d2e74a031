# SPDX-License-Identifier: GPL-3.0-or-later
"""The losses are added up with their graphs, so that every step's activations stay."""
import torch
from tiny import GPU, loss_of, make_model, ready_batches

WIDTH = 1024
model = make_model(WIDTH, 4)
optimizer = torch.optim.AdamW(model.parameters(), fused=GPU)
epoch_loss = 0
for batch in ready_batches(1024, WIDTH):
    loss = loss_of(model, batch)
    loss.backward(retain_graph=True)
    epoch_loss = epoch_loss + loss
    optimizer.step()
    optimizer.zero_grad()
