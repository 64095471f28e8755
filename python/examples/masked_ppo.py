"""Masked PPO in one file, from observations alone: `python masked_ppo.py [seconds]`.

One network plays all seats of 6 nimmt! at many tables of a `VecEnv`. A row of a step is a decision; what it earned is
in the next row of its table and seat, or in the end of the game. Then the policy is measured in the arena.
"""

import sys
import time

import numpy as np
import torch
from torch import nn

from hornox import VecEnv, arena

SECONDS = float(sys.argv[1]) if len(sys.argv) > 1 else 90.0
TABLES, PLAYERS, RULES, ROUND = 256, 4, "bench", 10
LEARNING_RATE, CLIP, ENTROPY, EPOCHS, MINIBATCH = 1e-3, 0.2, 0.01, 3, 2048

torch.manual_seed(1)
torch.set_num_threads(1)
env = VecEnv(TABLES, RULES, PLAYERS, observation="raw", reward="relative")
LENGTH, ACTIONS = len(env.layout), env.actions


class Net(nn.Module):
    """Policy and value over one body. Each byte of the observation says where a card is, so it is taken apart."""

    def __init__(self) -> None:
        """Make the layers."""
        super().__init__()
        self.body = nn.Sequential(nn.Linear(2 * LENGTH + 109, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU())
        self.policy = nn.Linear(256, ACTIONS)
        self.value = nn.Linear(256, 1)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        """Logits [B, A], −∞ where illegal, and values [B]."""
        body = self.body(torch.cat([seen / 255, (seen > 0).float(), mask.float()], dim=1))
        return self.policy(body).masked_fill(mask == 0, -torch.inf), self.value(body).squeeze(1)


net = Net()
optimizer = torch.optim.Adam(net.parameters(), LEARNING_RATE)


def play_round(batch):  # noqa: ANN001, ANN201
    """Play a round at all tables: observations, masks, actions, log-probabilities, values and returns of [10 · B]."""
    kept, gains = [], []
    for _ in range(ROUND):
        seen, mask = torch.from_numpy(batch.observation.copy()), torch.from_numpy(batch.action_mask.copy())
        with torch.no_grad():
            logits, value = net(seen, mask)
        chosen = torch.distributions.Categorical(logits=logits)
        action = chosen.sample()
        kept.append((seen, mask, action, chosen.log_prob(action), value))
        batch = env.step(action.numpy())
        gain = batch.reward.copy()
        for end in env.ended():
            gain[end.table * PLAYERS : (end.table + 1) * PLAYERS] = end.rewards
        gains.append(torch.from_numpy(gain))
    returns = torch.flip(torch.cumsum(torch.flip(torch.stack(gains), [0]), 0), [0]) / 10
    columns = [torch.cat(column) for column in zip(*kept, strict=True)]
    return batch, (*columns, returns.reshape(-1))


def learn(seen, mask, action, old, value, returns) -> None:  # noqa: ANN001
    """A few epochs of PPO on the decisions of a round."""
    advantage = returns - value
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-8)
    for _ in range(EPOCHS):
        for rows in torch.randperm(len(action)).split(MINIBATCH):
            logits, values = net(seen[rows], mask[rows])
            chosen = torch.distributions.Categorical(logits=logits)
            ratio = (chosen.log_prob(action[rows]) - old[rows]).exp()
            gain = torch.min(ratio * advantage[rows], ratio.clamp(1 - CLIP, 1 + CLIP) * advantage[rows])
            spread = -(chosen.probs * logits.log_softmax(1).masked_fill(mask[rows] == 0, 0)).sum(1)
            loss = 0.5 * (values - returns[rows]).pow(2).mean() - gain.mean() - ENTROPY * spread.mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimizer.step()


def policy(observation: np.ndarray, action_mask: np.ndarray) -> np.ndarray:
    """The likeliest action of each row, as the arena asks for it."""
    with torch.no_grad():
        logits, _ = net(torch.tensor(observation), torch.tensor(action_mask))
    return logits.argmax(1).numpy()


batch = env.reset(seed=1)
start, iterations = time.monotonic(), 0
while time.monotonic() - start < SECONDS:
    batch, decisions = play_round(batch)
    learn(*decisions)
    iterations += 1
(row,) = arena(policy, "random", RULES, PLAYERS, deals=500, threads=1)
print(f"{iterations} iterations, {iterations * ROUND * TABLES * PLAYERS:,} decisions")
print(f"against random: {row['diff']:+.2f} bulls a game, standard error {row['diff_se']:.2f}")
print("beats random" if row["diff"] < -3 * row["diff_se"] else "does not beat random")
