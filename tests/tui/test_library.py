"""What the Library screen promises."""

from pathlib import Path

import pytest

from tests.tui.pilot import Desk, desk, settled
from tracker.library import Library
from tracker.library.values import Changed
from tracker.terms import Status
from tracker.tui.screens.base import LibraryChanged
from tracker.tui.screens.library import LibraryScreen
from tracker.tui.screens.menu import Menu

TITLE = "Non-Asymptotic Length Generalization"


def status_line(screen: str) -> str:
    return screen.splitlines()[-2].strip()


async def at(here: Desk, title: str) -> int:
    """Put the cursor on a paper by its title."""
    papers = here.papers
    ids = {row.heading: row.id for row in here.library.rows(papers.ids)}
    papers.go(papers.place(ids[title]) or 0)
    await here.press()
    return ids[title]


async def test_the_list_and_the_current_abstract_are_side_by_side(seeded: Path) -> None:
    async with desk(seeded) as here:
        await at(here, TITLE)
        assert "▌● " in here.text
        assert "Length generalization is the ability of a learning algorithm" in here.text
        assert "36 papers" in here.text


async def test_a_verb_acts_on_the_current_paper_and_says_how_to_take_it_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        screen = await here.press("w")
        assert "as later — u undoes" in status_line(screen)
        assert here.library.rows([paper])[0].status == Status.LATER
        screen = await here.press("u")
        assert status_line(screen).endswith("U redoes")
        assert here.library.rows([paper])[0].status == Status.INBOX
        await here.press("U")
        assert here.library.rows([paper])[0].status == Status.LATER


async def test_what_was_said_of_undoing_goes_when_another_step_came_on_another_screen(seeded: Path) -> None:
    async with desk(seeded) as here:
        assert "as later — u undoes" in status_line(await here.press("w"))
        await here.press("enter", "3")  # now u takes back this mark
        assert "u undoes" not in status_line(await here.press("escape"))


async def test_what_was_said_of_undoing_stays_while_somebody_else_only_looks(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("w")
        here.on(LibraryScreen).post_message(LibraryChanged(Changed(None, frozenset(), deed=False)))
        await settled(here.pilot)
        assert "as later — u undoes" in status_line(here.text)


async def test_what_was_said_of_a_filter_goes_with_the_filter(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash", *"reasoning", "ctrl+@")
        assert "reasoning" in status_line(here.text)
        assert "reasoning" not in status_line(await here.press("escape", "escape"))


async def test_a_verb_acts_on_all_marked_papers_at_once(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("space", "j", "space")
        assert "2 marked · 36 shown" in status_line(screen)
        assert "on 2 marked" in screen.splitlines()[-1]
        screen = await here.press("d")
        assert "marked 2 papers as done — u undoes" in status_line(screen)
        assert here.library.count("status:done") == 2
        await here.press("u")
        assert here.library.count("status:done") == 0


async def test_ranges_all_and_the_others_can_be_marked(seeded: Path) -> None:
    async with desk(seeded) as here:
        assert "3 marked" in await here.press("V", "j", "j")
        assert "33 marked" in await here.press("V", "I")
        assert "36 marked" in await here.press("A")
        screen = await here.press("escape")
        assert "36 marked" not in screen


async def test_the_last_change_is_repeated_by_a_full_stop(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("p", "j", "full_stop", "j", "full_stop")
        assert here.library.count("prio:1") == 3


@pytest.mark.parametrize(
    ("keys", "query"),
    [
        ("sl", "status:later"),
        ("sd", "status:done"),
        ("sx", "status:skipped"),
        ("sr", "status:reading"),
        ("*", "is:starred"),
    ],
)
async def test_any_status_is_two_keys_away(seeded: Path, keys: str, query: str) -> None:
    async with desk(seeded) as here:
        await here.type(keys)
        assert here.library.count(query) == 1


async def test_typing_a_filter_narrows_the_list_and_escape_brings_it_back(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        screen = await here.type("jailbreaking")
        assert "Adversarial Reasoning at Jailbreaking Time" in screen
        assert " of 36 ·" in screen
        assert TITLE not in screen
        screen = await here.press("escape", "escape")
        assert "36 papers" in screen
        screen = await here.press("slash", "up")
        assert "jailbreaking" in screen.splitlines()[1]


async def test_a_word_nothing_holds_takes_the_nearest_and_says_so(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        assert "jailbreakng → jailbreaking · ^t looks for it as typed" in await here.type("jailbreakng")


async def test_one_key_looks_for_a_corrected_word_as_it_was_typed(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("slash")
        assert "^t as typed" in await here.type("jailbreakng")
        screen = await here.press("ctrl+t")
        assert here.on(LibraryScreen).query_text == "=jailbreakng"
        assert "No paper matches" in screen
        assert "^t as typed" not in screen


async def test_one_key_takes_what_is_offered(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("slash")
        assert "^o take it" in await here.type("satus:inbox reasoning")
        screen = await here.press("ctrl+o")
        assert here.on(LibraryScreen).query_text == "status:inbox reasoning"
        assert "^o take it" not in screen
        await here.type(" #safe")
        there = here.library.count("status:inbox reasoning #safety")
        assert f"· safety {there}\n" in await here.press("tab")
        assert "· safety" not in await here.type(" model")


async def test_what_the_filter_found_is_lit_in_the_list(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("slash")
        await here.type("jailbreaking")
        lit = [s.text for y in range(3) for s in here.papers.render_line(y) if s.style and s.style.underline]
        assert any(text.startswith("Jailbreak") for text in lit)


async def test_no_match_offers_to_drop_a_term(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        screen = await here.type("tag:safety tag:theory")
        assert "No paper matches" in screen
        assert "without tag:safety" in screen
        screen = await here.press("escape", "2")
        assert "of 36" in screen
        assert here.on(LibraryScreen).query_text == "tag:safety"


async def test_a_list_that_begins_empty_says_what_fills_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("3")
        assert "Nothing is kept for later" in screen
        assert "w  on a paper keeps it for later" in screen
        assert "▸ Next up" in await here.press("1"), "a digit is a saved search where no term is to be dropped"
        await here.press("escape", "w")
        assert "Nothing is kept" not in await here.press("3")


async def test_the_right_button_shows_what_can_be_done_and_a_click_beside_it_closes_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.pilot.click("PaperList", offset=(10, 4), button=3)
        assert here.papers.cursor == 4
        await here.press()
        assert isinstance(here.app.screen, Menu)
        await here.pilot.click(offset=(70, 15))
        await here.press()
        assert isinstance(here.app.screen, LibraryScreen)
        assert here.papers.cursor == 4


async def test_a_saved_search_is_removed_in_the_left_pane_and_comes_back(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("shift+tab", "shift+tab", "j", "j", "D")
        assert [saved.name for saved in here.library.saved()][1:3] == ["Inbox", "Reading"]
        await here.press("u")
        assert [saved.name for saved in here.library.saved()][1:3] == ["Inbox", "Later"]


async def test_one_paper_is_added_by_what_names_it(seeded: Path) -> None:
    async with desk(seeded, (140, 40)) as here:
        await here.press("a")
        await here.type("An abstract of our own about quokkas.")
        screen = await here.press("enter")
        assert "added “An abstract of our own" in status_line(screen)
        assert here.library.count("quokkas") == 1
        await here.press("a")
        await here.type("An abstract of our own about quokkas.")
        assert "is here already" in status_line(await here.press("enter"))
        await here.press("u")
        assert here.library.count("quokkas") == 0


async def test_arrows_go_through_earlier_filters_and_down_into_what_is_found(seeded: Path) -> None:
    async with desk(seeded) as here:
        for query in ("token", "safety"):
            await here.press("slash", *query, "enter", "escape")
        await here.press("slash", *"math", "up")
        assert here.on(LibraryScreen).query_text == "safety"
        await here.press("up", "up", "up")
        assert here.on(LibraryScreen).query_text == "token"
        await here.press("down", "down")
        assert here.on(LibraryScreen).query_text == "math"
        await here.press("down")
        assert here.on(LibraryScreen).query_text == "math"
        assert here.papers.has_focus


async def test_what_was_not_understood_is_said_below_the_filter(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("slash")
        screen = await here.type("satus:later x")
        assert "there is no field “satus”" in screen.splitlines()[2]


async def test_saved_searches_have_digits_and_the_filter_can_be_saved(seeded: Path) -> None:
    async with desk(seeded) as here:
        screen = await here.press("2")
        assert "▸ Inbox" in screen.splitlines()[0]
        await here.press("escape", "slash")
        await here.type("tag:safety")
        await here.press("enter", "F")
        await here.type("9 Safe ones")
        await here.press("enter", "escape")
        screen = await here.press("9")
        assert "▸ Safe ones" in screen.splitlines()[0]


async def test_papers_are_tagged_by_typing(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        await here.press("t")
        await here.type("saf")
        await here.press("enter")
        screen = await here.press("escape")
        assert "#safety — u undoes" in screen
        assert "safety" in here.library.rows([paper])[0].tags
        await here.press("j", "T")
        await here.press("t")
        screen = await here.type("brand-new")
        assert "#brand-new is new" in screen
        await here.press("enter", "enter", "escape")
        assert here.library.count("tag:brand-new") == 1


async def test_a_due_day_is_typed_as_people_say_it(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("P")
        await here.type("2w")
        screen = await here.press("enter")
        assert "!14d" in screen
        await here.press("P")
        await here.type("nonsense")
        assert "is no day" in await here.press("enter")


async def test_a_sequence_shows_what_may_follow(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.pilot.press("g")
        here.on(LibraryScreen).show_hint()
        await here.pilot.pause()
        strip = " ".join(here.text.splitlines()[-5:])
        assert "i inbox" in strip
        assert "u history" in strip
        screen = await here.press("l")
        assert "▸ Later" in screen.splitlines()[0]


async def test_changes_of_another_program_appear_by_themselves(seeded: Path) -> None:
    async with desk(seeded) as here:
        paper = await at(here, TITLE)
        with Library.open(seeded, "ann") as other:
            other.set_priority([paper], 3)
        for _ in range(100):
            await here.pilot.pause(0.05)
            if "▌●  3" in here.text or "▌● 3" in here.text:
                break
        assert "3 Non-Asymptotic" in here.text


async def test_the_cursor_stays_on_its_paper_and_else_on_its_neighbour(seeded: Path) -> None:
    async with desk(seeded) as here:
        await here.press("2", "j", "j")
        papers = here.papers
        below = papers.ids[3]
        await here.press("w")
        assert papers.current == below
        await here.press("u")
        assert papers.current == below


async def test_next_unread_skips_what_was_seen(seeded: Path) -> None:
    async with desk(seeded) as here:
        papers = here.papers
        here.library.mark_seen(papers.ids[1])
        here.library.set_status([papers.ids[2]], Status.DONE)
        await here.press("n")
        assert papers.current == papers.ids[3]


async def test_the_mouse_moves_the_cursor_and_opens(seeded: Path) -> None:
    async with desk(seeded) as here:
        papers = here.papers
        await here.pilot.click("PaperList", offset=(10, 4))
        assert papers.cursor == 4
        await here.pilot.click("PaperList", offset=(10, 2), times=2)
        await here.press()
        assert "Reader" in here.text.splitlines()[0]
