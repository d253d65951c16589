from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from doclint import Invalid, Message, Page, RelatedLines, Repository, RepositoryRule, Span, Valid, Violation, kit
from doclint.kit import expression, is_about_history, misspelled_word
from doclint.kit.history import titles_above

from ._provider_pages import provider

if TYPE_CHECKING:
    from doclint import Declaration
    from doclint.source.examples.terraform import BlockName, TerraformBlock
    from doclint.source.symbols import ProvidedKind

_KINDS: dict[str, "ProvidedKind"] = {
    "action": "action",
    "data": "data-source",
    "ephemeral": "ephemeral-resource",
    "resource": "resource",
}
"""What the first word of a block declares."""
# Terraform itself reads these in any block of these kinds.
_META_ARGUMENTS = frozenset({"count", "depends_on", "for_each", "provider", "providers"})
_META_BLOCKS = frozenset({"connection", "dynamic", "lifecycle", "provisioner", "timeouts"})
_MOST_STEPS = 100_000  # to read the schemas of all types that a page has in examples
_MOST_MEMBERS = 1_000  # of a schema; each message names those that a block lacks
_UNKNOWN = "may be an argument that the source does not show"
_MARKS = tuple(f'{word} "' for word in _KINDS)
_IMPORT = expression(r"(?i)\bimport(?:ing)?\b")
_PAGE = '```terraform\nresource "shop_basket" "mine" {{\n{}}}\n```\n'


class WrongBlock(RepositoryRule):
    """A block in a Terraform example does not fit the schema of its resource, which is in this repository.

    Terraform refuses a configuration with an unknown argument, one that sets a read-only attribute, or one without a
    required argument, and one of a type that no provider has.

    The rule reads fences in `terraform`, `hcl` and `tf`, and the schemas that the sources in Go register, of the plugin
    SDK and the plugin framework. The parts of a schema that functions build are unknown. A block with an ellipsis in a
    comment may lack arguments, and so may an empty one, or one that a section about imports shows. Examples about old
    versions are not checked.
    """

    family = "examples"
    severity = "error"
    covers = ("K21",)
    yields_to = ("orphan-page",)
    remedy = "Run `terraform validate` on the examples when a page is generated."
    advice = "Compare the block with the schema, and change the example."
    messages = {
        "unknown": Message(
            "`{block}` has no argument `{name}`[; did you mean `{suggestion}`?] ({place})",
            key=("block", "name"),
            claims="parameter",
        ),
        "type": Message(
            "No source of the provider registers the {what} `{name}`[; did you mean `{suggestion}`?]", key=("name",)
        ),
        "read-only": Message(
            "The example sets `{name}` of `{block}`, which is read-only ({place})",
            key=("block", "name"),
            claims="parameter",
        ),
        "missing": Message(
            "The example of `{block}` lacks {names}, which it requires ({place})", key=("block", "names")
        ),
    }
    examples = (
        Invalid(
            _PAGE.format('  owner = "Ann"\n  sise  = 3\n  price = 4\n'),
            files=provider("basket"),
            lines={4: "unknown", 5: "read-only"},
        ),
        Invalid(
            _PAGE.format("").replace("shop_basket", "shop_basked"),
            files=provider("basket", "order", "till"),
            lines={2: "type"},
        ),
        Invalid(_PAGE.format("  size = 3\n"), files=provider("basket"), lines={2: "missing"}),
        Valid(_PAGE.format('  owner = "Ann"\n  count = 2\n\n  lifecycle {}\n'), files=provider("basket")),
        Valid(_PAGE.format("").replace("shop_basket", "shop_chair"), files=provider("basket")),
        Valid(_PAGE.format("").replace("shop_basket", "garden_chair"), files=provider("basket", "order", "till")),
        Valid(
            _PAGE.format("  provider = shop-beta\n").replace("shop_basket", "shop_chair"),
            files=provider("basket", "order", "till"),
        ),
        Valid(_PAGE.format("  size = 3\n  # ...\n"), files=provider("basket")),
        Valid("## Importing\n\n" + _PAGE.format("  size = 3\n"), files=provider("basket")),
        Invalid("## Import\n\n" + _PAGE.format("  sise = 3\n"), files=provider("basket"), lines={5: "unknown"}),
        Invalid(_PAGE.format("  seller = 3\n"), files=provider("basket"), lines={3: "unknown"}),
        Invalid(_PAGE.format("  count = 3\n"), files=provider("basket"), lines={2: "missing"}),
    )

    def check_repository(self, page: Page, repository: Repository) -> Iterator[Violation]:
        if not any(mark in page.own_text for mark in _MARKS):
            return
        from doclint.packages.terraform_provider import declaration_and_steps
        from doclint.source.examples.terraform import LANGUAGES, terraform_blocks

        known: dict[tuple[str, str], tuple[str, _Schema] | None] = {}
        steps = 0
        for example in kit.examples_of(page):
            if example.language not in LANGUAGES or is_about_history(page, example.block.start):
                continue
            for block in terraform_blocks(example.text):
                kind = _KINDS.get(block.type.name)
                if kind is None or not block.labels:
                    continue
                key = kind, block.labels[0].name
                if key not in known and "provider" not in {one.name for one in block.arguments}:
                    yield from _unregistered(page, repository, example, block, kind)
                if key not in known and steps < _MOST_STEPS:
                    found, taken = declaration_and_steps(repository, *key)
                    steps += taken
                    known[key] = (
                        (found.value.path, _Schema(found.value.declaration)) if isinstance(found, kit.Found) else None
                    )
                path, schema = known.get(key) or ("", None)
                own = replace(block, type=block.labels[0])
                for body in [own] if kind != "action" else _configs(own):
                    if schema:
                        yield from _BlockCheck(page, example, path).check(body, schema, own.type.name)


def _unregistered(
    page: Page, repository: Repository, example: "kit.CodeExample", block: "TerraformBlock", kind: "ProvidedKind"
) -> Iterator[Violation]:
    """Yield that the provider does not have the type of a block."""
    from doclint.packages.terraform_provider import is_unregistered, nearest_type

    name = block.labels[0].name
    if is_unregistered(repository, kind, name):
        start = block.labels[0]
        yield Violation(
            example.place(Span(start.start, start.end)),
            "type",
            what=kind.replace("-", " "),
            name=name,
            suggestion=nearest_type(repository, kind, name),
        ).following_from(kit.documented.place_of_symbol(page, name))


def _configs(action: "TerraformBlock") -> "Iterator[TerraformBlock]":
    """Yield what configures an action: its blocks `config`, at the place of its name."""
    yield from (replace(one, type=action.type) for one in action.blocks if one.type.name == "config")


class _Schema:
    """A schema, with its members by name and those that each block has to have."""

    def __init__(self, declaration: "Declaration") -> None:
        self.declaration = declaration
        self.members = {one.name: one for one in declaration.members}
        certain = (one for one in declaration.members if not one.is_optional and not one.is_conditional)
        self.required = [one for one in certain if one.kind == "argument"]
        self._inner: dict[str, _Schema] = {}

    def inner(self, name: str) -> "_Schema | None":
        """Return the schema of a nested block; None for anything else, or if it is not certain."""
        member = self.members.get(name)
        if member is None or not member.members or member.is_conditional:
            return None
        if name not in self._inner:
            self._inner[name] = _Schema(member)
        return self._inner[name]


class _BlockCheck:
    """Compares the blocks of one example with a schema in the source at a path."""

    def __init__(self, page: Page, example: "kit.CodeExample", path: str) -> None:
        self._page = page
        self._example = example
        self._path = path
        self._may_lack = any(map(_IMPORT.search, titles_above(page, example.block.start)))

    def check(self, block: "TerraformBlock", schema: _Schema, name: str) -> Iterator[Violation]:
        if len(schema.members) > _MOST_MEMBERS:
            return
        given = [*block.arguments, *(one.type for one in block.blocks)]
        for one in block.arguments:
            if one.name not in _META_ARGUMENTS:
                yield from self._argument(one, schema, name)
        for inner in block.blocks:
            if inner.type.name in _META_BLOCKS:
                continue
            yield from self._argument(inner.type, schema, name)
            below = schema.inner(inner.type.name)
            if below:
                yield from self.check(inner, below, f"{name}.{inner.type.name}")
        names = {one.name for one in given}
        is_whole = block.complete and given and not self._may_lack
        missing = [one for one in schema.required if one.name not in names] if is_whole else []
        # As many arguments as the schema lacks have another name there.
        known = {*schema.members, *_META_ARGUMENTS, *_META_BLOCKS}
        if len(missing) > len(names - known):
            yield self._violation(
                "missing", block.type, missing[0], block=name, names=tuple(one.name for one in missing)
            )

    def _argument(self, given: "BlockName", schema: _Schema, name: str) -> Iterator[Violation]:
        member = schema.members.get(given.name)
        if member is None and not schema.declaration.is_open:
            names = [one.name for one in schema.declaration.members if one.kind == "argument"]
            suggestion = misspelled_word(given.name, names) or ""
            yield self._violation(
                "unknown", given, schema.declaration, block=name, name=given.name, suggestion=suggestion
            )
        elif member and member.kind == "attribute":
            yield self._violation("read-only", given, member, block=name, name=given.name)
        elif self._page.claims is not None:
            declared, because = member or schema.declaration, "" if member else _UNKNOWN
            lines = RelatedLines(self._path, declared.start, declared.end)
            span = self._example.place(Span(given.start, given.end))
            self._page.claim("parameter", span, because, related=(lines,))

    def _violation(self, message: str, at: "BlockName", declared: "Declaration", **arguments: Any) -> Violation:
        return Violation(
            self._example.place(Span(at.start, at.end)),
            message,
            related=[RelatedLines(self._path, declared.start, declared.end)],
            place=str(RelatedLines(self._path, declared.line)),
            **arguments,
        )
