"""Orders of papers as a ranking would give them: the relevant ones earlier, by a bias that is stated."""

import random


def order(seed: int, papers: int, relevant: int, bias: float) -> list[bool]:
    """Whether each paper is relevant, the first ones likelier by `bias`."""
    chance = random.Random(seed)
    drawn = [
        (-(chance.random() ** (1 / (bias if paper < relevant else 1))), paper < relevant) for paper in range(papers)
    ]
    return [label for _, label in sorted(drawn)]
