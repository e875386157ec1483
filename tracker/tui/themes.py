"""The two colour themes: every colour of the program is one of these, by name, in tracker.tcss."""

from dataclasses import replace

from textual.theme import Theme

DARK = Theme(
    name="tracker-dark",
    primary="#8ab4f8",
    secondary="#7fd1c7",
    accent="#f2b866",
    foreground="#dfe3ea",
    background="#14171c",
    surface="#1a1e25",
    panel="#222833",
    success="#9ccf8a",
    warning="#f2b866",
    error="#ff8a8a",
    dark=True,
    text_alpha=1.0,
    variables={
        "muted": "#98a1b0",
        "line": "#3b4351",
        "cursor": "#263247",
        "cursor-away": "#1f242d",
        "heading": "#f4f6fa",
        "tag": "#7fd1c7",
        "star": "#f2cf66",
        "urgent": "#ffa26b",
        "found": "#5a4a1c",
        "found-text": "#ffe9a8",
        "code": "#e3b7e8",
        "math": "#b9c7ff",
        "link": "#8ab4f8",
        "key": "#8ab4f8",
        "input-selection-background": "#2f4a75",
        "footer-background": "#1a1e25",
    },
)

LIGHT = Theme(
    name="tracker-light",
    primary="#1a57b8",
    secondary="#0b6660",
    accent="#8a5200",
    foreground="#262a31",
    background="#fbfaf7",
    surface="#f3f1ec",
    panel="#e9e6df",
    success="#2a6b2f",
    warning="#8a5200",
    error="#ad1f1f",
    dark=False,
    text_alpha=1.0,
    variables={
        "muted": "#5d636e",
        "line": "#c9c4b8",
        "cursor": "#dbe7fb",
        "cursor-away": "#eceae4",
        "heading": "#0f1217",
        "tag": "#0b6660",
        "star": "#7a5a00",
        "urgent": "#a33f00",
        "found": "#ffe8a3",
        "found-text": "#3d2e00",
        "code": "#7d2a86",
        "math": "#3b3f9e",
        "link": "#1a57b8",
        "key": "#1a57b8",
        "input-selection-background": "#b9d1f7",
        "footer-background": "#f3f1ec",
    },
)

# Of sixteen colours the nearest to the ground of the cursor's line is a grey, on which greys are lost.
FEW = {"cursor": "#0000aa", "urgent": "#ffff55"}


def themes(*, few: bool) -> tuple[Theme, Theme]:
    """Both themes, for a terminal of sixteen colours or of more."""
    return replace(DARK, variables=DARK.variables | FEW) if few else DARK, LIGHT
