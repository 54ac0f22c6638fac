"""The command `vouch`."""

from importlib.metadata import version as version_of
from typing import Annotated

import typer

from . import deadletters, library, memories
from .asking import ask
from .auditing import audit
from .deleting import delete
from .demoing import demo
from .doctor import doctor
from .exits import COMPLETE, EXPLAINED
from .looking import searches, show, sources
from .showing import cancel, report, runs
from .upping import up
from .watching import watch

app = typer.Typer(
    name="vouch",
    help="Ask a research question; get a report whose every citation can be checked.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
app.command(epilog=EXPLAINED)(ask)
app.command(epilog=EXPLAINED)(watch)
app.command(epilog=EXPLAINED)(report)
app.command()(sources)
app.command()(show)
app.command()(searches)
app.command()(audit)
app.command()(runs)
app.command()(cancel)
app.command()(delete)
app.command()(up)
app.command()(doctor)
app.command()(demo)
app.add_typer(library.app, name="library")
app.add_typer(memories.app, name="memory")
app.add_typer(deadletters.app, name="deadletters")


def _print_version(wanted: bool) -> None:  # noqa: FBT001 -- Typer calls it so
    """Print the version and leave."""
    if wanted:
        typer.echo(f"vouch {version_of('vouch')}")
        raise typer.Exit(COMPLETE)


@app.callback()
def _vouch(
    *,
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version.")
    ] = False,
) -> None:
    """Take the options that belong to no command."""


def main() -> None:
    """Run the command line."""
    app()


if __name__ == "__main__":
    main()
