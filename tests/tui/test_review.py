"""Cards on the screen: a question, its answer, how well it was known."""

from pathlib import Path

from tests.tui.pilot import desk
from tracker.library import Library
from tracker.tui.screens.review import ReviewScreen


async def test_a_card_is_asked_shown_and_answered(seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.annotate(1, 0, 20, "question", body="because of this")
    async with desk(seeded) as here:
        screen = await here.press("g", "v")
        here.on(ReviewScreen)
        assert "1 left today" in screen
        assert "because of this" not in screen
        await here.press("3")  # nothing is known before it was shown
        assert here.library.cards_due()
        screen = await here.press("space")
        assert "because of this" in screen
        assert "3 good" in screen.splitlines()[-1]
        screen = await here.press("3")
        assert "Nothing more comes back today" in screen
        assert "again in 4 days" in screen
        screen = await here.press("u")
        assert "⏎ shows the answer" in screen


async def test_nothing_to_review_says_what_would_be(seeded: Path) -> None:
    async with desk(seeded, (60, 12)) as here:
        screen = await here.press("g", "v")
        assert "Nothing more comes back today" in screen
        await here.press("q")
