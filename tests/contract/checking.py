"""A small checker of JSON Schema, for what our generated schemas use; a keyword it does not know is an error."""

import re
from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from typing import Any

Schema = dict[str, Any]
Check = Callable[[Any, Any, Schema], bool]

TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
}
FORMATS: dict[str, Callable[[str], object]] = {"date": date.fromisoformat, "date-time": datetime.fromisoformat}
NOTES = {"title", "description", "default", "discriminator", "$schema", "$id", "$defs", "x-schema-version"}


def is_type(value: Any, name: str) -> bool:
    """Say whether a value has a JSON type; a boolean is no number."""
    return isinstance(value, TYPES[name]) and (name == "boolean" or not isinstance(value, bool))


def has_format(value: Any, name: str) -> bool:
    """Say whether a text can be read in a format."""
    try:
        FORMATS[name](value)
    except ValueError:
        return False
    return True


KEYWORDS: dict[str, Callable[[Any, Any], bool]] = {
    "type": is_type,
    "const": lambda value, wanted: bool(value == wanted),
    "enum": lambda value, wanted: value in wanted,
    "pattern": lambda value, wanted: bool(re.search(wanted, value)),
    "minimum": lambda value, wanted: bool(value >= wanted),
    "maximum": lambda value, wanted: bool(value <= wanted),
    "exclusiveMinimum": lambda value, wanted: bool(value > wanted),
    "minLength": lambda value, wanted: len(value) >= wanted,
    "maxLength": lambda value, wanted: len(value) <= wanted,
    "minItems": lambda value, wanted: len(value) >= wanted,
    "maxItems": lambda value, wanted: len(value) <= wanted,
    "format": has_format,
}


def problems(value: Any, schema: Schema, whole: Schema, path: str = "") -> Iterator[str]:
    """Yield where a value breaks a schema; references are looked up in the *whole* document."""
    if "type" in schema and not is_type(value, schema["type"]):
        yield f"{path or 'body'}: not {schema['type']}"
        return
    for keyword, wanted in schema.items():
        if keyword in KEYWORDS:
            if not KEYWORDS[keyword](value, wanted):
                yield f"{path or 'body'}: {keyword} {wanted}"
        elif keyword in WITHIN:
            yield from WITHIN[keyword](value, wanted, whole, path)
        elif keyword not in NOTES:
            message = f"the checker does not know {keyword}"
            raise NotImplementedError(message)


def resolved(reference: str, whole: Schema) -> Schema:
    """Return what a reference inside a document points to; raise ``KeyError`` when it points nowhere."""
    found: Any = whole
    for part in reference.removeprefix("#/").split("/"):
        found = found[part.replace("~1", "/").replace("~0", "~")]
    if not isinstance(found, dict):
        raise KeyError(reference)
    return found


def _properties(value: Mapping[str, Any], wanted: Schema, whole: Schema, path: str) -> Iterator[str]:
    for name, schema in wanted.items():
        if name in value:
            yield from problems(value[name], schema, whole, f"{path}.{name}".removeprefix("."))


def _required(value: Mapping[str, Any], wanted: list[str], _whole: Schema, path: str) -> Iterator[str]:
    yield from (f"{path}.{name}".removeprefix(".") + ": missing" for name in wanted if name not in value)


def _items(value: list[Any], wanted: Schema, whole: Schema, path: str) -> Iterator[str]:
    for place, one in enumerate(value):
        yield from problems(one, wanted, whole, f"{path}.{place}")


def _any(value: Any, wanted: list[Schema], whole: Schema, path: str) -> Iterator[str]:
    if all(list(problems(value, one, whole, path)) for one in wanted):
        yield f"{path or 'body'}: none of the alternatives"


def _all(value: Any, wanted: list[Schema], whole: Schema, path: str) -> Iterator[str]:
    for one in wanted:
        yield from problems(value, one, whole, path)


def _reference(value: Any, wanted: str, whole: Schema, path: str) -> Iterator[str]:
    yield from problems(value, resolved(wanted, whole), whole, path)


WITHIN: dict[str, Callable[[Any, Any, Schema, str], Iterator[str]]] = {
    "properties": _properties,
    "required": _required,
    "items": _items,
    "anyOf": _any,
    "oneOf": _any,
    "allOf": _all,
    "$ref": _reference,
}
