"""The last line of the screen names the keys that are at hand, whatever is asked over it."""

from pathlib import Path

import pytest

from tests.tui.pilot import desk
from tracker.library import Library


@pytest.mark.parametrize(
    ("keys", "told"),
    [
        (("P",), "⏎ take it  Esc back"),
        (("t",), "⏎ on or off  ⇥ complete  Esc done"),
        (("right",), "⏎ do it  Esc close"),
        (("enter", "c"), "⏎ send"),
        (("g", "I"), "⏎ take it  ↓ a file from here  ⇥ complete  Esc back"),
        (("g", "u"), "⏎ undo down to here"),
        (("slash", *"zzzz #theory", "escape"), "1 drop a term  / filter"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, tuple) else "told",
)
async def test_the_last_line_tells_the_keys_of_what_is_asked(keys: tuple[str, ...], told: str, seeded: Path) -> None:
    with Library.open(seeded, "ann") as library:
        library.set_star([1], True)
    async with desk(seeded) as here:
        await here.press(*keys)
        assert told in here.text.splitlines()[-1]
        assert "w later" not in here.text.splitlines()[-1]
