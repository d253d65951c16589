"""Settings in YAML: the values and dependencies of a Helm chart, and the inputs and outputs of an action of GitHub.

Sources of the facts: helm-docs 1.14 (`pkg/document/values.go`, `pkg/helm/comment.go`), "The Chart.yaml File" in Helm's
manual, YAML 1.2 as Go reads it, and "Metadata syntax for GitHub Actions".
"""

import json
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import yaml
from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.model import LONGEST_TEXT, OMITTED, Declaration, DeclarationKind, SourceDeclarations
from doclint.source.settings import versions

_LARGEST = 300_000  # bytes of a file
_DEEPEST = 50  # levels of values
_MOST = 100_000  # values, each counted once for each value around it: an anchor may be used many times
_OWN = "# --"
_OTHERWISE = ("# @default --", "# @notationType --")
_APART = ("# @section --", "# @raw")  # tags of helm-docs; others are text to it
_INT = expression(r"[-+]?(?:0[xX][0-9a-fA-F]+|0[oO]?[0-7]+|0[bB][01]+|0|[1-9][0-9]*)\Z")
_FLOAT = expression(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?\Z")
_PLAIN = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
}
_TYPES = {bool: "bool", int: "int", float: "float", str: "string", list: "list", dict: "object"}
_IGNORED = "@ignore"
_MERGE = "<<"
_OF_CHARTS: tuple[tuple[str, DeclarationKind, str, str], ...] = (
    ("dependencies", "dependency", "version", "repository"),
    ("maintainers", "maintainer", "email", "url"),
)
_OF_ACTIONS: dict[str, DeclarationKind] = {"inputs": "setting", "outputs": "output"}


class _Description(Struct, frozen=True):
    """What a comment says of a value: its key and its type, empty if it does not, in what words, and whether pages show
    another default.
    """

    key: str
    type: str
    text: str = ""
    is_otherwise: bool = False


class _UnreadableError(ValueError):
    """The values are too many or too deep, or have what doclint does not read."""


def helm_values(data: bytes) -> SourceDeclarations | None:
    """Return the values of a chart by their paths (`image.tags[0]`); None if the file cannot be read.

    They are public if they must have a row in a table: a comment describes them, or they have no values of their own
    and no comment describes what they are in.
    """
    return _read(data, lambda text, root: _Values(text).all_of(root))


def manifest_values(data: bytes) -> dict[str, str]:
    """Return the texts at the top of a file in YAML, or in JSON, by their keys; none if it cannot be read."""
    values = _read(data, lambda _, root: (Declaration("setting", key, 0, 0, 0, value=one) for key, one in _texts(root)))
    return {one.name: one.value for one in values.found if one.value} if values else {}


def chart_declarations(data: bytes) -> SourceDeclarations | None:
    """Return the charts that one depends on, by `Chart.yaml` or `requirements.yaml`, as helm-docs calls them, and who
    maintains it.
    """
    return _read(data, lambda _, root: _of_chart(root))


def _of_chart(root: yaml.Node) -> Iterator[Declaration]:
    for group, kind, value, origin in _OF_CHARTS:
        list_ = next((value for key, value in _pairs(root) if key.value == group), None)
        for one in list_.value if isinstance(list_, yaml.SequenceNode) else ():
            said = dict(_texts(one))
            if name := said.get("name"):
                name = f"{said['alias']}({name})" if said.get("alias") else name
                known, source = versions(said.get(value, "")), said.get(origin, "")
                yield Declaration(kind, name, *_lines(one, one), value=known, origin=source)


def _texts(node: yaml.Node | None) -> list[tuple[str, str]]:
    return [(key.value, one.value) for key, one in _pairs(node) if isinstance(one, yaml.ScalarNode)]


def action_settings(data: bytes) -> SourceDeclarations | None:
    """Return the inputs and outputs of an action; None if the file cannot be read."""
    return _read(data, lambda _, root: _of_action(root))


def _read(data: bytes, find: Callable[[str, yaml.Node], Iterable[Declaration]]) -> SourceDeclarations | None:
    if len(data) > _LARGEST:
        return None
    text = data.decode("utf-8", "replace")
    try:
        root = yaml.compose(text, Loader=yaml.BaseLoader)
        return SourceDeclarations(tuple(find(text, root)) if root else ())
    except (yaml.YAMLError, ValueError, RecursionError):
        return None


def _of_action(root: yaml.Node) -> Iterator[Declaration]:
    for group, kind in _OF_ACTIONS.items():
        for name, value in _pairs(next((value for key, value in _pairs(root) if key.value == group), None)):
            said = dict(_texts(value))
            default = said.get("default")
            yield Declaration(
                kind,
                name.value,
                *_lines(name, value),
                value=None if default is None else json.dumps(default, ensure_ascii=False),
                docstring=said.get("description", ""),
                is_optional=said.get("required", "").lower() != "true",
            )


def _lines(key: yaml.Node, value: yaml.Node) -> tuple[int, int, int]:
    line = key.start_mark.line + 1
    return line, line, max(line, value.end_mark.line)


def _pairs(node: yaml.Node | None) -> list[tuple[yaml.Node, yaml.Node]]:
    """Return the pairs of a mapping whose keys are texts; none for anything else."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else ()
    return [(key, value) for key, value in pairs if isinstance(key, yaml.ScalarNode)]


class _Values:
    """Reads the values of one file, given by its text."""

    def __init__(self, text: str) -> None:
        self._left, self._text = _MOST, text
        self._above: dict[tuple[int, int], _Description] = {}  # by the line after a comment, and its indentation
        self._by_key: dict[str, _Description] = {}
        self._before = 0  # the line of the last value
        self._ignored: set[int] = set()  # the lines after a comment that makes helm-docs leave a value out
        last: _Description | None = None
        for number, (indented, line) in enumerate(((one, one.strip()) for one in text.split("\n")), 1):
            if line.startswith("#") and (_IGNORED in line or number in self._ignored):
                self._ignored.add(number + 1)
            begun = _description(line, last) if line.startswith("#") else None
            if begun or not line.startswith("#"):
                last = begun
            elif last and line.startswith(_OTHERWISE):
                last = replace(last, is_otherwise=True)
            elif last and not line.startswith(_APART):
                last = replace(last, text=f"{last.text} {line[1:]}")
            if last and last.key:
                self._by_key[last.key] = last
            elif last:
                self._above[number + 1, indented.index("#")] = last

    def all_of(self, root: yaml.Node) -> Iterator[Declaration]:
        """Yield the values on all levels."""
        waiting = [("", root, root, 0, False)]
        while waiting:
            path, key, node, depth, is_described = waiting.pop()
            self._count(depth)
            if path:
                found = self._declaration(path, key, node)
                yield found if found.is_public or is_described or _holds(node) else found._replace(is_public=True)
                is_described = is_described or found.is_public or bool(found.docstring)
            inner: list[tuple[str, yaml.Node, yaml.Node]] = []
            if isinstance(node, yaml.MappingNode):
                inner = [(_below(path, name.value), name, value) for name, value in self._pairs(node)]
            elif isinstance(node, yaml.SequenceNode):
                inner = [(f"{path}[{number}]", value, value) for number, value in enumerate(self._items(node))]
            waiting += [(*one, depth + 1, is_described) for one in reversed(inner)]

    def _declaration(self, path: str, key: yaml.Node, node: yaml.Node) -> Declaration:
        number, column = key.start_mark.line + 1, key.start_mark.column
        before, self._before = self._before, number
        # A comment above an item of a list is about the item, and not about its first key on the same line.
        line = self._text[key.start_mark.index - column : key.start_mark.index]
        above = [self._above.get((number, one)) for one in (column, len(line) - len(line.lstrip()))]
        said = self._by_key.get(path) or (above[0] or above[1] if number != before else None)
        value = self._value(node, 0)
        text = json.dumps(value, ensure_ascii=False)
        is_shown = len(text) <= LONGEST_TEXT and not (said and said.is_otherwise)
        type_ = (said and said.type) or _TYPES.get(type(value), "")
        return Declaration(
            "setting",
            path,
            *_lines(key, node),
            type="" if said and said.is_otherwise else type_,
            value=text if is_shown else OMITTED,
            docstring=said.text.strip() if said and len(said.text) <= LONGEST_TEXT else "",
            is_optional=True,
            is_public=said is not None and "[" not in path,
        )

    def _value(self, node: yaml.Node, depth: int) -> Any:
        self._count(depth)
        if isinstance(node, yaml.MappingNode):
            return {name.value: self._value(value, depth + 1) for name, value in self._pairs(node)}
        if isinstance(node, yaml.SequenceNode):
            return [self._value(one, depth + 1) for one in self._items(node)]
        is_tagged = self._text.startswith("!!", node.start_mark.index)
        is_text = node.tag.endswith(":str") if is_tagged else getattr(node, "style", None) is not None
        return node.value if is_text else _scalar(node.value)

    def _pairs(self, node: yaml.MappingNode) -> list[tuple[yaml.Node, yaml.Node]]:
        return [(key, value) for key, value in node.value if key.start_mark.line + 1 not in self._ignored]

    def _items(self, node: yaml.SequenceNode) -> list[yaml.Node]:
        return [one for one in node.value if one.start_mark.line + 1 not in self._ignored]

    def _count(self, depth: int) -> None:
        self._left -= 1
        if self._left < 0 or depth > _DEEPEST:
            raise _UnreadableError


def _description(line: str, before: _Description | None) -> _Description | None:
    """Return the description that a line of a comment begins: `# -- (int) How many`, or `# basket.size -- How many`.

    What follows a description without a key belongs to it, whatever it looks like. Of several without one, the last one
    counts, after a form feed: before version 1.12, helm-docs writes all of them, with the hyphens between them.
    """
    head, mark, text = line.partition("-- ")
    key = head.strip("# \t")
    if not (mark or line == _OWN) or " " in key or not (line.startswith(_OWN) if not key else head.endswith(" ")):
        return None
    if key and before and not before.key:
        return None
    type_, bracket, rest = text.lstrip().partition(")") if text.lstrip().startswith("(") else ("", "", text)
    # What is in front of further hyphens may be a key, too.
    words = "" if " --" in text else (rest if bracket else text)
    if words and not key and before:
        words = f"{before.text} -- \f{words}"
    return None if key.startswith("@") else _Description(key, type_[1:] if bracket else "", words)


def _holds(node: yaml.Node) -> bool:
    """Whether a value has others in it."""
    return isinstance(node, yaml.MappingNode | yaml.SequenceNode) and bool(node.value)


def _below(path: str, key: object) -> str:
    """Return the path of a value as helm-docs writes it. Raises ValueError for a key that may be others."""
    if not isinstance(key, str) or key == _MERGE:
        raise _UnreadableError
    name = f'"{key}"' if "." in key or " " in key else key
    return f"{path}.{name}" if path else name


def _scalar(text: str) -> Any:
    if text in _PLAIN:
        return _PLAIN[text]
    plain = text.replace("_", "") if text[0] in "+-0123456789" else text
    if _INT.match(plain):
        digits = plain.lstrip("+-").lower()
        is_octal = digits.startswith("0") and digits.isdigit()
        number = int(digits, 8) if is_octal else int(digits, 0)
        return -number if text.startswith("-") else number
    return float(plain) if _FLOAT.match(plain) else text
