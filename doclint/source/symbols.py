"""What is found in a source file: what it defines and imports, its docstrings, its comments and strings."""

from typing import Literal, TypeAlias, get_args

from msgspec import Struct

TypeKind: TypeAlias = Literal["class", "struct", "union", "enum", "interface", "trait", "type"]
"""What a type is."""
Kind: TypeAlias = Literal[TypeKind, "function", "method", "namespace", "macro", "constant", "import", "include"]
NAMED = frozenset({*get_args(Kind), "definition", "identifier"})
"""What a page can call a name that a source has: one of these, anything that it defines, or any word."""
LISTED = NAMED | {"variable"}
"""These are also looked up without declarations: none can be a symbol of another file, as an inherited field can."""
ProvidedKind: TypeAlias = Literal["action", "data-source", "ephemeral-resource", "list-resource", "resource"]
"""What a type of a Terraform provider is."""

PROVIDED: tuple[str, ...] = get_args(ProvidedKind)
"""The kinds of such types."""
PlaceKind: TypeAlias = Literal["comment", "string", "docstring", "directive", "code"]
"""What a name or a passage of a source can be part of. A directive is a line of a preprocessor."""
CommandKind: TypeAlias = Literal["command", "option", "flag"]
"""What users of a program call, and what they may give to it besides an argument."""
ChartKind: TypeAlias = Literal["dependency", "maintainer"]
"""What else the manifest of a Helm chart names."""
SettingKind: TypeAlias = Literal[
    "setting", "output", "requirement", "provider", "module-block", "resource-block", "data-block", ChartKind
]
"""What users set of a Terraform module, a Helm chart or an action of GitHub, what they get of it, and what it uses."""

SETTINGS: frozenset[str] = frozenset(get_args(SettingKind))
"""These kinds."""

SymbolKind: TypeAlias = Literal[
    ProvidedKind,
    SettingKind,
    CommandKind,
    "argument",
    "attribute",
    "class",
    "constant",
    "definition",
    "enum",
    "enum-member",
    "exception",
    "field",
    "function",
    "identifier",
    "interface",
    "macro",
    "method",
    "module",
    "namespace",
    "parameter",
    "property",
    "struct",
    "type",
    "type-parameter",
    "variable",
]
"""What a page calls a name. A definition is anything that a source defines, an identifier any word of it.

A `field` is any attribute of a class or an object, whether it is stored or computed, and so is a `property`. A
`resource`, a `data-source`, an `ephemeral-resource`, a `list-resource` and an `action` are types of a Terraform
provider, with an `argument` for what users set and an `attribute` for what they read. A Terraform module, a Helm
chart or an action of GitHub has a `setting` for what users set, and an `output`. A module has a `requirement` for each
version that it asks for, a `provider` of its resources, and its blocks; a chart has a `dependency` and a `maintainer`.
A `command` of a program has an `option` and an `argument` for what users give to it, or a `flag` if it is in Go.
"""


class Symbol(Struct, frozen=True, gc=False):
    """One thing that a source defines or imports.

    `qualified` is the name with the names of all enclosing definitions, as the language writes it
    (`outer::Class::method`); for an imported name, with the module it comes from. `line` is the line of the name,
    1-based. `public` is true if the symbol can be used from outside the source.
    """

    kind: Kind
    name: str
    qualified: str
    line: int
    public: bool


class Passage(Struct, frozen=True, array_like=True, gc=False):
    """A comment, or the content of a string, from `start` to `end` (bytes, half-open).

    A string that is a whole statement is a docstring.
    """

    start: int
    end: int
    place: PlaceKind


class Docstring(Struct, frozen=True, gc=False):
    """The docstring of a definition or a module of Python.

    `start` and `end` are bytes, half-open, and include the quotes. `name` is the name of the definition, empty for the
    module; `line` the line of that name, 1-based, or of the docstring for the module. `text` is the value of the
    string.
    """

    start: int
    end: int
    name: str
    line: int
    text: str


# The characters that all qualified names may have together: so many for each byte of the source, and some more.
# Real sources have less than one for each byte.
_CHARACTERS, _SPARE = 8, 1_000_000


def longest_names(data: bytes, work: int) -> int:
    """Return how many characters all qualified names of a source may have together."""
    return work * (_CHARACTERS * len(data) + _SPARE)


class SourceSymbols(Struct, frozen=True):
    """What a source defines and imports, ordered by line and then by qualified name.

    If the source `is_broken`, it has a syntax error or text that the grammar cannot read, and `found` may be
    incomplete.
    """

    found: tuple[Symbol, ...]
    is_broken: bool = False
