"""The errors of Vouch: each says whether trying again can help.

``VouchError``
    ``RetryLater``   the world may change: rate limit, timeout, lost connection
    ``CannotDo``     the same order will fail again; the reason is safe to show a person
    ``Unreadable``   a message that cannot be understood, now or ever

Anything else is a bug: logged with its traceback, delivered again, dead-lettered at the fifth.
"""


class VouchError(Exception):
    """What Vouch raises on purpose."""


class RetryLater(VouchError):  # noqa: N818 -- named for what to do about it
    """The world may change: the same work may succeed later."""


class CannotDo(VouchError):  # noqa: N818 -- named for what to do about it
    """The same order will fail again; the text is safe to show a person."""


class Unreadable(VouchError):  # noqa: N818 -- named for what to do about it
    """A message that cannot be parsed; the text names the fields, never their values."""
