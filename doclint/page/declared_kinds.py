"""What a symbol of some kind on a page may be in a source."""

from collections.abc import Sequence

from doclint.source.model import Declaration, DeclarationKind

STORED: tuple[DeclarationKind, ...] = ("field", "property", "variable", "constant", "enum-member")
"""What has a value."""
# In JavaScript, `const add = () => ...` declares a constant that is a function.
_VALUES: tuple[DeclarationKind, ...] = ("function", "class")
_KINDS: dict[str, tuple[DeclarationKind, ...]] = {
    "class": ("class", "struct", "union", "enum", "interface", "trait", "type"),
    "struct": ("class", "struct", "union"),
    "enum": ("enum", "class", "type", "constant", "variable"),
    "interface": ("interface", "class", "trait", "type"),
    "type": ("type", "class", "struct", "union", "enum", "interface", "trait", "variable", "constant"),
    "function": ("function", "method", "variable", "constant", "field"),
    "method": ("method", "function", "field", "property"),
    "field": STORED,
    "property": STORED,
    "enum-member": STORED,
    "variable": (*STORED, "type", *_VALUES),
    "constant": (*STORED, "type", *_VALUES),
    "namespace": ("namespace",),
    "argument": ("argument",),
    # What may be set can be read as well.
    "attribute": ("attribute", "argument"),
}
"""What a name that a page calls something may be in a source. All others may be anything."""


def fits(declaration: Declaration, kinds: Sequence[str]) -> bool:
    """Whether a declaration may be what a page calls one of some kinds."""
    return not kinds or any(declaration.kind in _KINDS.get(kind, (declaration.kind,)) for kind in kinds)


def is_confused(path: str, declaration: Declaration, kinds: Sequence[str]) -> bool:
    """Whether a page calls an interface of TypeScript a class, or a class an interface: there, these are clear."""
    if len(kinds) != 1 or not path.endswith((".ts", ".tsx", ".mts", ".cts")):
        return False
    return {kinds[0], declaration.kind} == {"class", "interface"}
