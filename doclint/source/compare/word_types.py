"""Comparing types by their words, in languages whose types doclint does not take apart."""

import re
from functools import partial

from doclint.errors.expressions import expression
from doclint.markdown.source import Span
from doclint.source.brackets import CodeText
from doclint.source.compare.source_types import (
    BUILTIN,
    COMMAND,
    FLAG,
    JSDOC,
    NOTHING,
    PROTO,
    SETTING,
    TABLES,
    TERRAFORM,
    SourceTypes,
    enumerations,
)
from doclint.source.compare.type_expressions import UNREADABLE
from doclint.source.model import OMITTED

_PROTO_LABELS = frozenset({"optional", "repeated", "required", "stream"})
_NAME = expression(r"[^\W\d]\w*+")
_SETTING_TYPES = frozenset("any bool float int list map number object set string tuple".split())
_COMMENT = expression(r"#|//|/\*")  # in a type of Terraform
_OPTION_TYPES = {"bool": "boolean", "int": "integer", "str": "text"}
_OLD_SLICES = frozenset({"boolSlice", "intSlice", "stringSlice", "uintSlice"})
_OPTION_WORDS = frozenset({"boolean", "float", "integer", "path", "text", "uuid"})
_WORDS = expression(r"[^\W_]++")
_OTHER_NAMES: dict[str, dict[str, str]] = {language: TABLES[language] for language in ("csharp", "rust")}
# Records, functions, literals and what TypeScript adds, which JSDoc shows in other words.
_NOT_IN_WORDS = expression(r"[{\"'&\n]|=>|\b(?:typeof|keyof|import)\b|\b[Ff]unction\s*+[(:<]")
_COMMENT_WORD = expression(r"[\w$.~#/:-]++|\*")
_MODIFIERS = frozenset({"auto", "const", "dyn", "extends", "final", "impl", "mut", "static", "struct", "super"})
_LIFETIME = expression(r"\bfor\s*+<[^<>]{0,100}+>\s*+|'{1,2}\w++(?:\s*+\+\s*+|,\s*+|(?=\W|\Z))")  # of Rust
_MEMBER_OF_TYPE = expression(r"\b(?:[A-Z]\w*+)::\w")  # that of a trait in Rust, such as `T::Item`
_LEFT_OUT = expression(r"\b\w++:(?!:)|[+,](?=[)>]|\Z)|<>|[()]")  # names of parameters, and what lifetimes leave
_FLAGS_OF_SCHEMA = frozenset({"Deprecated", "Sensitive"})  # what may follow the type of an argument of Terraform
_NAMED_RESULT = expression(r"\A\((?:[^,()]*+,)*+\s*+(?!(?:chan|func|interface|map|struct)\b)\w++\s++[\w*\[(.]")  # of Go
_WITH_MEMBERS = expression(r"\b(?:interface|struct)\s*+\{\s*+[^\s}]")  # of which pages show the exported ones alone
_OTHER_SIZE = expression(r";\s*+(?!\d++\s*+\])")  # of an array: not a plain number


def differ_in_words(stated: str, source: str, types: SourceTypes) -> bool:
    """Whether two types of a language that doclint does not take apart differ in words that both certainly mean.

    >>> differ_in_words("TEXT", "integer", SourceTypes(COMMAND))
    True
    >>> differ_in_words("string[]", "Array.<string>", SourceTypes(JSDOC))
    False
    """
    if types.language in _IN_WORDS:
        return _IN_WORDS[types.language](stated, source)
    if types.are_copied and "{" not in source:
        return True
    return _differ_as_comments(stated, source) if types.language == JSDOC else _share_no_name(stated, source, types)


def _differ_in_terraform(stated: str, source: str) -> bool:
    (left, *words), (right, *flags) = stated.split(", "), source.split(", ")
    return bare(left) != bare(right) or _FLAGS_OF_SCHEMA.intersection(words) != set(flags)


def _differ_as_settings(stated: str, source: str) -> bool:
    """Whether the words of two types of settings differ. One word may be another name, or a note, and the type of an
    object may have comments on a page.
    """
    left, right = _WORDS.findall(stated), _WORDS.findall(source)
    are_known = all(len(one) > 1 or not _SETTING_TYPES.isdisjoint(one) for one in (left, right))
    words = iter(left)
    are_there = _COMMENT.search(stated) is not None and all(one in words for one in right)
    return OMITTED not in source and are_known and left != right and not are_there


def _differ_as_options(stated: str, source: str) -> bool:
    """Whether two types of options are of Click and differ. Any other word may be a name that a program gives."""
    both = {_OPTION_TYPES.get(one, one) for one in (stated.strip("<>").casefold(), source)}
    return len(both) > 1 and both <= _OPTION_WORDS


def _differ_as_flags(stated: str, source: str) -> bool:
    """Whether two types of flags differ. Old versions of pflag call `strings` by the name of the method."""
    left, right = (f"{one.removesuffix('Slice')}s" if one in _OLD_SLICES else one for one in (stated, source))
    return left != right


def _differ_as_comments(stated: str, source: str) -> bool:
    """Whether two types of JSDoc have other words: `string[]` is `Array.<string>`, `?String` is `string`."""
    if _NOT_IN_WORDS.search(source) or _NOT_IN_WORDS.search(stated):
        return False
    return _words_of_comment(stated) != _words_of_comment(source)


def _words_of_comment(text: str) -> list[str]:
    words = (re.split(r"[.~#/:]", one.rstrip("."))[-1] for one in _COMMENT_WORD.findall(text.replace("[]", " Array ")))
    return sorted(word.casefold() for word in words if word not in {*NOTHING, "", "void"})


def bare(text: str) -> str:
    return re.sub(r"[\s;`]|,(?=\s*+[)\]}])", "", re.sub(r"\A\(([^\s(),]++)\)\Z", r"\1", text))


def _differ_in_proto(stated: list[str], source: list[str]) -> bool:
    """Whether two types of Protocol Buffers have other labels or other names, each of which may lack outer ones.

    A page may lack the label `optional`, which old generators do not know in all versions of the language.

    >>> proto = SourceTypes(PROTO)
    >>> differ_in_words("optional Till.Basket", "Basket", proto), differ_in_words("shop.Till", "optional Till", proto)
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
    values = enumerations(types.text)
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
    >>> differ_in_words("time.Time", "*time.Duration", go), differ_in_words("string", "...string", go)
    (True, True)
    >>> differ_in_words("(*Tree, int)", "(*Tree, bool)", go), differ_in_words("(Tree, error)", "(*Tree, error)", go)
    (True, True)
    >>> differ_in_words("(int, error)", "(n int, err error)", go), differ_in_words("(int, error)", "(bool, error)", go)
    (False, True)
    >>> differ_in_words("[]Tree", "[]*shop.Tree", go), differ_in_words("map[string]any", "map[string]interface{}", go)
    (False, False)
    >>> differ_in_words("[]struct { X int }", "[]struct { X int; y int }", go)
    False
    """
    if any(map(_NAMED_RESULT.search, (stated, source))) or _WITH_MEMBERS.search(source):
        return False
    page, own = bare(stated), bare(source)
    if page[:1] == own[:1] == "(":  # several results, as functions declare them, of which the page may have no pointer
        results = [
            [one[slice(*part)] for part in CodeText(one).split(",", Span(1, len(one) - 1))] for one in (page, own)
        ]
        differ = len(results[0]) == len(results[1]) and any(map(partial(_differ_in_go, types=types), *results))
        return differ or page == own.replace("*", "")
    page, own = (re.sub(r"\*|\b\w++\.(?=\w)", "", one.replace("interface{}", "any")) for one in (page, own))
    left, right = _names(page), _names(own)
    if left.isdisjoint(right):
        return bool(left and right) and all(one in BUILTIN["go"] or not types.may_mean_another(one) for one in right)
    return left == right and page != own


def _differ_in_rust(stated: str, source: str, types: SourceTypes) -> bool:
    """Whether two types of Rust differ but for lifetimes and paths, which rustdoc adds, and for what a trait or an
    alias names, which it may show as what that is.

    >>> rust = SourceTypes("rust")
    >>> differ_in_words("Result<Tree<''_>>", "io::Result<Tree>", rust), differ_in_words("[u8; 16]", "[u8; SIZE]", rust)
    (False, False)
    >>> differ_in_words("[u8; 32]", "[u8; 0x20]", rust)
    False
    >>> differ_in_words("impl for<'a> Fn(&'a str)", "impl Fn(&str)", rust)
    False
    >>> differ_in_words("Option<String>", "String", rust), differ_in_words("&str", "&mut str", rust)
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


_IN_WORDS = {
    TERRAFORM: _differ_in_terraform,
    SETTING: _differ_as_settings,
    COMMAND: _differ_as_options,
    FLAG: _differ_as_flags,
}
