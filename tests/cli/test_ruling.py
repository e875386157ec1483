"""`tracker rules`: keep, look, do, take back."""

from tests.cli.conftest import Tracker


def test_a_rule_from_keeping_to_undoing(tracker: Tracker) -> None:
    tracker("rules", "add", "theory", "#theory", "tag +shelf; later")
    assert tracker("rules").rows == [["theory", "#theory", "tag +shelf; later", "4"]]
    assert tracker("__complete", "--", "rules", "apply", "the").out.startswith("theory")
    tried = tracker("rules", "try", "theory")
    assert tried.out.startswith("tag +shelf; later on 4 papers of #theory\n")
    assert tracker("list", "#shelf", "--count").out.strip() == "0"
    assert "on 4 papers" in tracker("rules", "apply", "theory").out
    assert tracker("list", "#shelf", "--count").out.strip() == "4"
    tracker("undo")
    assert tracker("list", "#shelf", "--count").out.strip() == "0"
    tracker("rules", "remove", "theory")
    assert tracker("rules", "--json").json == []


def test_mistakes_are_named(tracker: Tracker) -> None:
    assert tracker("rules", "dance").code == 2
    assert tracker("rules", "apply", "nothing").code == 1
    assert tracker("rules", "add", "x", "#theory", "dance").code == 2
