"""Whatever two people do to a page on both sides, no word is lost that nobody took away."""

import pytest

from tests.vault.sides import Play

BLOCK = 100


@pytest.mark.parametrize("block", range(10))
def test_a_thousand_random_sequences_of_edits_on_both_sides_lose_no_character(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        Play(seed).play(12)


@pytest.mark.slow
@pytest.mark.parametrize("block", range(10, 50))
def test_nor_do_longer_ones(block: int) -> None:
    for seed in range(block * BLOCK, (block + 1) * BLOCK):
        Play(seed).play(40)
