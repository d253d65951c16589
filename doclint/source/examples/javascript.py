"""What an example in JavaScript or TypeScript imports. It may be a fragment, and have syntax errors."""

import re
from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.languages.javascript_exports import javascript_exports
from doclint.source.parsing import HopelessError
from doclint.source.trees import Node, nodes_of, text_of

_LARGEST = 200_000  # bytes of an example
# The grammar for the languages of fences. That of TSX reads JavaScript, JSX and most of TypeScript as well.
_GRAMMARS = {
    **dict.fromkeys("ts typescript mts cts angular-ts".split(), "typescript"),
    **dict.fromkeys("js javascript mjs cjs jsx tsx node javascriptreact typescriptreact esm".split(), "tsx"),
}
_WITH_SCRIPTS = frozenset({"astro", "html", "svelte", "vue"})
_SCRIPT = expression(r"<script\b[^<>]*>(?P<code>(?:[^<]|<(?!/script))*+)", re.IGNORECASE)
# The statements that may take names from a module.
_STATEMENTS = frozenset({"import_statement", "export_statement", "lexical_declaration", "variable_declaration"})
_FRONT_SCRIPT = expression(r"\s*+---\n(?P<code>.*?)\n---", re.DOTALL)


class Script(Struct, frozen=True):
    """Code in an example: the character at which it begins, its text, and the id of the grammar that reads it."""

    start: int
    text: str
    grammar: str


class NamedImport(Struct, frozen=True):
    """A name that an example takes from a module; it may be `default`.

    `start` and `end` are the characters from the beginning of the statement to the end of the name.
    """

    module: str
    name: str
    start: int
    end: int


def scripts(text: str, language: str) -> Iterator[Script]:
    """Yield the code of an example in a language of fences: all of it, or what is in `<script>`; nothing for others.

    >>> list(scripts("<script setup>import a from 'b'</script>", "vue"))
    [Script(start=14, text="import a from 'b'", grammar='typescript')]
    """
    if language in _GRAMMARS:
        yield Script(0, text, _GRAMMARS[language])
    elif language in _WITH_SCRIPTS:
        if language == "astro" and (match := _FRONT_SCRIPT.match(text)):
            yield Script(match.start("code"), match["code"], "typescript")
        for match in _SCRIPT.finditer(text):
            yield Script(match.start("code"), match["code"], "typescript")


def named_imports(text: str, id_: str) -> list[NamedImport]:
    """Return the names that an example imports, requires or exports again, in its order.

    `id_` is the language: "javascript", "typescript" or "tsx".

    >>> named_imports("import a, { b as c } from 'd'; const { e } = require('f')", "javascript")
    [NamedImport(module='d', name='default', start=0, end=8), NamedImport(module='d', name='b', start=0, end=13), \
NamedImport(module='f', name='e', start=31, end=40)]
    """
    data = text.encode(errors="replace")
    if len(data) > _LARGEST:
        return []
    try:
        statements = nodes_of(id_, data, _STATEMENTS)
    except HopelessError:
        return []
    found = [
        NamedImport(module, name, statement.start_byte, node.end_byte)
        for statement in statements
        for module, name, node in _names_in(statement, data)
    ]
    found.sort(key=lambda one: (one.start, one.end))
    if len(data) == len(text):
        return found
    places = _characters(data, {place for one in found for place in (one.start, one.end)})
    return [replace(one, start=places[one.start], end=places[one.end]) for one in found]


def declared_names(text: str, id_: str) -> dict[str, frozenset[str]]:
    """Return the names that an example adds to modules (`declare module "name"`), by module."""
    found = javascript_exports(text.encode(errors="replace"), id_)
    return {module: frozenset(one.name for one in exports.names) for module, exports in found.items() if module}


def _names_in(statement: "Node", data: bytes) -> "Iterator[tuple[str, str, Node]]":
    """Yield each name that a statement takes from a module: the module, the name, and its node."""
    source = statement.child_by_field_name("source")
    if source is not None and not statement.has_error:
        for node, is_default in _specified(statement):
            yield _literal(data, source), "default" if is_default else _literal(data, node), node
    for declarator in statement.named_children:
        if declarator.type == "variable_declarator":
            pattern, value = declarator.child_by_field_name("name"), declarator.child_by_field_name("value")
            module = _loaded(value, data)
            if module and pattern is not None and pattern.type == "object_pattern" and not pattern.has_error:
                yield from ((module, _literal(data, key), key) for key in _keys(pattern))


def _specified(statement: "Node") -> "Iterator[tuple[Node, bool]]":
    """Yield the names of an import or of an export from elsewhere, each with whether it names the default export."""
    for clause in statement.named_children:
        if clause.type == "import_clause":
            for one in clause.named_children:
                if one.type == "identifier":
                    yield one, True
                yield from ((name, False) for name in _sources(one))
        elif clause.type == "export_clause":
            yield from ((name, False) for name in _sources(clause))


def _sources(specifiers: "Node") -> "Iterator[Node]":
    """Yield the names of a list of specifiers on the side of the module."""
    for one in specifiers.named_children:
        name = one.child_by_field_name("name")
        if name is not None:
            yield name


def _keys(pattern: "Node") -> "Iterator[Node]":
    for one in pattern.named_children:
        if one.type == "shorthand_property_identifier_pattern":
            yield one
        elif one.type in ("pair_pattern", "object_assignment_pattern"):
            key = one.child_by_field_name("key") or one.child_by_field_name("left")
            if key is not None and key.type in ("property_identifier", "shorthand_property_identifier_pattern"):
                yield key


def _loaded(value: "Node | None", data: bytes) -> str:
    """Return the module of `require("module")` or `await import("module")`; empty for anything else."""
    while value is not None and value.type in ("await_expression", "parenthesized_expression"):
        value = value.named_children[0] if value.named_children else None
    if value is None or value.type != "call_expression":
        return ""
    function, given = value.child_by_field_name("function"), value.child_by_field_name("arguments")
    if function is None or given is None or text_of(data, function) not in ("require", "import"):
        return ""
    arguments = given.named_children
    return _literal(data, arguments[0]) if len(arguments) == 1 and arguments[0].type == "string" else ""


def _literal(data: bytes, node: "Node") -> str:
    """Return the text of a string or a name."""
    text = text_of(data, node)
    return text[1:-1] if text[:1] in ("'", '"') else text


def _characters(data: bytes, places: Iterable[int]) -> dict[int, int]:
    """Return how many characters precede some places in UTF-8, by the place."""
    found: dict[int, int] = {}
    characters = last = 0
    for place in sorted(places):
        characters += len(data[last:place].decode(errors="replace"))
        found[place] = characters
        last = place
    return found
