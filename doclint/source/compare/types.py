"""Comparing types: whether a type on a page is certainly not the one in the source.

Types are compared, not texts: `Optional[X]` is `X | None`, `List[X]` is `list[X]`, `T[]` is `Array<T>`, the order of a
union does not matter. Generators shorten types and replace aliases by what they stand for, so a difference only counts
where both types are known.
"""

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.compare.source_types import (
    BUILTIN,
    CLASSES,
    NOTHING,
    TABLES,
    SourceTypes,
    enumerations,
    no_alias,
    words_of,
)
from doclint.source.compare.type_expressions import OPAQUE, TypeExpression, parse
from doclint.source.compare.word_types import bare, differ_in_words

_TYPESCRIPT_NAMES: dict[str, str] = TABLES["typescript"]
TYPING_ALIASES: dict[str, str] = TABLES["typing"]
"""What other names of `typing` are in Python, by these."""
# https://typing.python.org/en/latest/spec/special-types.html#special-cases-for-float-and-complex
_INCLUDES = {"complex": ("float", "int"), "float": ("int",)}
_TRANSPARENT = ("Annotated", "ClassVar", "Final", "NotRequired", "ReadOnly", "Required")
# https://www.typescriptlang.org/docs/handbook/utility-types.html
_COMPUTED = (
    "awaited constructorparameters exclude extract instancetype nonnullable omit parameters partial pick required "
    "returntype thisparametertype omitthisparameter"
)
"""Types of TypeScript that compilers may show as what they come to."""
# Generators write the first ones where they do not resolve or show a type, and resolve `Self`; `Any` is what authors of
# Python write, too.
_VAGUE = {
    "python": frozenset({"object", "self"}),
    "typescript": frozenset({"any", "object", "this", "unknown", *_COMPUTED.split()}),
}
_ALL = frozenset({"any", "unknown"})
"""A union with one of these types of TypeScript is that type: `any | null` is `any`."""
_PART = expression(r"\w++|\[\]")
_NUMBER = expression(r"_\d++\Z")
_CLASS_NAME = expression(r"[A-Z]\w*[a-z]\w*")
_FORWARD = expression(r"\bForwardRef\((['\"])([^'\"]*+)\1\)")  # how Python shows a type that is written as a string
_MOST = 100  # types of a union
_STORED = ("constant", "variable", "type")
_OF_ENUMERATIONS = ("number", "string")
_MEMBER_TYPE = expression(r"[\w>)\]}]\[\s*+[^\]\s]")  # that of a member of another type, such as `Basket["size"]`


def contradicts(stated: str, source: str, types: SourceTypes, *, ignores_none: bool = False) -> bool:
    """Whether a type that a page states is certainly not the type in a source.

    With `ignores_none` it does not matter whether one of them allows None, null or undefined.

    >>> python = SourceTypes("python")
    >>> contradicts("str | None", "typing.Optional[str]", python), contradicts("List[int]", "list[str]", python)
    (False, True)
    >>> typescript = SourceTypes("typescript")
    >>> contradicts("string[]", "Array<string>", typescript), contradicts("any", "any | null", typescript)
    (False, False)
    >>> contradicts("string", 'Basket["name"]', typescript), contradicts("number", "number | Size", typescript)
    (False, False)
    >>> contradicts("number | string[]", "(string | number)[]", typescript)
    False
    >>> contradicts("bool", "string", typescript), contradicts("int", "number", typescript)
    (True, False)
    >>> declared = SourceTypes("typescript", "interface Size {}")
    >>> contradicts("Size", "number | Size", typescript), contradicts("Size", "number | Size", declared)
    (False, True)
    >>> csharp = SourceTypes("csharp", "enum Size { Small }")
    >>> contradicts("string", "Size?", csharp), contradicts("string", "bool", csharp)
    (False, True)
    """
    if not stated.strip() or not source.strip() or bare(stated) == bare(source):
        return False
    if not types.dialect:
        return differ_in_words(stated, source, types)
    left = _normal(parse(_FORWARD.sub(r"\2", stated)), types, 0)
    if types.dialect == "typescript":
        is_value = stated in _OF_ENUMERATIONS and source in enumerations(types.text)  # pages show that of its values
        is_bare = ")[" in source and "(" not in stated  # TypeDoc before 0.17 has no brackets around unions in arrays
        if is_value or _MEMBER_TYPE.search(source) or (is_bare and _sorted_words(stated) == _sorted_words(source)):
            return False
        # A name on the page may be another alias, so only built-in types are compared with what an alias stands for.
        are_known = all(_is_builtin(one, types) and not one.arguments for one in _members(left))
        if are_known and (alias := types.alias_of(source.strip())) is not None:
            return contradicts(stated, alias[0], replace(alias[1], alias_of=no_alias), ignores_none=ignores_none)
    replaced = _replacements(tuple(types.written.items()), types.language)
    right = _replaced(_normal(parse(source), types, 0), replaced, types)
    is_resolved = types.dialect == "python" and "." in stated and "." not in source
    if is_resolved and not all(_is_plain(one, types) for one in _members(right)):
        return False  # generators that import a module show what an alias of another package stands for
    return _differ(left, right, types, ignores_none=ignores_none)


def _sorted_words(type_: str) -> list[str]:
    return sorted(_PART.findall(type_))


def _normal(found: TypeExpression, types: SourceTypes, depth: int) -> TypeExpression:
    """Return a type in the one way to write it."""
    if depth > 60:  # strings in strings
        return OPAQUE
    name, arguments = found
    if types.dialect == "python":
        if name[:1] in "'\"":
            return _normal(parse(re.sub(r"\\(.)", r"\1", name[1:-1])), types, depth + 1)
        if name == "Literal":
            return _union([TypeExpression(_literal(one.name)) for one in arguments], types)
        name = TYPING_ALIASES.get(name, name)
        if name in _TRANSPARENT and arguments:
            return _normal(arguments[0], types, depth + 1)
        if name in ("Optional", "Union") and arguments:
            none = [TypeExpression("None")] if name == "Optional" else []
            return _union([*(_normal(one, types, depth + 1) for one in arguments), *none], types)
    else:
        name = _TYPESCRIPT_NAMES.get(name, _literal(name))
    inner = [_normal(one, types, depth + 1) for one in arguments]
    return _union(inner, types) if name == "|" else TypeExpression(name, tuple(inner))


def _literal(name: str) -> str:
    return f'"{name[1:-1]}"' if name[:1] in "'\"" else name


def _union(parts: Iterable[TypeExpression], types: SourceTypes) -> TypeExpression:
    every = [inner for part in parts for inner in (part.arguments if part.name == "|" else (part,))]
    distinct = {_text(one): one for one in every}
    if types.dialect == "python":
        for name in _INCLUDES.keys() & distinct.keys():
            distinct = {key: one for key, one in distinct.items() if key not in _INCLUDES[name]}
    if {"true", "false"} <= distinct.keys():
        distinct = {key: one for key, one in distinct.items() if key not in ("true", "false")}
        distinct["boolean"] = TypeExpression("boolean")
    if types.dialect == "typescript" and len(distinct) > 1:
        distinct.pop("never", None)  # no value has it
    found = tuple(distinct.values())
    return found[0] if len(found) == 1 else TypeExpression("|", found)


def _text(found: TypeExpression) -> str:
    inner = ",".join(map(_text, found.arguments))
    return f"{found.name.casefold()}[{inner}]" if inner else found.name.casefold()


@lru_cache(maxsize=16)  # the same ones for all types of a format
def _replacements(written: tuple[tuple[str, str], ...], language: str) -> Mapping[str, TypeExpression]:
    """Return the types that the pages write in another way, by the text of the type of the source."""
    types = SourceTypes(language)
    return {_text(_normal(parse(key), types, 0)): parse(value) for key, value in written}


def _replaced(found: TypeExpression, written: Mapping[str, TypeExpression], types: SourceTypes) -> TypeExpression:
    """Return a type of the source as the pages write it."""
    if not written:
        return found
    if (other := written.get(_text(found))) is not None:
        return _normal(other, types, 0)
    if found.arguments and written.get(found.name.casefold()) == OPAQUE:
        return _replaced(found.arguments[0], written, types)
    if found.name == "|":
        # What is returned in place of nothing (`void`) is not what may be left out.
        some = [one for one in found.arguments if one.name.casefold() not in NOTHING]
        if len(some) < len(found.arguments) and (other := written.get(_text(_union(some, types)))) is not None:
            return _union([_normal(other, types, 0), TypeExpression("None")], types)
        every = (one if one.name.casefold() in NOTHING else _replaced(one, written, types) for one in found.arguments)
        return _union(every, types)
    return TypeExpression(found.name, tuple(_replaced(one, written, types) for one in found.arguments))


def _differ(page: TypeExpression, source: TypeExpression, types: SourceTypes, *, ignores_none: bool = False) -> bool:
    left, right = _members(page), _members(source)
    stated = {one.name for one in left}
    left, right = _widened(left, stated), _widened(right, stated)
    if any(one == OPAQUE or one.name in _ALL for one in (*left, *right)) or len(left) > _MOST or len(right) > _MOST:
        return False
    if not _is_none(left) and not _is_none(right):
        some = ([one for one in side if one.name.casefold() not in NOTHING] for side in (left, right))
        if ignores_none:
            left, right = some
        elif types.dialect == "typescript" and left == next(some):
            right = next(some)  # without `strictNullChecks`, compilers leave these out
    if len(left) == len(right) == 1:
        return _differ_alone(left[0], right[0], types)
    texts = set(map(_text, right))
    alone = [one for one in left if _text(one) not in texts]
    texts = set(map(_text, left))
    other = [one for one in right if _text(one) not in texts]
    is_open = any(_is_open(one, types) for one in alone) or any(_is_open(one, types, is_stated=False) for one in other)
    is_open = is_open or (types.is_inherited and any(_is_open(one, types, is_stated=False) for one in right))
    if is_open or (not alone and _may_include(left, other, types)):
        return False
    doubted = [*alone, *other] if types.dialect == "typescript" else other
    if len(alone) != len(other) and not all(_is_plain(one, types) for one in doubted):
        return False
    for one in alone:
        like = next((each for each in other if not _differ_alone(one, each, types)), None)
        if like is None:
            return True
        other.remove(like)
    return bool(other)


def _may_include(stated: list[TypeExpression], left_out: list[TypeExpression], types: SourceTypes) -> bool:
    """Whether types may include others, which compilers of TypeScript then leave out: they show `Size` for
    `number | Size` if it stands for `number | string`, and `number` if it is an enumeration of numbers.
    """
    if types.dialect != "typescript":
        return False
    has_plain = not {"number", "string"}.isdisjoint(one.name for one in stated)
    are_enums = has_plain and not any(_is_builtin(one, types) for one in left_out)
    return are_enums or not all(_is_plain(one, types) for one in stated)


def _widened(members: list[TypeExpression], stated: set[str]) -> list[TypeExpression]:
    """Return the members of a union with the type that is stated in place of literals: `string` for `"up" | "down"`."""
    names = {"string": stated & {"string", "str"}, "number": stated & {"number", "int"}}
    if not any(names.values()):
        return members
    wider = [next(iter(names.get(_kind_of_literal(one), ())), one.name) for one in members]
    found = [TypeExpression(name, one.arguments) for name, one in zip(wider, members, strict=True)]
    return list({_text(one): one for one in found}.values())


def _kind_of_literal(found: TypeExpression) -> str:
    """Return the type of a literal; empty for anything else."""
    return "string" if found.name[:1] == '"' else "number" if found.name.lstrip("-")[:1].isdigit() else ""


def _members(found: TypeExpression) -> list[TypeExpression]:
    return list(found.arguments) if found.name == "|" else [found]


def _is_none(members: list[TypeExpression]) -> bool:
    return all(one.name.casefold() in NOTHING for one in members)


def _is_builtin(found: TypeExpression, types: SourceTypes) -> bool:
    name = found.name.casefold()
    return name in BUILTIN[types.dialect] or found.name[:1] in '"-' or found.name[:1].isdigit()


def _is_open(found: TypeExpression, types: SourceTypes, *, is_stated: bool = True) -> bool:
    """Whether a type may be written in another way that looks unlike it."""
    if found == OPAQUE or found.name == "&":
        return True
    if found.name.casefold() in _VAGUE[types.dialect]:
        return True
    return not _is_builtin(found, types) and types.may_mean_another(found.name, is_stated=is_stated)


def _differ_alone(page: TypeExpression, source: TypeExpression, types: SourceTypes) -> bool:
    if _unnumbered(page.name) == _unnumbered(source.name) or _is_prefixed(page.name, source.name, types):
        has_parentheses = source.name == "&" and any(one.name == "|" for one in source.arguments)
        if has_parentheses or len(page.arguments) != len(source.arguments):
            return False  # generators leave out parentheses and arguments, and type parameters have defaults
        return any(_differ(*both, types) for both in zip(page.arguments, source.arguments, strict=True))
    if _is_open(page, types) or _is_open(source, types, is_stated=False):
        return False
    # What is imported may be the alias of `Any`, or of a type with arguments, which some generators write.
    if (page.name == "Any" or (page.arguments and not source.arguments)) and not _is_plain(source, types):
        return False
    if _is_builtin(page, types) and _is_builtin(source, types):
        # A field that may only be left out (`size?: never`) is `undefined`.
        return (page.name, source.name) != ("undefined", "never")
    return _differ_as_classes(page, source, types)


def _differ_as_classes(page: TypeExpression, source: TypeExpression, types: SourceTypes) -> bool:
    """Whether a type of a page is not that of the source, of which at least one is not built in."""
    if not all(_CLASS_NAME.fullmatch(one.name) for one in (page, source) if not _is_builtin(one, types)):
        return False
    if types.is_exported_as(source.name, page.name):
        return False
    if _is_plain(source, types):
        return True
    if types.dialect == "python" and types.kind_of(source.name) in _STORED:
        return False  # generators that import a module show what an alias stands for
    # What is imported may be an alias of something built in. One class is hardly the alias of another, except that
    # compilers of TypeScript show one that the source does not mention in place of its alias.
    is_shown = types.dialect == "typescript" and not types.renames and page.name not in words_of(types.text)
    return not _is_builtin(page, types) and not is_shown


def _is_prefixed(name: str, own: str, types: SourceTypes) -> bool:
    """Whether a module may export a type by a name with the initials of its package: `RPCRouter` for `Router`."""
    return types.dialect == "typescript" and name.endswith(own) and name.removesuffix(own).isupper()


def _unnumbered(name: str) -> str:
    """Return a name without the number that API Extractor gives to one that is taken: `Options_2`."""
    return _NUMBER.sub("", name.casefold())


def _is_plain(found: TypeExpression, types: SourceTypes) -> bool:
    """Whether a type of the source is built in, or a class, and so not an alias of others."""
    return _is_builtin(found, types) or types.declares(found.name) or types.kind_of(found.name) in CLASSES
