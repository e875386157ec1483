"""Settings: which of flag, environment, file and default counts, and that a mistake is named."""

import subprocess
import sys
from pathlib import Path

import platformdirs
import pytest

from tracker.config import (
    Settings,
    config_file,
    default_library,
    login_name,
    settings,
)
from tracker.config_file import keep_macro, with_macro, written_template
from tracker.errors import Unreadable


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home folder of one's own, so that nobody's settings are read or written."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "TRACKER_CONFIG", "TRACKER_LIBRARY", "TRACKER_ME"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("LOGNAME", "ann")
    return tmp_path


def written(home: Path, text: str) -> Path:
    file = config_file()
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, "utf-8")
    assert file.is_relative_to(home)
    return file


def test_without_any_settings_the_library_is_in_the_data_folder_under_the_login_name(home: Path) -> None:
    found = settings()
    assert found == Settings(default_library(), "ann", None, "default", {}, True, True, config_file(), ())
    assert Path(found.library).is_relative_to(home)
    assert Path(found.library).name == "library.db"
    assert not any(home.iterdir())


@pytest.mark.parametrize("told", ["", "/elsewhere", "not/absolute", "~/x", "/with/end/"])
@pytest.mark.parametrize("at", ["{home}", "{home}/", "", "not/absolute"])
def test_folders_are_those_of_the_platform(told: str, at: str, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", at.format(home=home))
    monkeypatch.setenv("XDG_CONFIG_HOME", told)
    monkeypatch.setenv("XDG_DATA_HOME", told)
    assert config_file() == Path(platformdirs.user_config_dir("tracker", appauthor=False)) / "config.toml"
    assert Path(default_library()) == Path(platformdirs.user_data_dir("tracker", appauthor=False)) / "library.db"


def test_a_flag_counts_before_the_environment_before_the_file(home: Path) -> None:
    written(home, 'library = "/file.db"\nme = "file"\n')
    assert settings()[:2] == ("/file.db", "file")
    environ = {"TRACKER_LIBRARY": "/env.db", "TRACKER_ME": "env"}
    assert settings(environ=environ)[:2] == ("/env.db", "env")
    assert settings(library="/flag.db", me="flag", environ=environ)[:2] == ("/flag.db", "flag")
    assert settings(environ={"TRACKER_LIBRARY": "", "TRACKER_ME": " "})[:2] == ("/file.db", "file")


def test_the_file_is_the_flags_before_the_environments_before_the_usual(home: Path, tmp_path: Path) -> None:
    written(home, 'me = "usual"\n')
    (tmp_path / "env.toml").write_text('me = "env"\n')
    (tmp_path / "flag.toml").write_text('me = "flag"\n')
    environ = {"TRACKER_CONFIG": "~/env.toml"}
    assert settings().me == "usual"
    assert settings(environ=environ).me == "env"
    assert settings(config=str(tmp_path / "flag.toml"), environ=environ).me == "flag"


def test_everything_can_be_set_in_the_file(home: Path) -> None:
    file = written(
        home,
        'library = "papers.db"\nme = "Ann  Lee"\ntheme = "nord"\nseed = false\ndim = false\nascii = true\n'
        'keys = "vim"\n'
        '[keymap]\n"status.done" = "d,f9"\nstatus.later = "w"\nfind = ["slash", "ctrl+f"]\nquit = ""\n',
    )
    keys = {"status.done": "d,f9", "status.later": "w", "find": "slash,ctrl+f", "quit": ""}
    assert settings() == Settings(
        str(file.parent / "papers.db"), "Ann Lee", "nord", "vim", keys, False, False, file, (), ascii=True
    )
    assert settings(seed=True).seed


def test_a_file_of_keys_beside_the_settings_counts_before_them(home: Path) -> None:
    file = written(home, '[keymap]\n"status.done" = "f9"\nfind = "f3"\n')
    file.with_name("keys.toml").write_text('status.done = "f8"\n')
    assert settings().keymap == {"status.done": "f8", "find": "f3"}


def test_a_set_of_keys_there_is_not_is_refused_with_the_one_meant(home: Path) -> None:
    written(home, 'keys = "arows"\n')
    with pytest.raises(Unreadable, match="did you mean arrows"):
        settings()


@pytest.mark.parametrize(
    ("told", "place"),
    [
        ("~/papers.db", "{home}/papers.db"),
        ("/srv/papers.db", "/srv/papers.db"),
        ("postgresql+psycopg://ann@host/papers", "postgresql+psycopg://ann@host/papers"),
    ],
)
def test_a_library_is_a_file_or_an_address(home: Path, told: str, place: str) -> None:
    written(home, f'library = "{told}"\n')
    assert settings().library == place.format(home=home)


def test_an_unknown_key_is_named_with_a_suggestion_and_left_out(home: Path) -> None:
    file = written(home, 'libary = "/x.db"\nzzz = 1\n')
    assert settings().warnings == (
        f"{file}: unknown key libary (did you mean library?); it is left out",
        f"{file}: unknown key zzz; it is left out",
    )


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("library = 3\n", "library must be text, not a whole number"),
        ("me = ['ann']\n", "me must be text, not a list"),
        ("theme = 2025-01-01\n", "theme must be text, not a date or time"),
        ("seed = 'no'\n", "seed must be true or false, not text"),
        ("keymap = 'vim'\n", "keymap must be a table of commands and keys, not text"),
        ("[keymap]\nstatus.done = 3\n", "keymap.status.done must be a key or a list of keys, not a whole number"),
        ("[keymap]\nfind = [1]\n", "keymap.find must be a key or a list of keys"),
        ("library = \n", "is not valid TOML: .*line 1"),
    ],
)
def test_a_wrong_value_is_named_with_its_file_and_key(home: Path, text: str, message: str) -> None:
    file = written(home, text)
    with pytest.raises(Unreadable, match=message) as raised:
        settings()
    assert str(raised.value).startswith(str(file))


def test_a_config_file_that_was_asked_for_must_be_there(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match=r"none\.toml cannot be read: No such file"):
        settings(config=str(tmp_path / "none.toml"))
    with pytest.raises(Unreadable, match="cannot be read"):
        settings(environ={"TRACKER_CONFIG": str(tmp_path)})
    (tmp_path / "bytes.toml").write_bytes(b"me = '\xff'")
    with pytest.raises(Unreadable, match="not UTF-8"):
        settings(config=str(tmp_path / "bytes.toml"))


def test_an_empty_option_is_refused_rather_than_taken_for_another_library() -> None:
    with pytest.raises(Unreadable, match="--library is empty"):
        settings(library="")
    with pytest.raises(Unreadable, match="--me is empty"):
        settings(me=" ")
    with pytest.raises(Unreadable, match="--config is empty"):
        settings(config="")


def test_the_template_sets_nothing_and_reads_back_when_uncommented(home: Path) -> None:
    before = settings()
    assert written_template(before.file, before)
    assert settings() == before
    text = before.file.read_text("utf-8")
    lines = [line.removeprefix("# ") if " = " in line and line.startswith("# ") else line for line in text.split("\n")]
    before.file.write_text("\n".join(lines), "utf-8")
    found = settings()
    plain = found._replace(theme=None, keymap={}, templates={}, macros={}, words=before.words, outside={})
    assert plain == before
    assert found.macros == {"s": "tag +safety; later; next"}
    assert found.words == (("calibrat*", "human study"), ("survey",))
    assert found.templates == {"ICML 2025": "Claim: \nEvidence: \nFor us: "}
    assert (found.network().contact, len(found.network().feeds)) == ("you@example.org", 1)
    assert found.keymap == {"status.done": "d", "find": "slash,ctrl+f"}
    assert not written_template(before.file, before)


def test_a_template_for_odd_names_is_still_toml(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    odd = settings()._replace(library='C:\\papers "x".db', me='Ann "A" \\ Lee')
    assert written_template(file, odd)
    file.write_text(file.read_text("utf-8").replace("# me", "me"), "utf-8")
    assert settings(config=str(file)).me == odd.me


def test_a_template_can_be_put_where_a_file_was_asked_for_that_is_not_there(tmp_path: Path) -> None:
    file = tmp_path / "new" / "other.toml"
    assert written_template(file)
    assert settings(config=str(file))[:2] == settings()[:2]


def test_a_machine_without_names_or_home_still_has_settings(monkeypatch: pytest.MonkeyPatch) -> None:
    assert login_name({"LOGNAME": "", "USER": "bob"}) == "bob"
    assert login_name({})
    lost = (
        "import os, pwd\n"
        "def nobody(_): raise KeyError('uid not found')\n"
        "pwd.getpwuid = nobody\n"
        "from tracker.config import settings, login_name\n"
        "from tracker.errors import LibraryUnavailable\n"
        "print(login_name())\n"
        "print(settings(library='x.db').library)\n"
        "try: settings()\n"
        "except LibraryUnavailable as error: print(error)\n"
    )
    told = subprocess.run([sys.executable, "-c", lost], env={}, capture_output=True, text=True, check=True).stdout
    assert told.split("\n")[:2] == ["me", "x.db"]
    assert "--library" in told.split("\n")[2]


MACRO = 'tag +safety; later; "next"'
KEPT = 's = "tag +safety; later; \\"next\\""'

PLACED = [
    ("", f"[macros]\n{KEPT}\n"),
    ("dim = true\n", f"dim = true\n\n[macros]\n{KEPT}\n"),
    ("[macros]\nx = 'skip'  # mine\n[words]\n", f"[macros]\n{KEPT}\nx = 'skip'  # mine\n[words]\n"),
    ("[macros] # behind ,\n  s = 'old' # gone\n\n[words]\n", f"[macros] # behind ,\n{KEPT}\n\n[words]\n"),
    ("[words]\ns = 'no macro'\n", f"[words]\ns = 'no macro'\n\n[macros]\n{KEPT}\n"),
]


@pytest.mark.parametrize(("before", "after"), PLACED)
def test_a_macro_is_put_into_its_table_and_all_else_stays(before: str, after: str) -> None:
    assert with_macro(before, "s", MACRO) == after


def test_a_kept_macro_is_there_at_the_next_start(tmp_path: Path) -> None:
    file = tmp_path / "new" / "config.toml"
    keep_macro(file, "s", MACRO)
    keep_macro(file, "x", "skip")
    keep_macro(file, "s", "later")
    assert settings(config=str(file), environ={}).macros == {"s": "later", "x": "skip"}


def test_a_file_that_keeps_its_macros_in_its_own_way_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "config.toml"
    for own in ("macros = {x = 'skip'}\n", "macros.x = 'skip'\n", "[macros]\nx = 1 1\n"):
        file.write_text(own)
        with pytest.raises(Unreadable):
            keep_macro(file, "s", MACRO)
        assert file.read_text() == own
        assert list(tmp_path.iterdir()) == [file]
