"""CommonMark's rule for `*` and `_`: which runs open, which close, and which belong together."""

import unicodedata

from tracker.text.page import Page
from tracker.text.rendered import Style


class Mark:
    """A run of `*` or `_` on the page. `left` counts those not used up, `order` tells runs apart."""

    __slots__ = ("closes", "left", "opens", "order", "piece", "sign", "size")

    def __init__(self, piece: int, sign: str, size: int, before: str, after: str) -> None:
        self.piece = piece
        self.sign = sign
        self.size = self.left = size
        self.order = 0
        self.opens, self.closes = flanking(sign, before, after)


def flanking(sign: str, before: str, after: str) -> tuple[bool, bool]:
    """Whether a run between two characters (empty at the ends of the text) can open and can close emphasis.

    CommonMark 0.31, section 6.2. Between two digits a star is a product.
    """
    if before.isdigit() and after.isdigit():
        return False, False
    space_before, space_after = not before or before.isspace(), not after or after.isspace()
    sign_before, sign_after = _is_sign(before), _is_sign(after)
    left = not space_after and (not sign_after or space_before or sign_before)
    right = not space_before and (not sign_before or space_after or sign_after)
    if sign == "*":
        return left, right
    return left and (not right or sign_before), right and (not left or sign_after)


def _is_sign(char: str) -> bool:
    return bool(char) and not char.isalnum() and unicodedata.category(char)[0] in "PS"


def pair(page: Page, marks: list[Mark]) -> None:
    """Turn the runs that belong together into spans; the rest stay as they are typed. Linear.

    `floor` is CommonMark's `openers_bottom`: below that mark a closer of this kind is known to find nothing.
    """
    stack: list[Mark] = []
    floor: dict[tuple[str, bool, int], int] = {}
    for order, mark in enumerate(marks, start=1):
        mark.order = order
        if mark.closes:
            key = (mark.sign, mark.opens, mark.size % 3)
            while mark.left and (opener := _opener(stack, mark, floor.get(key, 0))):
                _join(page, opener, mark)
                if not opener.left:
                    stack.pop()
            if mark.left:
                floor[key] = order - 1
        if mark.opens and mark.left:
            stack.append(mark)


def _opener(stack: list[Mark], closer: Mark, floor: int) -> Mark | None:
    """The nearest opener, which is then on top of the stack: what stood above it can no longer match."""
    for index in range(len(stack) - 1, -1, -1):
        opener = stack[index]
        if opener.order <= floor:
            return None
        if opener.sign == closer.sign and not _odd(opener, closer):
            del stack[index + 1 :]
            return opener
    return None


def _odd(opener: Mark, closer: Mark) -> bool:
    """CommonMark's rule of three, which keeps `**a*b**` from closing in the middle."""
    if not (opener.closes or closer.opens) or (opener.size + closer.size) % 3:
        return False
    return bool(opener.size % 3 or closer.size % 3)


def _join(page: Page, opener: Mark, closer: Mark) -> None:
    used = 2 if opener.left >= 2 and closer.left >= 2 else 1
    for mark in (opener, closer):
        mark.left -= used
        page.texts[mark.piece] = mark.sign * mark.left
    page.span(opener.piece, closer.piece, Style.BOLD if used == 2 else Style.ITALIC)
