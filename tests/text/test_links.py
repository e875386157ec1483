"""A paper's addresses, each once and the best first."""

from tests.text.abstracts import seed
from tracker.text.links import Kind, Link, links, ordered
from tracker.text.render import render


def test_the_links_of_an_abstract_are_those_in_its_text() -> None:
    assert links(render(seed("We introduce Spatial"))) == [
        Link("https://geometric-rl.mpi-inf.mpg.de/srm/", Kind.OTHER),
    ]
    assert links(render(seed("Ensuring the safety"))) == [Link("https://github.com/thu-ml/STAIR", Kind.CODE)]
    assert links(render(seed("Length generalization"))) == []


def test_an_address_is_named_once_however_it_is_spelt() -> None:
    rendered = render("http://www.x.org/a/ and https://X.org/a and [here](https://x.org/a)")
    assert [link.url for link in links(rendered)] == ["http://www.x.org/a/"]


def test_the_best_address_comes_first() -> None:
    urls = [
        "https://x.org/",
        "https://lab.github.io/tool/",
        "https://github.com/lab/tool",
        "https://doi.org/10.1000/x",
        "https://arxiv.org/abs/2412.17451",
        "https://openreview.net/forum?id=X3",
        "https://openreview.net/pdf?id=X3",
    ]
    assert [link.url for link in ordered(urls)] == urls[::-1]


def test_what_no_browser_may_be_given_is_left_out() -> None:
    hostile = [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "ftp://x.org",
        "https://",
        "https://x.org/\x1b[0m",
        "http://[",
        "-x",
    ]
    assert ordered(hostile) == []
