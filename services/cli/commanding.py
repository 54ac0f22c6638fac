"""How every command runs: its coroutine to the end, its errors as a sentence and an exit code."""

import asyncio
import os
import sys
from collections.abc import Coroutine
from typing import Any

import typer

from shared.errors import VouchError

from .exits import CANCELLED, OTHER, code_of_error
from .screen import Screen, forgiving


def run(work: Coroutine[Any, Any, int]) -> None:
    """Do *work* and leave with the exit code it returns; an error is told, never shown as a traceback."""
    forgiving()
    try:
        code = asyncio.run(work)
    except VouchError as error:
        Screen().problem(str(error))
        code = code_of_error(error)
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = OTHER
    except OSError as error:  # a full disk, a folder that may not be written
        Screen().problem(f"{error.filename or 'the system'}: {error.strerror or error}")
        code = OTHER
    except KeyboardInterrupt:
        code = CANCELLED
    raise typer.Exit(code)
