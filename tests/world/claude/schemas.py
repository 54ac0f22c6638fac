"""JSON schemas as the vendor takes them, and answers that keep to them."""

from collections.abc import Iterator, Mapping
from typing import Any

UNKNOWN_KEYWORDS = frozenset(
    {"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength", "maxItems"}
)
"""What the vendor refuses in a schema that must be kept to."""

Schema = Mapping[str, Any]

_NOTHING: Mapping[str, Any] = {
    "string": "",
    "number": 0.0,
    "integer": 0,
    "boolean": False,
    "null": None,
}
"""The least value of each plain type."""
_TYPES: Mapping[str, type | tuple[type, ...]] = {
    "string": str,
    "number": (int, float),
    "integer": int,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


def format_problems(wanted: Schema) -> Iterator[str]:
    """Yield what is wrong with the form that an answer shall have."""
    if wanted.get("type") != "json_schema" or not isinstance(wanted.get("schema"), Mapping):
        yield "output_config.format: a json_schema with a schema is needed"
        return
    yield from (f"output_config.format.schema: {problem}" for problem in _strict_problems(wanted["schema"]))


def tool_problems(tool: Schema) -> Iterator[str]:
    """Yield what is wrong with a tool."""
    schema = tool.get("input_schema")
    if not isinstance(schema, Mapping) or schema.get("type") != "object":
        yield f"tools: {tool.get('name')} needs an input_schema of type object"
    elif tool.get("strict"):
        yield from (f"tools: {tool['name']}: {problem}" for problem in _strict_problems(schema))


def _strict_problems(schema: Schema) -> Iterator[str]:
    """Yield what the vendor does not take in *schema* or below it."""
    if schema.get("type") == "object" and schema.get("additionalProperties") is not False:
        yield "every object must have additionalProperties: false"
    yield from (f"{name} is not supported" for name in sorted(UNKNOWN_KEYWORDS & set(schema)))
    for inner in _below(schema):
        yield from _strict_problems(inner)


def _below(schema: Schema) -> Iterator[Schema]:
    """Yield the schemas inside a schema."""
    for name in ("properties", "$defs", "definitions"):
        yield from (schema.get(name) or {}).values()
    for name in ("anyOf", "allOf", "oneOf", "prefixItems"):
        yield from schema.get(name) or ()
    if isinstance(schema.get("items"), Mapping):
        yield schema["items"]


def fitted(value: object, schema: Schema, whole: Schema | None = None) -> Any:
    """Return *value* as *schema* wants it: what it does not know left out, what it needs filled in."""
    whole = whole or schema
    schema = _resolved(value, schema, whole)
    if allowed := _allowed(schema):
        return value if value in allowed else allowed[0]
    match schema.get("type"):
        case "object":
            return _object(value, schema, whole)
        case "array":
            return _array(value, schema, whole)
        case str(kind):
            return value if isinstance(value, _TYPES[kind]) else _NOTHING[kind]
    return value


def _allowed(schema: Schema) -> list[Any]:
    """Return the only values there are; none where any will do."""
    return schema.get("enum") or [schema[name] for name in ("const",) if name in schema]


def _array(value: object, schema: Schema, whole: Schema) -> list[Any]:
    """Return a list whose items are as they should be."""
    items = value if isinstance(value, list) else []
    return [fitted(one, schema.get("items") or {}, whole) for one in items]


def _object(value: object, schema: Schema, whole: Schema) -> dict[str, Any]:
    """Return an object with the properties that are known and given, or needed."""
    value = value if isinstance(value, dict) else {}
    needed = set(schema.get("required") or ())
    known = schema.get("properties") or {}
    return {name: fitted(value.get(name), inner, whole) for name, inner in known.items() if name in needed | set(value)}


def _resolved(value: object, schema: Schema, whole: Schema) -> Schema:
    """Return the schema that a reference names, or of several the first that *value* fits by its type."""
    while "$ref" in schema:
        place, name = str(schema["$ref"]).split("/")[1:3]
        schema = whole[place][name]
    choices = [_resolved(value, one, whole) for one in schema.get("anyOf") or schema.get("allOf") or ()]
    if not choices:
        return schema
    return next((one for one in choices if isinstance(value, _TYPES.get(one.get("type", ""), object))), choices[0])
