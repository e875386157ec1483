"""Ages and days as people read and type them: `2d`, `fri`, `2w`, `12 feb`."""

import re
from datetime import date, datetime, timedelta

WEEKDAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
NAMED = {"today": 0, "tomorrow": 1, "yesterday": -1}
UNITS = {"d": 1, "w": 7, "m": 30, "y": 365}


def age(since: datetime, now: datetime) -> str:
    """How long ago, in at most three characters."""
    seconds = max(0, (now - since).total_seconds())
    if seconds < 60:
        return "now"
    for size, unit, most in ((60, "m", 60), (3600, "h", 24), (86400, "d", 100), (604800, "w", 100)):
        if seconds < size * most:
            return f"{int(seconds // size)}{unit}"
    return f"{int(seconds // 31557600)}y"


def until(day: date, today: date) -> str:
    """A due day in at most four characters: `!3d`, `!0d` today, `!-2d` when it has passed."""
    days = (day - today).days
    return f"!{days}d" if -10 < days < 100 else "!!!!" if days < 0 else f"!{days // 7}w"


def spoken(day: date, today: date) -> str:
    """A day in words: `today`, `tomorrow`, `Fri 6 Feb`, with the year where it is another one."""
    for name, days in NAMED.items():
        if day == today + timedelta(days=days):
            return name
    text = f"{WEEKDAYS[day.weekday()].title()} {day.day} {MONTHS[day.month - 1].title()}"
    return text if day.year == today.year else f"{text} {day.year}"


def short(day: date) -> str:
    """A day of this time as `6 Feb`."""
    return f"{day.day} {MONTHS[day.month - 1].title()}"


def weekday(name: str, today: date) -> date | None:
    """The next such day after today."""
    if name[:3] not in WEEKDAYS:
        return None
    return today + timedelta(days=(WEEKDAYS.index(name[:3]) - today.weekday() - 1) % 7 + 1)


def day(text: str, today: date) -> date | None:
    """The day that `fri`, `2w`, `next week`, `12 feb`, `feb 12`, `tomorrow` or `2026-02-12` means; None: none."""
    text = text.strip().lower().removeprefix("in ")
    if text in NAMED:
        return today + timedelta(days=NAMED[text])
    if match := re.fullmatch(r"\+?(\d{1,4})\s*([dwmy])[a-z]*", text):
        return today + timedelta(days=int(match[1]) * UNITS[match[2]])
    if match := re.fullmatch(r"(?:a|next) (week|month|year)", text):
        return today + timedelta(days=UNITS[match[1][0]])
    if re.fullmatch(r"[a-z]+", text.removeprefix("next ")):
        return weekday(text.removeprefix("next "), today)
    return _calendar(text, today)


def _calendar(text: str, today: date) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        pass
    match = re.fullmatch(r"(\d{1,2})\.?\s*([a-z]{3})[a-z]*|([a-z]{3})[a-z]*\s*(\d{1,2})", text)
    if not match or (match[2] or match[3]) not in MONTHS:
        return None
    month, number = MONTHS.index(match[2] or match[3]) + 1, int(match[1] or match[4])
    try:
        this_year = date(today.year, month, number)
        return this_year if this_year >= today else this_year.replace(year=today.year + 1)
    except ValueError:
        return None
