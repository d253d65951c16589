"""Comparing types: whether a type on a page is certainly not the one in the source.

Types are compared, not texts: `Optional[X]` is `X | None`, `List[X]` is `list[X]`, `T[]` is `Array<T>`, the order of a
union does not matter. Generators shorten types and replace aliases by what they stand for, so a difference only counts
where both types are known.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.errors.tables import table
from doclint.markdown.source import Span
from doclint.source.brackets import CodeText
from doclint.source.compare.type_expressions import OPAQUE, UNREADABLE, TypeExpression, parse
from doclint.source.language import ECMASCRIPT
from doclint.source.model import OMITTED

TERRAFORM = "terraform"
"""The language of the types of Terraform. Pages have one word for each: `Block List, Max: 1` is a `Block List`."""
SETTING = "setting"
"""The language of the types of settings, which pages show as the sources write them, but for white space and marks."""
COMMAND = "command"
"""The language of the types of options, as Typer shows them: `INTEGER` or, since 0.26, `<int>`."""
FLAG = "flag"
"""The language of the types and defaults of flags, which pages show in the words of pflag."""
JSDOC = "jsdoc"
"""The language of the types in comments of JSDoc, which pages made of these have in the same words."""
PROTO = "proto"
"""The language of Protocol Buffers. Its types have labels, and `stream Item` is `Item stream` on pages."""

_PROTO_LABELS = frozenset({"optional", "repeated", "required", "stream"})
_NOTHING = frozenset({"none", "null", "undefined"})
_TABLES = table("doclint.source.compare", "types")
_TYPESCRIPT_NAMES: dict[str, str] = _TABLES["typescript"]
TYPING_ALIASES: dict[str, str] = _TABLES["typing"]
"""What other names of `typing` are in Python, by these."""
# https://typing.python.org/en/latest/spec/special-types.html#special-cases-for-float-and-complex
_INCLUDES = {"complex": ("float", "int"), "float": ("int",)}
_TRANSPARENT = ("Annotated", "ClassVar", "Final", "NotRequired", "ReadOnly", "Required")
_BUILTIN = {language: frozenset(types.split()) for language, types in _TABLES["builtin"].items()}
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
_NAME = expression(r"[^\W\d]\w*+")
_SETTING_TYPES = frozenset("any bool float int list map number object set string tuple".split())
_OPTION_TYPES = {"bool": "boolean", "int": "integer", "str": "text"}
_OLD_SLICES = frozenset({"boolSlice", "intSlice", "stringSlice", "uintSlice"})
_OPTION_WORDS = frozenset({"boolean", "float", "integer", "path", "text", "uuid"})
_WORDS = expression(r"[^\W_]++")

_OTHER_NAMES: dict[str, dict[str, str]] = {language: _TABLES[language] for language in ("csharp", "rust")}
# What follows `type`: the name of an object and all of it, unless it is a part of another type.
_OBJECT = r"\s++\w++[^\n=;{}()]{0,200}+=\s*+\{[^{}]*+\}(?!\s*+[|&\[])"
_PART = expression(r"\w++|\[\]")
_NUMBER = expression(r"_\d++\Z")
# Records, functions, literals and what TypeScript adds, which JSDoc shows in other words.
_NOT_IN_WORDS = expression(r"[{\"'&\n]|=>|\b(?:typeof|keyof|import)\b|\b[Ff]unction\s*+[(:<]")
_ALIKE = {"Function": "function", "array": "Array"}
_COMMENT_WORD = expression(r"[\w$.~#/:-]++|\*")
_CLASS_NAME = expression(r"[A-Z]\w*[a-z]\w*")
_MODIFIERS = frozenset({"auto", "const", "dyn", "extends", "final", "impl", "mut", "static", "struct", "super"})
_LIFETIME = expression(r"\bfor\s*+<[^<>]{0,100}+>\s*+|'{1,2}\w++(?:\s*+\+\s*+|,\s*+|(?=\W|\Z))")  # of Rust
_MEMBER_OF_TYPE = expression(r"\b(?:[A-Z]\w*+)::\w")  # that of a trait in Rust, such as `T::Item`
_LEFT_OUT = expression(r"\b\w++:(?!:)|[+,](?=[)>]|\Z)|<>|[()]")  # names of parameters, and what lifetimes leave
_FLAGS_OF_SCHEMA = frozenset({"Deprecated", "Sensitive"})  # what may follow the type of an argument of Terraform
_NAMED_RESULT = expression(r"\A\((?:[^,()]*+,)*+\s*+(?!(?:chan|func|interface|map|struct)\b)\w++\s++[\w*\[(.]")  # of Go
_OTHER_SIZE = expression(r";\s*+(?!\d++\s*+\])")  # of an array: not a plain number
_MOST = 100  # types of a union
_CLASSES = ("class", "struct", "enum", "interface", "trait")
_STORED = ("constant", "variable", "type")
_OF_ENUMERATIONS = ("number", "string")
_MEMBER_TYPE = expression(r"[\w>)\]}]\[\s*+[^\]\s]")  # that of a member of another type, such as `Basket["size"]`


def _is_unknown(*_names: str) -> bool:
    return False


def _no_kind(_name: str) -> str:
    return ""


def _no_alias(_name: str) -> "tuple[str, SourceTypes] | None":
    return None


class SourceTypes(Struct, frozen=True):
    """What is known of the types of a source: the id of its language, and its text.

    `written` are types that the pages write in another way, by how the source writes them. `kind_of` is what a name
    that the source imports is, empty if that is not known, and `is_exported_as` whether a package exports what has the
    first name by the second one. `alias_of` is what an alias of TypeScript stands for, with its source, None if that is
    not known. If it `renames`, pages may have names of types that the source lacks, as an API report has none that are
    local to a module. With `are_copied`, pages have the types as the source writes them.
    """

    language: str
    text: str = ""
    written: Mapping[str, str] = {}
    kind_of: Callable[[str], str] = _no_kind
    is_exported_as: Callable[[str, str], bool] = _is_unknown
    alias_of: "Callable[[str], tuple[str, SourceTypes] | None]" = _no_alias
    renames: bool = False
    are_copied: bool = False

    @property
    def dialect(self) -> str:
        """The language whose types its language has; empty if doclint does not know them."""
        return "typescript" if self.language in ECMASCRIPT else "python" if self.language == "python" else ""

    @property
    def hides_defaults(self) -> bool:
        """Whether a parameter may have a default that only the code shows, and pages leave out."""
        return self.dialect == "typescript" or self.language == JSDOC

    def may_mean_another(self, name: str, *, is_stated: bool = True) -> bool:
        """Whether a name in the source may stand for another type, as an alias or a type variable does.

        What a page has in place of a type variable (`is_stated`), it may have from a class that is derived.
        """
        if self.may_be_alias(name):
            return True
        is_argument = self.dialect == "typescript" and name in _type_arguments(self.text)
        return is_argument and not self.declares(name) and (is_stated or self.kind_of(name) not in _CLASSES)

    def may_be_alias(self, name: str) -> bool:
        """Whether the source may give a name to a type that has another one."""
        if len(name) < 2 or not name.isidentifier():
            return True
        if self.renames and name not in _words(self.text):
            return True
        return name in _aliases(self.text) and not self.declares(name)

    def declares(self, name: str) -> bool:
        """Whether the source declares a class of a name, or an object type of TypeScript."""
        return name in _declared_classes(self.text)


@lru_cache(maxsize=4)
def _aliases(text: str) -> frozenset[str]:
    """Return the names that a source may give to types that have other ones."""
    marks = (
        r"\b(?:as|using|typedef)\s++(?=(\w++))",
        r"\btype\s++(\w++)(?!\s*+[,}]|\s++(?:as|from)\b)",  # not what TypeScript imports: `{ type Basket }`
        r"(?m)^[^\S\n]*+(?:export\s++)?(\w++)\s*+(?::(?!:)|=)",
        r"\b(\w++)\s++(?:extends|=)",
    )
    return frozenset(name for mark in marks for name in re.findall(mark, text))


@lru_cache(maxsize=4)
def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


@lru_cache(maxsize=4)
def _type_arguments(text: str) -> frozenset[str]:
    """Return the names in the lists of a source between angle brackets, as far as commas and brackets show it."""
    return frozenset(re.findall(r"[<,]\s*+(?:const\s++|in\s++|out\s++)?(\w++)(?=\s*+[,>])", text))


@lru_cache(maxsize=4)
def _enumerations(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\benum\s++(?:class\s++)?(\w++)", text))


@lru_cache(maxsize=4)
def _declared_classes(text: str) -> frozenset[str]:
    return frozenset(re.findall(rf"\b(?:class|interface|enum|type(?={_OBJECT}))\s++([\w$]++)", text))


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
    if not stated.strip() or not source.strip() or _bare(stated) == _bare(source):
        return False
    if types.language in _IN_WORDS:
        return _IN_WORDS[types.language](stated, source)
    if not types.dialect:
        is_copied, is_comment = types.are_copied and "{" not in source, types.language == JSDOC
        differ = _differ_as_comments(stated, source) if is_comment else _share_no_name(stated, source, types)
        return is_copied or differ
    left = _normal(parse(stated), types, 0)
    if types.dialect == "typescript":
        is_value = stated in _OF_ENUMERATIONS and source in _enumerations(types.text)  # pages show that of its values
        is_bare = ")[" in source and "(" not in stated  # TypeDoc before 0.17 has no brackets around unions in arrays
        if is_value or _MEMBER_TYPE.search(source) or (is_bare and _sorted_words(stated) == _sorted_words(source)):
            return False
        # A name on the page may be another alias, so only built-in types are compared with what an alias stands for.
        are_known = all(_is_builtin(one, types) and not one.arguments for one in _members(left))
        if are_known and (alias := types.alias_of(source.strip())) is not None:
            return contradicts(stated, alias[0], replace(alias[1], alias_of=_no_alias), ignores_none=ignores_none)
    replaced = _replacements(tuple(types.written.items()), types.language)
    right = _replaced(_normal(parse(source), types, 0), replaced, types)
    return _differ(left, right, types, ignores_none=ignores_none)


def _sorted_words(type_: str) -> list[str]:
    return sorted(_PART.findall(type_))


def _differ_in_terraform(stated: str, source: str) -> bool:
    (left, *words), (right, *flags) = stated.split(", "), source.split(", ")
    return _bare(left) != _bare(right) or _FLAGS_OF_SCHEMA.intersection(words) != set(flags)


def _differ_as_settings(stated: str, source: str) -> bool:
    """Whether the words of two types of settings differ. One word may be another name, or a note."""
    left, right = _WORDS.findall(stated), _WORDS.findall(source)
    are_known = all(len(one) > 1 or not _SETTING_TYPES.isdisjoint(one) for one in (left, right))
    return OMITTED not in source and are_known and left != right


def _differ_as_options(stated: str, source: str) -> bool:
    """Whether two types of options are of Click and differ. Any other word may be a name that a program gives."""
    both = {_OPTION_TYPES.get(one, one) for one in (stated.strip("<>").casefold(), source)}
    return len(both) > 1 and both <= _OPTION_WORDS


def _differ_as_flags(stated: str, source: str) -> bool:
    """Whether two types of flags differ. Old versions of pflag call `strings` by the name of the method."""
    left, right = (f"{one.removesuffix('Slice')}s" if one in _OLD_SLICES else one for one in (stated, source))
    return left != right


_IN_WORDS = {
    TERRAFORM: _differ_in_terraform,
    SETTING: _differ_as_settings,
    COMMAND: _differ_as_options,
    FLAG: _differ_as_flags,
}


def _differ_as_comments(stated: str, source: str) -> bool:
    """Whether two types of JSDoc have other words: `string[]` is `Array.<string>`, and `?string` is `string`."""
    if _NOT_IN_WORDS.search(source) or _NOT_IN_WORDS.search(stated):
        return False
    return _words_of_comment(stated) != _words_of_comment(source)


def _words_of_comment(text: str) -> list[str]:
    words = (re.split(r"[.~#/:]", one.rstrip("."))[-1] for one in _COMMENT_WORD.findall(text.replace("[]", " Array ")))
    return sorted(_ALIKE.get(word, word) for word in words if word not in {*_NOTHING, "", "void"})


def _bare(text: str) -> str:
    return re.sub(r"[\s;`]|,(?=\s*+[)\]}])", "", text)


def _differ_in_proto(stated: list[str], source: list[str]) -> bool:
    """Whether two types of Protocol Buffers have other labels or other names, each of which may lack outer ones.

    A page may lack the label `optional`, which old generators do not know in all versions of the language.

    >>> proto = SourceTypes(PROTO)
    >>> contradicts("optional Till.Basket", "Basket", proto), contradicts("shop.Till", "optional Till", proto)
    (True, False)
    """
    labels, marks = _PROTO_LABELS.intersection(stated), _PROTO_LABELS.intersection(source)
    page, own = (f".{next((word for word in each if word not in _PROTO_LABELS), '')}" for each in (stated, source))
    are_alike = page.endswith(f".{own.lstrip('.')}") or own.endswith(page)
    return not are_alike or labels not in (marks, marks - {"optional"})


def _share_no_name(stated: str, source: str, types: SourceTypes) -> bool:
    if types.language == "go":
        return _differ_in_go(stated, source, types)
    if types.language == PROTO:
        return _differ_in_proto(stated.split(), source.split())
    if types.language == "rust" and not types.written:
        return _differ_in_rust(stated, source, types)
    left, right = _names(stated), _names(source)
    values = _enumerations(types.text)
    is_of_values = all(map(str.islower, left)) and not values.isdisjoint(right)
    is_text = left == {"String"} and types.language == "rust"
    if is_of_values or (is_text and values.issuperset(right - {"Option", "Vec"}) and not values.isdisjoint(right)):
        return False  # pages may have the type of its values
    if others := _OTHER_NAMES.get(types.language):
        left, right = ({others.get(name, name) for name in names} for names in (left, right))
        is_unreadable = any(types.written.get(name) == UNREADABLE for name in right)
        if is_unreadable or (left.isdisjoint(right) and any(types.kind_of(name) == "type" for name in right)):
            return False
    return bool(left and right) and left.isdisjoint(right) and not any(map(types.may_mean_another, right))


def _differ_in_go(stated: str, source: str, types: SourceTypes) -> bool:
    """Whether two types of Go differ but for pointers and packages, which pages may leave out.

    >>> go = SourceTypes("go")
    >>> contradicts("time.Time", "*time.Duration", go), contradicts("string", "...string", go)
    (True, True)
    >>> contradicts("(*Tree, int)", "(*Tree, bool)", go), contradicts("(Tree, error)", "(*Tree, error)", go)
    (True, True)
    >>> contradicts("(int, error)", "(n int, err error)", go), contradicts("(int, error)", "(bool, error)", go)
    (False, True)
    >>> contradicts("[]Tree", "[]*shop.Tree", go), contradicts("map[string]any", "map[string]interface{}", go)
    (False, False)
    """
    if any(map(_NAMED_RESULT.search, (stated, source))):
        return False
    page, own = _bare(stated), _bare(source)
    if page[:1] == own[:1] == "(":  # several results, as functions declare them, of which the page may have no pointer
        results = [
            [one[slice(*part)] for part in CodeText(one).split(",", Span(1, len(one) - 1))] for one in (page, own)
        ]
        differ = len(results[0]) == len(results[1]) and any(map(partial(_differ_in_go, types=types), *results))
        return differ or page == own.replace("*", "")
    page, own = (re.sub(r"\*|\b\w++\.(?=\w)", "", one.replace("interface{}", "any")) for one in (page, own))
    left, right = _names(page), _names(own)
    if left.isdisjoint(right):
        return bool(left and right) and all(one in _BUILTIN["go"] or not types.may_mean_another(one) for one in right)
    return left == right and page != own


def _differ_in_rust(stated: str, source: str, types: SourceTypes) -> bool:
    """Whether two types of Rust differ but for lifetimes and paths, which rustdoc adds, and for what a trait or an
    alias names, which it may show as what that is.

    >>> rust = SourceTypes("rust")
    >>> contradicts("Result<Tree<''_>>", "io::Result<Tree>", rust), contradicts("[u8; 16]", "[u8; SIZE]", rust)
    (False, False)
    >>> contradicts("[u8; 32]", "[u8; 0x20]", rust), contradicts("impl for<'a> Fn(&'a str)", "impl Fn(&str)", rust)
    (False, False)
    >>> contradicts("Option<String>", "String", rust), contradicts("&str", "&mut str", rust)
    (True, True)
    """
    page, own = (_LIFETIME.sub("", re.sub(r"\br#|(?:\$?\b\w++)?::(?=\w)", "", one)) for one in (stated, source))
    if " as " in stated or ("Self" in page) != ("Self" in own) or _MEMBER_OF_TYPE.search(source):
        return False
    if any(_OTHER_SIZE.search(one) for one in (page, own)):
        page, own = (re.sub(r";[^\]]*+\]", ";]", one) for one in (page, own))
    others = _names(own) - _names(page)
    page, own = (_LEFT_OUT.sub("", re.sub(r"\s++", "", one)).replace("!", "never") for one in (page, own))
    return page != own and not any(types.kind_of(one) == "type" for one in others)


def _names(text: str) -> set[str]:
    return set(_NAME.findall(text)) - _MODIFIERS


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
        some = [one for one in found.arguments if one.name.casefold() not in _NOTHING]
        if len(some) < len(found.arguments) and (other := written.get(_text(_union(some, types)))) is not None:
            return _union([_normal(other, types, 0), TypeExpression("None")], types)
        every = (one if one.name.casefold() in _NOTHING else _replaced(one, written, types) for one in found.arguments)
        return _union(every, types)
    return TypeExpression(found.name, tuple(_replaced(one, written, types) for one in found.arguments))


def _differ(page: TypeExpression, source: TypeExpression, types: SourceTypes, *, ignores_none: bool = False) -> bool:
    left, right = _members(page), _members(source)
    stated = {one.name for one in left}
    left, right = _widened(left, stated), _widened(right, stated)
    if any(one == OPAQUE or one.name in _ALL for one in (*left, *right)) or len(left) > _MOST or len(right) > _MOST:
        return False
    if not _is_none(left) and not _is_none(right):
        some = ([one for one in side if one.name.casefold() not in _NOTHING] for side in (left, right))
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
    return all(one.name.casefold() in _NOTHING for one in members)


def _is_builtin(found: TypeExpression, types: SourceTypes) -> bool:
    name = found.name.casefold()
    return name in _BUILTIN[types.dialect] or found.name[:1] in '"-' or found.name[:1].isdigit()


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
    is_shown = types.dialect == "typescript" and not types.renames and page.name not in _words(types.text)
    return not _is_builtin(page, types) and not is_shown


def _is_prefixed(name: str, own: str, types: SourceTypes) -> bool:
    """Whether a module may export a type by a name with the initials of its package: `RPCRouter` for `Router`."""
    return types.dialect == "typescript" and name.endswith(own) and name.removesuffix(own).isupper()


def _unnumbered(name: str) -> str:
    """Return a name without the number that API Extractor gives to one that is taken: `Options_2`."""
    return _NUMBER.sub("", name.casefold())


def _is_plain(found: TypeExpression, types: SourceTypes) -> bool:
    """Whether a type of the source is built in, or a class, and so not an alias of others."""
    return _is_builtin(found, types) or types.declares(found.name) or types.kind_of(found.name) in _CLASSES
