"""What is known of the types of a source, by its language."""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache

from msgspec import Struct

from doclint.errors.tables import table
from doclint.source.language import ECMASCRIPT

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
# What follows `type`: the name of an object and all of it, unless it is a part of another type.
_OBJECT = r"\s++\w++[^\n=;{}()]{0,200}+=\s*+\{[^{}]*+\}(?!\s*+[|&\[])"
NOTHING = frozenset({"none", "null", "undefined"})
TABLES = table("doclint.source.compare", "types")
BUILTIN = {language: frozenset(types.split()) for language, types in TABLES["builtin"].items()}
CLASSES = ("class", "struct", "enum", "interface", "trait")


def no_alias(_name: str) -> "tuple[str, SourceTypes] | None":
    return None


class SourceTypes(Struct, frozen=True):
    """What is known of the types of a source: the id of its language, and its text.

    `written` are types that the pages write in another way, by how the source writes them. `kind_of` is what a name
    that the source imports is, empty if that is not known, and `is_exported_as` whether a package exports what has the
    first name by the second one. `alias_of` is what an alias of TypeScript stands for, with its source, None if that is
    not known. If it `renames`, pages may have names of types that the source lacks, as an API report has none that are
    local to a module. With `are_copied`, pages have the types as the source writes them. In place of type variables,
    they may have what a class passes to the one from which a member `is_inherited`.
    """

    language: str
    text: str = ""
    written: Mapping[str, str] = {}
    kind_of: Callable[[str], str] = lambda _: ""
    is_exported_as: Callable[[str, str], bool] = lambda *_: False
    alias_of: "Callable[[str], tuple[str, SourceTypes] | None]" = no_alias
    renames: bool = False
    are_copied: bool = False
    is_inherited: bool = False

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
        return is_argument and not self.declares(name) and (is_stated or self.kind_of(name) not in CLASSES)

    def may_be_alias(self, name: str) -> bool:
        """Whether the source may give a name to a type that has another one."""
        if len(name) < 2 or not name.isidentifier():
            return True
        if self.renames and name not in words_of(self.text):
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
def words_of(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w+", text))


@lru_cache(maxsize=4)
def _type_arguments(text: str) -> frozenset[str]:
    """Return the names in the lists of a source between angle brackets, as far as commas and brackets show it."""
    return frozenset(re.findall(r"[<,]\s*+(?:const\s++|in\s++|out\s++)?(\w++)(?=\s*+[,>])", text))


@lru_cache(maxsize=4)
def enumerations(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\benum\s++(?:class\s++)?(\w++)", text))


@lru_cache(maxsize=4)
def _declared_classes(text: str) -> frozenset[str]:
    return frozenset(re.findall(rf"\b(?:class|interface|enum|type(?={_OBJECT}))\s++([\w$]++)", text))
