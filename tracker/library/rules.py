"""Rules: what is to be done to the papers of a query, looked at before it is done, and done in one step."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, time
from typing import NamedTuple

from tracker.errors import NotFound, Unreadable
from tracker.later import models
from tracker.library.deeds import Deed, deeds
from tracker.library.finding import Finding
from tracker.library.names import name_key
from tracker.library.reading import Reading
from tracker.library.tags import Tags
from tracker.query.parse import parse
from tracker.text.clean import one_line


class Rule(NamedTuple):
    """A rule as it is kept."""

    name: str
    query: str
    deed: str


class Rules(Finding, Reading, Tags):
    def apply(self, ids: Sequence[int], text: str, *, title: str = "") -> str | None:
        """Do what a line says to papers, all of it in one step."""
        wanted = deeds(text)
        with self.step(title or "did several things") as step:
            done = [told for each in wanted if (told := self._do(ids, each))]
            if done and not title:
                step.title = "; ".join(done)
        return step.said

    def _do(self, ids: Sequence[int], deed: Deed) -> str | None:
        match deed.verb:
            case "tag":
                return self.tag(ids, deed.add, deed.remove)
            case "status":
                return self.set_status(ids, deed.status)
            case "star":
                return self.set_star(ids, bool(deed.number))
            case "priority":
                return self.set_priority(ids, deed.number)
            case "rate":
                return self.rate(ids, deed.number or None)
            case "due":
                return self.set_due(ids, deed.day)
            case "snooze":
                morning = datetime.combine(deed.day, time(6)).astimezone() if deed.day else None
                return self.snooze(ids, morning)
        return self.not_now(ids)

    # Rules

    def rules(self) -> list[Rule]:
        return [Rule(*row) for row in self.store.read("SELECT name, query, deed FROM rule ORDER BY name_key")]

    def rule(self, name: str) -> Rule:
        """The rule of this name; NotFound names what there is."""
        for rule in self.rules():
            if name_key(rule.name) == name_key(name):
                return rule
        there = ", ".join(rule.name for rule in self.rules()) or "none yet"
        raise NotFound(f"No rule is named “{name}”; there are {there}")

    def save_rule(self, name: str, query: str, deed: str) -> str | None:
        """Keep a rule under a name, over what was kept under it. Nothing is done to papers yet."""
        from sqlmodel import select

        name = one_line(name).strip()
        if not name or not query.strip():
            raise Unreadable("A rule needs a name, a query and a deed: jailbreaks abs:jailbreak 'tag +safety'")
        deeds(deed)
        for problem in parse(query).problems:  # what nothing has so far may come, by this very rule
            if not problem.quiet:
                raise Unreadable(f"The query cannot be read: {problem.message}")
        with self.step(f"kept the rule “{name}”") as step:
            asked = select(models.Rule).where(models.Rule.name_key == name_key(name))
            found = step.session.exec(asked).first() or models.Rule(name=name, name_key=name_key(name))
            found.name, found.query, found.deed, found.owner_id = name, query, deed, step.person_id
            step.session.add(found)
        return step.said

    def remove_rule(self, name: str) -> str | None:
        from sqlmodel import select

        rule = self.rule(name)
        with self.step(f"removed the rule “{rule.name}”") as step:
            asked = select(models.Rule).where(models.Rule.name_key == name_key(name))
            for found in step.session.exec(asked):
                step.session.delete(found)
        return step.said

    def awaiting(self, rule: Rule) -> list[int]:
        """The papers of a rule to which not all of it was done yet."""
        undone = [f"({each.undone})" if each.undone else "" for each in deeds(rule.deed)]
        query = f"({rule.query}) ({' OR '.join(undone)})" if all(undone) else rule.query
        return list(self.find(query, exact=True).ids)

    def apply_rule(self, name: str) -> tuple[str | None, list[int]]:
        """Do what a rule says; what was done, and to which papers."""
        rule = self.rule(name)
        ids = self.awaiting(rule)
        if not ids:
            return None, []
        return self.apply(ids, rule.deed, title=f"rule “{rule.name}”: {rule.deed} on {self.told(ids)}"), ids
