"""What only writing and importing need, imported at its first use: sqlmodel costs .4 s, which reading never pays."""

from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from tracker import models as models
    from tracker.formats import facts as facts
    from tracker.formats import record as records
    from tracker.formats import registry as registry
    from tracker.store import journal as journal
    from tracker.text import wikilinks as wikilinks
else:

    class _Later:
        def __init__(self, name: str) -> None:
            self._name = name
            self._module: ModuleType | None = None

        def __getattr__(self, attribute: str) -> Any:
            if self._module is None:
                self._module = import_module(self._name)
            return getattr(self._module, attribute)

    models = _Later("tracker.models")
    journal = _Later("tracker.store.journal")
    wikilinks = _Later("tracker.text.wikilinks")
    facts = _Later("tracker.formats.facts")
    records = _Later("tracker.formats.record")
    registry = _Later("tracker.formats.registry")

__all__ = ["facts", "journal", "models", "records", "registry"]
