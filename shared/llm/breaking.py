"""Calls that broke off: nobody knows whether they were paid for, so what they may have cost counts."""

from shared.errors import CannotDo, RetryLater

GARBLED = "{model} answered in a form that is none of the Messages API: is VOUCH_CLAUDE__URL right?"


class Interrupted(RetryLater):
    """The call broke off, and nobody knows whether it was paid for."""


class Garbled(CannotDo):
    """What came is no answer of the Messages API, and nobody knows whether it was paid for."""

    def __init__(self, model: str) -> None:
        super().__init__(GARBLED.format(model=model))
