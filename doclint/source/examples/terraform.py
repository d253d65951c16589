"""The blocks of an example in the language of Terraform, by the grammar of tree-sitter-hcl 1.2.

The terms are those of "HCL Native Syntax Specification" and of "Meta-Arguments" in Terraform's manual.
"""

from collections.abc import Iterator

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.source.trees import Node, is_known, root_of, text_of

LANGUAGES = frozenset({"hcl", "terraform", "tf"})
"""The first words of fences with such examples."""

_GRAMMAR = "hcl"
_LARGEST = 100_000  # bytes of an example
_DEEPEST = 20  # blocks inside each other
_ELLIPSIS = expression(r"\.\.\.|…")


class BlockName(Struct, frozen=True):
    """The name of an argument or a block; `start` and `end` are the characters of the example that it takes."""

    name: str
    start: int
    end: int


class TerraformBlock(Struct, frozen=True):
    """A block: `resource "shop_basket" "mine" { ... }` has the type `resource` and two labels.

    `blocks` are those in it, also as the content of dynamic ones. A block is not `complete` if it leaves something out,
    or has a syntax error.
    """

    type: BlockName
    labels: tuple[BlockName, ...]
    arguments: tuple[BlockName, ...]
    blocks: tuple["TerraformBlock", ...]
    complete: bool


def terraform_blocks(text: str) -> list[TerraformBlock]:
    """Return the outermost blocks of an example without those that have a syntax error; none without the grammar."""
    data = text.encode(errors="replace")
    root = root_of(_GRAMMAR, data) if len(data) <= _LARGEST and is_known(_GRAMMAR) else None
    if root is None:
        return []
    reader = _BlockReader(data)
    return [reader.block(node) for node in _children(root) if node.type == "block" and not node.has_error]


def _children(node: "Node") -> "Iterator[Node]":
    for child in node.named_children:
        if child.type == "body":
            yield from child.named_children
        else:
            yield child


class _BlockReader:
    """Reads the blocks of one example."""

    def __init__(self, data: bytes) -> None:
        self._data = data
        self._counted = 0, 0  # bytes up to the last place, and the characters that they are

    def block(self, node: "Node", depth: int = 0) -> TerraformBlock:
        names: list[BlockName] = []
        arguments: list[BlockName] = []
        blocks: list[TerraformBlock] = []
        is_complete = depth < _DEEPEST
        for child in _children(node):
            match child.type:
                case "identifier":
                    names.append(self._name(child))
                case "string_lit":
                    names.append(self._name(child, quotes=1))
                case "attribute" if child.named_children:
                    arguments.append(self._name(child.named_children[0]))
                case "block" if depth < _DEEPEST:
                    blocks.append(self.block(child, depth + 1))
                case "comment" if _ELLIPSIS.search(text_of(self._data, child)):
                    is_complete = False
        plain = [inner for one in blocks for inner in _unwrapped(one)]
        return TerraformBlock(names[0], tuple(names[1:]), tuple(arguments), tuple(plain), is_complete)

    def _name(self, node: "Node", quotes: int = 0) -> BlockName:
        start, end = (self._characters(place) for place in (node.start_byte + quotes, node.end_byte - quotes))
        return BlockName(text_of(self._data, node)[quotes:][: end - start], start, end)

    def _characters(self, place: int) -> int:
        """Return how many characters precede a byte, which is behind those that were asked for before."""
        start, characters = self._counted
        self._counted = place, characters + len(self._data[start:place].decode(errors="replace"))
        return self._counted[1]


def _unwrapped(block: TerraformBlock) -> Iterator[TerraformBlock]:
    """Yield the blocks that a block stands for: `dynamic "fruit" { content { ... } }` makes blocks `fruit`."""
    if block.type.name != "dynamic" or len(block.labels) != 1:
        yield block
        return
    contents = [one for one in block.blocks if one.type.name == "content"]
    yield from (replace(one, type=block.labels[0]) for one in contents)
