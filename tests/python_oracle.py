"""What Python's own parser says that a source declares, in the form in which the tests compare it."""

import ast
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from doclint.source.model import (
    LONGEST_TEXT,
    OMITTED,
    Declaration,
    DeclaredSignature,
    SourceDeclarations,
)

Facts: TypeAlias = dict[tuple[str, str, int], Any]
"""What is said of declarations, by the subject, the dotted name, and which one of several of the same name it is."""

_KINDS = ("positional-only", "positional-or-keyword", "var-positional", "keyword-only", "var-keyword")
_DEFS = (ast.FunctionDef, ast.AsyncFunctionDef)
_ACCESSORS = ("setter", "deleter", "getter")
_PROPERTIES = ("property", "cached_property", "abstractproperty", *_ACCESSORS)
_Flat: TypeAlias = list[tuple[ast.stmt, int]]


def even(text: str | None) -> str | None:
    """Return an expression as Python writes it, so that quotes, brackets and blanks do not differ."""
    if not text or text == OMITTED:
        return text
    try:
        return ast.unparse(ast.parse(f"({text.strip()}\n)", mode="eval"))
    except SyntaxError:
        return text if not text.startswith("*") else "*" + str(even(text[1:]))


class _Collected:
    """Facts, numbered in the order in which they come."""

    def __init__(self) -> None:
        self.facts: Facts = {}

    def add(self, subject: str, name: str, value: Any) -> None:
        number = 0
        while (subject, name, number) in self.facts:
            number += 1
        self.facts[subject, name, number] = value


def facts_of(found: SourceDeclarations) -> Facts:
    """Return what declarations say."""
    collected = _Collected()
    collected.add("docstring", "", found.docstring)
    _collect(found.found, "", collected)
    return collected.facts


def _collect(declarations: Iterable[Declaration], prefix: str, to: _Collected) -> None:
    for one in declarations:
        name = prefix + one.name
        to.add("lines", name, (one.line, one.start, one.end))
        to.add("docstring", name, one.docstring)
        if one.kind in ("class", "enum"):
            to.add("bases", name, tuple(map(even, one.bases)))
            to.add("decorators", name, tuple(map(even, one.decorators)))
            _collect(one.members, f"{name}.", to)
        elif one.kind in ("function", "method"):
            to.add("decorators", name, tuple(map(even, one.decorators)))
            to.add("async", name, one.is_async)
            for signature in one.signatures:
                _collect_signature(signature, name, to)
        elif one.kind == "property" and one.value is None:
            to.add("decorators", name, tuple(map(even, one.decorators)))
            to.add("type", name, even(one.type))
        else:
            to.add("type", name, even(one.type))
            to.add("value", name, even(one.value))


def _collect_signature(signature: DeclaredSignature, name: str, to: _Collected) -> None:
    parameters = signature.parameters
    to.add("parameters", name, tuple((one.name, one.kind, one.is_required) for one in parameters))
    to.add("defaults", name, tuple(even(one.default) for one in parameters))
    to.add("types", name, tuple(even(one.type) for one in parameters))
    to.add("returns", name, even(signature.returns))


def facts_by_ast(text: str) -> Facts:
    """Return what Python's parser says of a source; raise SyntaxError if it is none."""
    collected = _Collected()
    tree = ast.parse(text)
    collected.add("docstring", "", ast.get_docstring(tree) or "")
    _Oracle(text, collected).body(tree.body, "", is_class=False)
    return collected.facts


class _Oracle:
    def __init__(self, text: str, to: _Collected) -> None:
        self._lines = text.encode().split(b"\n")
        self._to = to

    def body(self, statements: list[ast.stmt], prefix: str, *, is_class: bool) -> None:
        flat = list(_flat(statements))
        names: set[str] = set()
        self._bound(flat, names, prefix, is_class=is_class)
        if is_class:
            self._attributes([node for node, _ in flat], names, prefix)

    def _bound(self, flat: "_Flat", names: set[str], prefix: str, *, is_class: bool) -> None:
        overloads: dict[str, list[Any]] = {}
        for at, (node, column) in enumerate(flat):
            if isinstance(node, ast.ClassDef):
                self._class(node, prefix)
            elif not isinstance(node, _DEFS):
                behind = flat[at + 1] if at + 1 < len(flat) else (None, 0)
                docstring = _string(behind[0]) if behind[1] == column else ""
                names |= set(self._variables(node, prefix, docstring))
            elif node.name not in names or not _is_accessor(node):
                lasts = {last for _, last in _decorators(node)}
                before = overloads.setdefault(node.name, [])
                later = (one for one, _ in flat[at + 1 :] if isinstance(one, _DEFS) and one.name == node.name)
                if "overload" in lasts and any(later):
                    before.append(node)
                else:
                    is_property = is_class and not lasts.isdisjoint(_PROPERTIES)
                    self._function(node, overloads.pop(node.name), prefix, is_property=is_property)
            names |= {node.name} if isinstance(node, (*_DEFS, ast.ClassDef)) else set()

    def _attributes(self, statements: list[ast.stmt], names: set[str], prefix: str) -> None:
        attributes: dict[str, tuple[ast.Attribute, ast.stmt, str]] = {}
        for node in statements:
            if isinstance(node, _DEFS):
                _assigned(node, attributes)
        for name, (target, statement, docstring) in attributes.items():
            if name not in names:
                self._variable(prefix + name, target, statement, *_typed(statement, target), docstring)
        for one in (one for node in statements if isinstance(node, ast.Assign) for one in _slots(node)):
            if one.value not in names | attributes.keys():
                line = one.lineno
                self._facts(prefix + one.value, "", None, (line, line, line), "")

    def _function(self, node: Any, before: list[Any], prefix: str, *, is_property: bool) -> None:
        name = prefix + node.name
        self._to.add("lines", name, (node.lineno, min(map(_start, [*before, node])), node.end_lineno))
        docstrings = (ast.get_docstring(one) for one in [node, *reversed(before)])
        self._to.add("docstring", name, next(filter(None, docstrings), ""))
        self._to.add("decorators", name, tuple(map(self._decorator, node.decorator_list)))
        if is_property:
            self._to.add("type", name, self._value(node.returns) or "")
            return
        self._to.add("async", name, isinstance(node, ast.AsyncFunctionDef))
        for one in [*before, node]:
            parameters = list(_parameters(one.args))
            self._to.add("parameters", name, tuple((arg.arg, kind, need) for arg, kind, need, _ in parameters))
            self._to.add("defaults", name, tuple(self._value(default) for *_, default in parameters))
            self._to.add("types", name, tuple(self._value(arg.annotation) or "" for arg, *_ in parameters))
            self._to.add("returns", name, self._value(one.returns) or "")

    def _class(self, node: ast.ClassDef, prefix: str) -> None:
        name = prefix + node.name
        self._to.add("lines", name, (node.lineno, _start(node), node.end_lineno))
        self._to.add("docstring", name, ast.get_docstring(node) or "")
        self._to.add("bases", name, tuple(even(ast.unparse(one)) for one in node.bases))
        self._to.add("decorators", name, tuple(map(self._decorator, node.decorator_list)))
        self.body(node.body, f"{name}.", is_class=True)

    def _variables(self, node: ast.stmt, prefix: str, docstring: str) -> Iterator[str]:
        if isinstance(node, (ast.For, ast.AsyncFor)):
            pairs: Iterable[tuple[ast.expr, Any]] = [(node.target, OMITTED)]
        elif isinstance(node, (ast.With, ast.AsyncWith)):
            pairs = [(one.optional_vars, OMITTED) for one in node.items if one.optional_vars]
        elif isinstance(node, ast.AugAssign):
            pairs = [(node.target, OMITTED)]
        elif isinstance(node, ast.AnnAssign):
            pairs = [(node.target, node.value)]
        elif isinstance(node, ast.Assign):
            pairs = [(target, node.value) for target in node.targets]
        else:
            return
        for target, value in pairs:
            for name, part in _bound(target, value):
                yield name.id
                type_ = self._value(node.annotation) if isinstance(node, ast.AnnAssign) else ""
                text = OMITTED if part is OMITTED else self._value(part)
                is_compound = isinstance(node, (ast.For, ast.AsyncFor, ast.With, ast.AsyncWith))
                end = name.end_lineno if is_compound else node.end_lineno
                self._facts(prefix + name.id, type_, text, (name.lineno, node.lineno, end), docstring)

    def _variable(
        self, name: str, target: ast.Attribute, statement: ast.stmt, type_: Any, value: Any, docstring: str
    ) -> None:
        text = OMITTED if value is OMITTED else self._value(value)
        whole = target if value is OMITTED else statement
        lines = (target.end_lineno, whole.lineno, whole.end_lineno)
        self._facts(name, type_, text, lines, docstring)

    def _facts(self, name: str, type_: Any, value: Any, lines: tuple[Any, ...], docstring: str) -> None:
        self._to.add("lines", name, lines)
        self._to.add("docstring", name, docstring)
        self._to.add("type", name, type_)
        self._to.add("value", name, value)

    def _decorator(self, node: ast.expr) -> str | None:
        text = self._value(node)
        return f"{self._value(node.func)}({OMITTED})" if text == OMITTED and isinstance(node, ast.Call) else text

    def _value(self, node: ast.expr | None) -> str | None:
        if node is None:
            return None
        lines = self._lines[node.lineno - 1 : node.end_lineno]
        size = sum(map(len, lines)) + len(lines) - 1 - node.col_offset - len(lines[-1]) + (node.end_col_offset or 0)
        return OMITTED if size > LONGEST_TEXT else _unparsed(node)


def _flat(statements: list[ast.stmt]) -> Iterator[tuple[ast.stmt, int]]:
    for node in statements:
        yield node, node.col_offset
        if not isinstance(node, (*_DEFS, ast.ClassDef)):
            for name in ("body", "handlers", "orelse", "finalbody", "cases"):
                for one in getattr(node, name, []):
                    inner = one.body if isinstance(one, (ast.ExceptHandler, ast.match_case)) else [one]
                    yield from _flat(inner)


def _decorators(node: Any) -> list[tuple[str, str]]:
    """Return the decorators of a definition, each split at its last dot."""
    names = [ast.unparse(one).partition("(")[0].rpartition(".") for one in node.decorator_list]
    return [(owner, last) for owner, _, last in names]


def _is_accessor(node: Any) -> bool:
    return any(owner == node.name and last in _ACCESSORS for owner, last in _decorators(node))


def _start(node: Any) -> int:
    lines: list[int] = [node.lineno, *(one.lineno for one in node.decorator_list)]
    return min(lines)


def _unparsed(node: ast.expr | None) -> str:
    return even(ast.unparse(node)) or "" if node is not None else ""


def _string(node: ast.stmt | None) -> str:
    if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
        return _cleaned(node.value.value)
    return ""


def _cleaned(text: str) -> str:
    import inspect

    return inspect.cleandoc(text)


def _parameters(args: ast.arguments) -> Iterator[tuple[ast.arg, str, bool, ast.expr | None]]:
    positional = [(one, _KINDS[0]) for one in args.posonlyargs] + [(one, _KINDS[1]) for one in args.args]
    defaults = [None] * (len(positional) - len(args.defaults)) + args.defaults
    for (arg, kind), default in zip(positional, defaults, strict=True):
        yield arg, kind, default is None, default
    if args.vararg:
        yield args.vararg, _KINDS[2], False, None
    for arg, default in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        yield arg, _KINDS[3], default is None, default
    if args.kwarg:
        yield args.kwarg, _KINDS[4], False, None


def _bound(target: ast.expr, value: Any) -> Iterator[tuple[ast.Name, Any]]:
    if isinstance(target, ast.Name):
        yield target, value
    elif isinstance(target, (ast.Tuple, ast.List)):
        parts = value.elts if isinstance(value, (ast.Tuple, ast.List)) else []
        is_plain = len(parts) == len(target.elts) and not any(isinstance(one, ast.Starred) for one in parts)
        is_plain = is_plain and all(isinstance(one, ast.Name) for one in target.elts)
        for at, one in enumerate(target.elts):
            yield from _bound(one, parts[at] if is_plain else OMITTED)
    elif isinstance(target, ast.Starred):
        yield from _bound(target.value, OMITTED)


def _assigned(function: Any, to: dict[str, tuple[ast.Attribute, ast.stmt, str]]) -> None:
    """Add what a method assigns to the attributes of its first parameter; the first annotation wins."""
    parameters = [one.arg for one, *_ in _parameters(function.args)]
    if any(ast.unparse(one) == "staticmethod" for one in function.decorator_list) or not parameters:
        return
    owners = {parameters[0], "self"} if function.name == "__new__" else {parameters[0]}
    for statement, behind in _walked(function.body):
        for target in _attribute_targets(statement):
            if isinstance(target.value, ast.Name) and target.value.id in owners:
                before = to.get(target.attr)
                is_typed = isinstance(statement, ast.AnnAssign)
                if before is None or (is_typed and not isinstance(before[1], ast.AnnAssign)):
                    # The string must be behind the assignment itself, which a pattern has none of.
                    docstring = _string(behind) if _typed(statement, target)[1] is not OMITTED else ""
                    to[target.attr] = target, statement, docstring or (before[2] if before else "")


def _walked(statements: list[ast.stmt]) -> Iterator[tuple[ast.stmt, ast.stmt | None]]:
    for at, node in enumerate(statements):
        if isinstance(node, ast.ClassDef):
            continue
        yield node, statements[at + 1] if at + 1 < len(statements) else None
        for name in ("body", "handlers", "orelse", "finalbody", "cases"):
            inner = getattr(node, name, [])
            for part in [one.body for one in inner if not isinstance(one, ast.stmt)] or [inner]:
                yield from _walked(part)


def _attribute_targets(node: ast.stmt) -> Iterator[ast.Attribute]:
    targets: list[ast.expr] = []
    if isinstance(node, ast.Assign):
        targets = node.targets
    elif isinstance(node, (ast.AnnAssign, ast.For, ast.AsyncFor)):
        targets = [node.target]
    elif isinstance(node, (ast.With, ast.AsyncWith)):
        targets = [one.optional_vars for one in node.items if one.optional_vars]
    waiting = targets[::-1]
    while waiting:
        one = waiting.pop()
        if isinstance(one, ast.Attribute):
            yield one
        elif isinstance(one, (ast.Tuple, ast.List)):
            waiting += one.elts[::-1]
        elif isinstance(one, ast.Starred):
            waiting.append(one.value)


def _typed(statement: ast.stmt, target: ast.Attribute) -> tuple[str, Any]:
    if isinstance(statement, ast.AnnAssign):
        return _unparsed(statement.annotation), statement.value
    is_plain = isinstance(statement, ast.Assign) and target in statement.targets
    return "", statement.value if is_plain else OMITTED  # type: ignore[attr-defined]


def _slots(node: ast.Assign) -> Iterator[Any]:
    is_slots = any(isinstance(one, ast.Name) and one.id == "__slots__" for one in node.targets)
    if not is_slots:
        return
    value = node.value
    parts = value.elts if isinstance(value, (ast.Tuple, ast.List, ast.Set)) else [value]
    parts = list(value.keys) if isinstance(value, ast.Dict) else parts  # type: ignore[arg-type]
    yield from (one for one in parts if isinstance(one, ast.Constant) and isinstance(one.value, str))
