from collections.abc import Iterator
from posixpath import join

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import schema
from doclint.kit.shapes import Item, Listing

from ._pages import folders_page


class FillerDescription(Rule):
    """A description only repeats the name: `docker/` is the "docker module".

    Readers of the list learn nothing from it, and it is often false: a folder of scripts or data is not a module. It is
    a text that the generator falls back to. The first sentence of the folder's own README or package says more; without
    one, the entry is better without a description.

    The format says which texts are fillers. doclint accepts one if the folder has a file that makes it true, such as an
    `__init__.py` for a module.
    """

    family = "lists"
    severity = "info"
    covers = ("F19",)
    consults = {"repository"}
    reads = {"{description} of listing"}
    remedy = "Leave the description out if you know nothing to say, instead of repeating the name."
    messages = {"filler": Message('"{text}" only repeats the name[ `{name}`]; drop it', key=("name", "text"))}
    examples = (
        Invalid(
            folders_page(docker="docker module", inner="inner"),
            "docs/src/index.md",
            files={"src/docker/Dockerfile": ""},
            lines=(11, 12),
        ),
        Valid(folders_page(app="app module"), "docs/src/index.md", files={"src/app/__init__.py": ""}),
        Valid(folders_page(docker="images for the tests", app="web module"), "docs/src/index.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if "description" not in page.captures:
            return
        fillers = page.format.filler if page.format else []
        for listing in page.all(Listing):
            for item in listing.items:
                description = item.captures.get("description")
                if description is None or len(item.captures) < 2:
                    continue
                text, holes = description.text.strip(), ("subfolder", "file", "name", "sibling")
                names = [item.captures[hole].text for hole in holes if hole in item.captures]
                if text in names or any(_is_filled(page, item, spec, text) for spec in fillers):
                    yield Violation(description.span, "filler", text=text, name=names[0] if names else "")


def _is_filled(page: Page, item: Item, spec: "schema.FillerSpec", text: str) -> bool:
    """Whether a text is a filler with the names of an entry in it, and nothing in the folder makes it true."""
    values = {name: capture.text.strip("/") for name, capture in item.captures.items()}
    if not set(spec.text.names) <= values.keys() or spec.text.fill(values) != text:
        return False
    folder = values.get("subfolder")
    if folder is None or page.repository is None or page.subject is None:
        return True
    names = page.repository.listing(join(page.subject.path or "", folder)) or {}
    return names.keys().isdisjoint(spec.unless)
