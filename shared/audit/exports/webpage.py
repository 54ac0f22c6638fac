"""A report as one HTML file: nothing is loaded from anywhere, and no text of a source becomes markup."""

import base64
import functools
import hashlib
from collections import Counter
from collections.abc import Callable
from importlib.resources import files
from itertools import count
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from shared.audit.exports.drawing import svg
from shared.audit.exports.page import Figure, Line, Page, plain, words
from shared.audit.exports.wording import SIGNS, spoken, told
from shared.audit.tables import STANDING_LINE

if TYPE_CHECKING:
    from jinja2 import Template
    from markupsafe import Markup

POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; script-src 'sha256-{script}'; "
    "base-uri 'none'; form-action 'none'"
)
"""What a browser may do with the page: run our one script, and load nothing."""


def to_html(page: Page) -> str:
    """Return the page as HTML."""
    from markupsafe import Markup  # noqa: PLC0415 -- comes with Jinja

    script = _file("page.js")
    return _template().render(
        page=page,
        ledger=page.ledger,
        flags={note.number: note.flag for note in page.notes if note.flag},
        signs=SIGNS,
        counts=Counter(entry.verdict for entry in page.ledger),
        told=told,
        spoken=spoken,
        plain=plain,
        places=_places(),
        section=count(1).__next__,
        picture=_picture,
        rows=_rows,
        standing=STANDING_LINE,
        policy=POLICY.format(script=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()),
        css=Markup(_file("page.css")),  # noqa: S704 -- a file of ours
        js=Markup(script),  # noqa: S704 -- a file of ours
    )


@functools.cache
def _template() -> "Template":
    """Return the template; everything put into it is escaped."""
    from jinja2 import DictLoader, Environment, StrictUndefined  # noqa: PLC0415 -- 0.1 s to import

    environment = Environment(
        loader=DictLoader({"page": _file("page.html.jinja")}),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    environment.filters["words"] = words
    return environment.get_template("page")


@functools.cache
def _file(name: str) -> str:
    """Return a file that ships with the project."""
    return (files("shared.audit.exports") / "templates" / name).read_text(encoding="utf-8")


def _places() -> Callable[[int], str]:
    """Return what names the places of a sentence: that of its first is what its entry leads back to."""
    seen: Counter[int] = Counter()

    def place(claim: int) -> str:
        seen[claim] += 1
        return f"sentence-{claim}" if seen[claim] == 1 else f"sentence-{claim}-{seen[claim]}"

    return place


def _rows(figure: Figure) -> tuple[tuple[Line, ...], ...]:
    """Return the numbers of a figure as the rows of a table."""
    return tuple(tuple(words(cell) for cell in row) for row in figure.rows)


def _picture(figure: Figure) -> "Markup":
    """Return a figure as SVG that says what it is to whoever cannot see it."""
    from markupsafe import Markup  # noqa: PLC0415 -- comes with Jinja

    names = f"{figure.name}-title {figure.name}-told"
    named = (
        f'<title id="{figure.name}-title">{escape(figure.title)}</title>'
        f'<desc id="{figure.name}-told">{escape(figure.told)}</desc>'
    )
    head, _, rest = svg(figure).partition(">")
    return Markup(f'{head} role="img" aria-labelledby="{names}">{named}{rest}')  # noqa: S704 -- drawn by us, our words escaped
