"""Random play at many tables: the shortest use of the package."""

from hornox import VecEnv

env = VecEnv(tables=64, rules="round", players=4)
batch = env.reset(seed=7)
games = []
while len(games) < 100:
    batch = env.step(env.sample())
    games += env.ended()
print("bulls of the first game:", games[0].scores)
