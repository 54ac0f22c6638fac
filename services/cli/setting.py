"""What the doctor finds in the settings: names that nothing reads, keys that others can read, who thinks."""

import os
import stat
from collections.abc import Iterator, Mapping

from shared.errors import VouchError
from shared.llm.pricing import Prices
from shared.settings import NO_KEY, Settings, check_file, check_names, config_path, keys_in, load

from .examining import Finding, right, wrong
from .thinking import models, who

READ_BY_OTHERS = stat.S_IRGRP | stat.S_IROTH


def variables(environment: Mapping[str, str]) -> Finding:
    """Look for variables that nothing reads."""
    try:
        check_names(environment)
    except VouchError as error:
        return wrong("a variable is misspelt, or cannot be read", str(error))
    return right("every VOUCH_ variable is known")


def config(environment: Mapping[str, str]) -> Finding | None:
    """Look at the file that holds settings, if one is named: whether it can be used, and who else may read its keys."""
    path = config_path(environment)
    if path is None:
        return None
    try:
        check_file(environment)
        shared = path.stat().st_mode & READ_BY_OTHERS and os.name == "posix"
    except (VouchError, OSError) as error:
        return wrong("the settings file cannot be used", str(error))
    if shared and (keys := keys_in(load(environment))):
        what = f"{path} holds {', '.join(keys)}, and others on this machine can read it"
        return wrong(what, f"chmod 600 {path}")
    return right(f"settings are read from {path}")


def thinkers(settings: Settings) -> Iterator[Finding]:
    """Look who thinks in the agents, and whether what that costs is known."""
    key = "a key is set" if settings.claude.key else "no key is set"
    if not settings.by_claude:
        yield Finding(f"the rules think, for free; {key}", "VOUCH_THINKING=claude and a key have Claude think")
    elif not settings.claude.key:
        yield wrong("Claude must think, but no key is set", NO_KEY)
    else:
        yield right(f"Claude thinks: {who(settings)}; {key}")
        yield from _unpriced(settings)


def _unpriced(settings: Settings) -> Iterator[Finding]:
    """Yield the models whose price nobody knows."""
    prices = Prices(settings.prices)
    for model in models(settings):
        if not prices.knows(model):
            what = f"no price of {model} is known: its calls count as those of the dearest model"
            yield Finding(what, "set `prices` in the file, or VOUCH_PRICES")
