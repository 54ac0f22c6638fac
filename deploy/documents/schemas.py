"""JSON Schema of the messages, with the sentences that stand beside the fields in the code."""

import ast
import functools
import inspect
import textwrap
from collections.abc import Iterable, Iterator
from itertools import pairwise
from typing import Any

from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode, models_json_schema

from shared import messages as m

from .traffic import REPLIES, subject_of

DIALECT = "https://json-schema.org/draft/2020-12/schema"
MODE: JsonSchemaMode = "validation"
"""As it is read: a field with a default may be left out."""

Schema = dict[str, Any]


class Untitled(GenerateJsonSchema):
    """Leaves out titles that only repeat the names of the fields."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        """Say that no field needs one."""
        del schema
        return False


def schema_files() -> Iterator[tuple[str, Schema]]:
    """Yield the name and the schema of each message, and of each reply."""
    for subject, kind in m.KINDS.items():
        yield f"{subject}.schema.json", message_schema(kind, subject, kind.__name__)
    for kind, reply in REPLIES.items():
        subject = f"{subject_of(kind)}.reply"
        yield f"{subject}.schema.json", message_schema(reply | m.QueryError, subject, f"{reply.__name__} or QueryError")


def message_schema(kind: Any, subject: str, title: str) -> Schema:
    """Return the schema of one message as a document of its own."""
    kinds = kind.__args__ if hasattr(kind, "__args__") else (kind,)
    definitions = shared_definitions(kinds, "#/$defs/{model}")
    head: Schema = {
        "$schema": DIALECT,
        "$id": f"urn:vouch:{subject}:v{m.SCHEMA_VERSION}",
        "x-schema-version": m.SCHEMA_VERSION,
    }
    if len(kinds) > 1:
        return head | {"title": title, "anyOf": [_ref(one) for one in kinds], "$defs": definitions}
    own = definitions.pop(kinds[0].__name__)
    return head | own | ({"$defs": definitions} if definitions else {})


def _ref(kind: type[m.Value]) -> Schema:
    """Return a reference to the definition of a kind."""
    return {"$ref": f"#/$defs/{kind.__name__}"}


def shared_definitions(kinds: Iterable[type[m.Value]], template: str) -> dict[str, Schema]:
    """Return the schema of these models and of all they hold, by name; references follow *template*."""
    inputs = [(kind, MODE) for kind in kinds]
    _, whole = models_json_schema(inputs, ref_template=template, schema_generator=Untitled)
    definitions: dict[str, Schema] = whole["$defs"]
    models = models_by_name()
    for name, definition in definitions.items():
        for field, note in notes(models[name]).items():
            definition["properties"][field].setdefault("description", note)
    return dict(sorted(definitions.items()))


def models_by_name() -> dict[str, type[m.Value]]:
    """Return every model of the contract."""
    found: dict[str, type[m.Value]] = {}
    waiting = [m.Value]
    while waiting:
        for model in waiting.pop().__subclasses__():
            if model.__module__.startswith(m.__name__):
                found[model.__name__] = model
                waiting.append(model)
    return found


def notes(model: type[m.Value]) -> dict[str, str]:
    """Return the sentence under each field of a model, its bases included."""
    bases = [base for base in reversed(model.__mro__) if issubclass(base, m.Value)]
    written = {name: note for base in bases for name, note in notes_of(base)}
    return {name: note for name, note in written.items() if name in model.model_fields}


@functools.cache
def notes_of(model: type) -> tuple[tuple[str, str], ...]:
    """Return each annotated field of a class that a string follows, with the string."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(model))).body[0]
    body = tree.body if isinstance(tree, ast.ClassDef) else []
    return tuple(note for field, after in pairwise(body) for note in _note(field, after))


def _note(field: ast.stmt, after: ast.stmt) -> Iterator[tuple[str, str]]:
    """Yield the name of a field and the string after it, where these two statements are that."""
    match field, after:
        case ast.AnnAssign(target=ast.Name(id=name)), ast.Expr(value=ast.Constant(value=str(note))):
            yield name, inspect.cleandoc(note)
