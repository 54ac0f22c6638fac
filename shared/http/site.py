"""One vendor's server: the requests Vouch makes to it, and what its refusals mean."""

from collections.abc import Mapping

import httpx

from shared.errors import CannotDo, RetryLater

from .answers import Answer, Wants


class Site:
    """A server with a name, an address and a limit."""

    def __init__(self, name: str, client: httpx.AsyncClient) -> None:
        self.name, self._client = name, client

    async def get(self, path: str, params: Mapping[str, str] | None = None, *, wants: Wants = "json") -> Answer:
        """Return what stands at *path*; raise ``RetryLater`` or ``CannotDo`` with a reason for a person."""
        return await self._asked("GET", path, params, None, wants)

    async def post(self, path: str, form: Mapping[str, str], *, wants: Wants = "json") -> Answer:
        """Return what the server answers to a form: for queries too long for an address."""
        return await self._asked("POST", path, None, form, wants)

    async def _asked(
        self, method: str, path: str, params: Mapping[str, str] | None, form: Mapping[str, str] | None, wants: Wants
    ) -> Answer:
        """Ask once."""
        try:
            response = await self._client.request(method, path, params=params, data=form)
        except httpx.HTTPError as error:
            message = f"{self.name} cannot be reached: {type(error).__name__}"
            raise RetryLater(message) from error
        if response.status_code != httpx.codes.OK:
            message = f"{self.name} refused ({response.status_code}, wanted {wants})"
            raise CannotDo(message)
        return Answer(self.name, str(response.url), response.content, response.headers.get("content-type", ""))
