"""Bytes to text: right, or with a warning, or refused; never garbled in silence."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tracker.errors import Unreadable
from tracker.formats.encoding import decode
from tracker.seeds import seed_files

SEED = seed_files()[0].read_bytes().decode("utf-8")
CURLY = "The model’s “visual thoughts” — naïve, 1–2 % better — cost €3 at Zoë’s café."


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-le"])
@pytest.mark.parametrize("text", [SEED, SEED.replace("\n", "\r\n"), CURLY, "ascii", "Ω is more than ω", "xy"])
def test_unicode_in_any_form_is_read_without_a_word(encoding: str, text: str) -> None:
    assert decode(text.encode(encoding)) == (text, ())


@given(st.text())
def test_every_text_in_utf8_comes_back(text: str) -> None:
    data = text.encode("utf-8")
    if b"\0" not in data and not data.startswith((b"PK\x03\x04", b"%PDF-", b"BZh", b"GIF8", codecs.BOM_UTF8)):
        assert decode(data) == (text, ())


@given(st.binary())
def test_any_bytes_give_text_or_a_clear_refusal(data: bytes) -> None:
    try:
        text, _ = decode(data)
    except Unreadable as error:
        text = str(error)
    assert text or not data.strip(b"\xff\xfe\xef\xbb\xbf\0")


def test_windows_1252_is_read_with_a_warning() -> None:
    text, (warning,) = decode(CURLY.encode("cp1252"))
    assert text == CURLY
    assert "Windows-1252" in warning
    assert "--encoding" in warning


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("gb18030", "大语言模型在推理任务上取得了显著进展，然而其机制仍不清楚。" * 5),
        ("shift_jis", "大規模言語モデルは推論において著しい進歩を遂げた。" * 5),
        ("cp1251", "Большие языковые модели плохо считают, и мы показываем почему. " * 5),
        ("koi8-r", "Большие языковые модели плохо считают, и мы показываем почему. " * 5),
        ("euc_kr", "대규모 언어 모델은 추론 과제에서 눈에 띄는 발전을 이루었다. " * 5),
    ],
)
def test_what_would_only_be_garbled_is_refused_with_advice(encoding: str, text: str) -> None:
    with pytest.raises(Unreadable, match="--encoding"):
        decode(text.encode(encoding))
    assert decode(text.encode(encoding), encoding) == (text, ())


@pytest.mark.parametrize(
    "declaration",
    ["% Encoding: {}", "# -*- coding: {} -*-", '<?xml version="1.0" encoding="{}"?>', '<meta charset="{}">'],
)
@pytest.mark.parametrize(
    ("encoding", "text"), [("gb18030", "论文列表"), ("iso8859-2", "Erdős Pál műve"), ("cp1252", CURLY)]
)
def test_a_declaration_that_proves_true_is_followed(declaration: str, encoding: str, text: str) -> None:
    whole = declaration.format(encoding) + "\n" + text
    assert decode(whole.encode(encoding)) == (whole, ())


def test_a_false_declaration_is_told_and_not_followed() -> None:
    whole = "% Encoding: UTF-8\n" + CURLY
    text, warnings = decode(whole.encode("cp1252"))
    assert text == whole
    assert "declares UTF-8" in warnings[0]
    assert "Windows-1252" in warnings[1]


@pytest.mark.parametrize("name", ["rot13", "base64", "punycode", "unicode_escape", "idna", "nonsense", "hex"])
def test_a_declared_codec_that_is_no_encoding_is_ignored(name: str) -> None:
    whole = f"% Encoding: {name}\n{CURLY}"
    assert decode(whole.encode("cp1252")).text == whole


def test_declared_latin_1_means_windows_1252_as_on_the_web() -> None:
    whole = "% Encoding: ISO-8859-1\n" + CURLY
    assert decode(whole.encode("cp1252")) == (whole, ())


def test_a_stray_byte_in_utf8_does_not_garble_the_rest() -> None:
    data = SEED.encode("utf-8").replace("—".encode(), b"\x97", 1)
    text, (warning,) = decode(data)
    assert text == SEED
    assert "line 3" in warning


def test_an_encoding_that_is_told_is_kept_to() -> None:
    assert decode(CURLY.encode("cp1252"), "windows-1252") == (CURLY, ())
    assert decode(CURLY.encode("utf-8-sig"), "utf-8") == (CURLY, ())
    assert decode(CURLY.encode("utf-16"), "utf-16") == (CURLY, ())
    with pytest.raises(Unreadable, match=r"not utf-8 \(line 1, byte 9\)"):
        decode(CURLY.encode("cp1252"), "utf-8")
    for name in ("klingon", "base64", "rot13", "hex", "idna", "a\0b", "é", ""):
        with pytest.raises(Unreadable, match="No encoding is named"):
            decode(b"x", name)


@pytest.mark.parametrize(
    ("data", "what"),
    [
        (b"%PDF-1.7\n%\xe2\xe3", "PDF"),
        (b"PK\x03\x04\x14\0\x06\0", "zip"),
        (b"\x1f\x8b\x08\0", "gzip"),
        (b"\x89PNG\r\n\x1a\n\0\0", "picture"),
        (b"\x7fELF\x02\x01\x01\0\0\0\0\0\x03\0>\0", "binary"),
    ],
)
def test_what_is_no_text_is_named(data: bytes, what: str) -> None:
    with pytest.raises(Unreadable, match=what):
        decode(data)


def test_a_stray_nul_in_a_text_is_told_of() -> None:
    text, (warning,) = decode(SEED.encode("utf-8") + b"\0")
    assert text == SEED + "\0"
    assert "NUL" in warning


def test_a_file_cut_off_within_utf16_says_so() -> None:
    with pytest.raises(Unreadable, match="UTF-16"):
        decode(SEED.encode("utf-16")[:-1])


def test_a_file_from_an_old_mac_is_told_from_one_of_windows() -> None:
    for name, text in (("mac_roman", "Zählen, sagte José Núñez"), ("cp1252", "Zählen – don’t – sagte Žižek, Müller")):
        found = decode(text.encode(name))
        assert found.text == text
        assert any("Mac Roman" in warning for warning in found.warnings) == (name == "mac_roman")
