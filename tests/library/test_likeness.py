"""What is like a paper, two papers side by side, and a map: one meaning of likeness everywhere."""

from pathlib import Path

from tracker.library import Library

TWINS = (
    "We calibrate language models that judge essays, and remove their bias for length.",
    "Judges of essays that are language models prefer length; calibrated, they do so no more.",
    "Diffusion priors solve inverse problems of imaging, such as deblurring.",
    "Inverse problems in imaging: deblurring with priors learnt by diffusion.",
    "Regret bounds for duelling bandits under contextual feedback.",
)


def pairs(path: Path) -> Library:
    library = Library.open(path, "ann", seed=False)
    for text in TWINS:
        library.add_paper(text)
    return library


def test_the_nearest_comes_first_and_says_why(tmp_path: Path) -> None:
    with pairs(tmp_path / "pairs.db") as library:
        (first, *_) = library.similar(1)
        assert first.row.id == 2
        assert {"essays", "length"} <= set(first.words)
        assert 0 < first.score <= 1
        assert library.similar(3)[0].row.id == 4
        assert library.nearest(4) == 3


def test_a_query_for_what_is_like_a_paper_means_the_same(library: Library) -> None:
    found = library.similar(5, 20)
    assert [each.row.id for each in found] == list(library.find("like:5").ids[:20])
    assert 5 not in library.find("like:5").ids
    scores = [each.score for each in found]
    assert scores == sorted(scores, reverse=True)
    narrowed = library.find("like:5 #reasoning")
    assert [paper for paper in library.find("like:5").ids if paper in set(narrowed.ids)] == list(narrowed.ids)
    assert list(library.find("like:5 sort:title").ids) != list(library.find("like:5").ids)


def test_one_paper_is_like_no_other(tmp_path: Path) -> None:
    with Library.open(tmp_path / "one.db", "ann", seed=False) as library:
        library.add_paper("One paper about one thing.")
        assert library.similar(1) == []
        assert library.nearest(1) is None
        assert library.find("like:1").total == 0


def test_two_papers_side_by_side(tmp_path: Path) -> None:
    with pairs(tmp_path / "pairs.db") as library:
        found = library.compare(1, 2)
        assert (found.one.id, found.other.id) == (1, 2)
        assert {"essays", "length", "language", "models"} <= set(found.texts.both)


def test_a_map_holds_every_paper_once_and_each_group_opens_its_papers(library: Library) -> None:
    found = library.map()
    assert found.papers == 36
    opened = [paper for cluster in found.clusters for paper in library.find(cluster.query).ids]
    assert sorted(opened) == list(range(1, 37))
    for cluster in found.clusters:
        assert library.count(cluster.query) == cluster.papers
        assert {row.id for row in cluster.rows} <= set(library.find(cluster.query).ids)
    assert library.map() == found


def test_a_map_of_nothing_is_empty(tmp_path: Path) -> None:
    with Library.open(tmp_path / "empty.db", "ann", seed=False) as library:
        assert library.map().clusters == ()
