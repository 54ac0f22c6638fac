"""A source that an operator wants left alone: whoever asks for it is told so."""

from datetime import datetime
from typing import NoReturn

from shared import messages as m
from shared.errors import CannotDo
from shared.readiness import switched_off

from .searching import SourceAnswer


class SwitchedOff:
    """Stands where a source would be."""

    def __init__(self, name: m.SourceName, title: str) -> None:
        self.name, self._title = name, title

    @property
    def _variable(self) -> str:
        """Return the setting that decides."""
        return f"VOUCH_{self.name.upper()}__ENABLED"

    async def search(self, _order: m.SearchRequested, _at: datetime) -> SourceAnswer:
        """Raise ``CannotDo``, with the setting that decides."""
        self._refuse()

    def _refuse(self) -> NoReturn:
        """Say that nobody looked."""
        message = f"{self._title} is switched off in this installation: {self._variable}=true asks it"
        raise CannotDo(message)

    async def state(self) -> m.SourceState:
        """Return that it is left alone."""
        return switched_off(self._title, self._variable)
