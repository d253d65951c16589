from collections.abc import Iterator
from posixpath import dirname
from typing import TYPE_CHECKING, NamedTuple

from doclint import Corpus, CorpusRule, Fact, Invalid, Message, Note, Page, Repository, Valid, Violation, kit
from doclint.source.symbols import PROVIDED

from ._places import title_of
from ._provider_pages import BASKET, generated_page, provider, written_page

if TYPE_CHECKING:
    from doclint.packages.terraform_provider import ProviderType

_BLOCK = kit.expression(r'(?m)^[ \t]*+(?P<word>\w++)[ \t]++"(?P<type>\w++)"[ \t]++"[^"\n]*+"')
_ENOUGH = 0.6  # the share of the types of a kind that have pages
_SEVERAL = 2
_FRAMEWORK = {
    "shop/till.go": (
        'package shop\n\nimport "github.com/hashicorp/terraform-plugin-framework/resource"\n\n'
        "func NewTill() resource.Resource {\n\treturn &Till{}\n}\n\n"
        "func (r *Till) Metadata(_ context.Context, _ resource.MetadataRequest, resp *resource.MetadataResponse) {\n"
        '\tresp.TypeName = "shop_till"\n}\n\n'
        "func (r *Till) Schema(_ context.Context, _ resource.SchemaRequest, resp *resource.SchemaResponse) {\n"
        "\tresp.Schema = schema.Schema{Attributes: map[string]schema.Attribute{\n"
        '\t\t"size": schema.Int64Attribute{Required: true},\n\t}}\n}\n'
    )
}
_LIST = {"shop/list.go": "// terraform-plugin-framework\nvar all = []func() resource.Resource{NewTill}\n"}
_SOME = {
    "shop/list.go": "// terraform-plugin-framework\nfunc add() {\n\tif isNew {\n\t\tall = []any{NewTill}\n\t}\n}\n"
}
_TWO = provider("basket", "order")
_NAMELESS = written_page("* `size`").replace(
    "# shop_basket\n", '# Tills of Shops\n\n```hcl\nresource "{}" "a" {{\n}}\n```\n'
)
_FILES = {**provider("basket", "order", "till"), "docs/resources/order.md": generated_page("order")}


class _Documented(NamedTuple):
    """What a page documents: a type of a provider, by its kind and its name."""

    kind: str
    name: str


class UndocumentedResource(CorpusRule):
    """A Terraform provider has a resource, a data source or another type without a page, although most have pages.

    Users do not learn of it: the registry shows only what has a page.

    The rule compares the types that the sources in Go register with the pages about types of the same kind, by their
    titles or, where these name none, by their examples. It ignores deprecated types, those that the provider does not
    list, or only under a condition, and those whose schema doclint cannot read.
    """

    family = "corpus"
    severity = "info"
    covers = ("K22",)
    needs = {"repository"}
    remedy = "Run the generator after a type is added to the provider, or write its page."
    messages = {"no-page": Message("No page documents the {kind} {names} ({place})", key=("kind", "names"))}
    data = _Documented
    reads = {"symbol"}
    examples = (
        Invalid(generated_page(), BASKET, files=_FILES, lines=(1,)),
        Invalid(generated_page(), BASKET, files={**_FILES, **_TWO, **_FRAMEWORK, **_LIST}, lines=(1,)),
        Valid(generated_page(), BASKET, files={**_FILES, **_TWO, **_FRAMEWORK}),
        Valid(generated_page(), BASKET, files={**_FILES, **_TWO, **_FRAMEWORK, **_SOME}),
        Valid(generated_page(), BASKET, files={**_FILES, "docs/resources/till.md": generated_page("till")}),
        Valid(generated_page(), BASKET, files={**_FILES, "docs/resources/shops.md": _NAMELESS.format("shop_till")}),
        Invalid(
            generated_page(),
            BASKET,
            files={**_FILES, "docs/resources/shops.md": _NAMELESS.format("shop_a")},
            lines=(1,),
        ),
    )

    def facts(self, page: Page) -> Iterator[Fact]:
        kinds = page.kind.defines if page.kind else ()
        if kinds and kinds[0] in PROVIDED:
            names = [one.name.text for one in page.documented if one.kinds[0] in PROVIDED]
            # A title in other words says nothing, but the example does.
            blocks = () if names else _BLOCK.finditer(page.source.text)
            names += dict.fromkeys(one["type"] for one in blocks if one["word"] == kinds[0].partition("-")[0])
            yield from (Fact(title_of(page), _Documented(kinds[0], name)) for name in names)

    def check_corpus(self, corpus: Corpus) -> Iterator[tuple[Note, Violation]]:
        for kind, notes in corpus.by(lambda note: note.data.kind).items():
            yield from _check(corpus.repository, kind, sorted(notes, key=lambda note: note.where.path))


def _check(repository: Repository, kind: str, notes: list[Note]) -> Iterator[tuple[Note, Violation]]:
    from doclint.packages.terraform_provider import provider_declaration, provider_types

    names = {note.data.name for note in notes}
    listings = (repository.listing(folder) or {} for folder in {dirname(note.where.path) for note in notes})
    files = (name for names in listings for name, is_folder in names.items() if not is_folder)
    stems = {name.partition(".")[0] for name in files}
    registered = [
        one for types in provider_types(repository).values() for one in types if one.kind == kind and not one.is_unused
    ]
    without = [one for one in registered if not _has_page(one, names, stems)]
    if len(registered) - len(without) < max(_SEVERAL, _ENOUGH * len(registered)):
        return
    missing = {}
    for one in without:
        found = provider_declaration(repository, one.kind, one.name)
        if isinstance(found, kit.Found) and found.value.declaration.is_public:
            missing[one.name.lstrip("_")] = one.path
    if missing:
        yield notes[0].violation(
            "no-page", kind=kind.replace("-", " "), names=tuple(sorted(missing)), place=min(missing.values())
        )


def _has_page(type_: "ProviderType", names: set[str], stems: set[str]) -> bool:
    """Whether a page has the name of a type, or a file in the folder of such pages has."""
    short = type_.name.partition("_")[2]
    if type_.name.startswith("_"):
        return short in stems or any(name.partition("_")[2] == short for name in names)
    return type_.name in names or short in stems or type_.name in stems
