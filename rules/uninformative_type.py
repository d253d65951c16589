import re
from collections.abc import Iterator

from doclint.code.languages import Language
from doclint.formats.shapes import Fields
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import metadata_page

_ALL_OTHERS = "*"
_TEXT = "text"
_WORD = re.compile(r"[\w+#]+")


class UninformativeType(Rule):
    """The type of the file is said to be what the format says of all files that it does not know.

    `Source File (.rst)` tells a reader nothing, and index pages and searches by type lose the file, although everybody
    knows what it is. Such types come of a short table by extension: files like `Dockerfile`, `Makefile` and
    `CMakeLists.txt` are told by all of their names. The mend is a line in the table of the generator, and one in that
    of the format.

    Only types that doclint knows better are reported. Those are let be that name the language by the extension
    (`Source File (.css)`), and images with an extension: that says as much as the words would. A text is no source.
    A type that the format has otherwise for such a file is for `wrong-subject` to report.
    """

    id = "uninformative-type"
    family = "metadata"
    severity = "warning"
    covers = ("E04",)
    remedy = (
        "Add a line for these files to the table of types, by extension or by name, so that they do not get "
        "the fallback."
    )
    messages = {
        "fallback": Message("`{type}` does not say what the file is; it is {language}", key=("type",)),
    }
    examples = (
        Invalid(metadata_page("guide.rst", "**Type**: Source File (.rst)"), "docs/guide.rst_docs.md", lines=(5,)),
        Invalid(metadata_page("ci/Dockerfile", "**Type**: Source File ()"), "docs/ci/Dockerfile_docs.md", lines=(5,)),
        Invalid(metadata_page("a.cxx", "**Type**: Source File (.cxx)"), "docs/a.cxx_docs.md", lines=(5,)),
        Invalid(
            metadata_page("CMakeLists.txt", "**Type**: Source File (.txt)"), "docs/CMakeLists.txt_docs.md", lines=(5,)
        ),
        Valid(metadata_page("a.py", "**Type**: Python Source Code"), "docs/a.py_docs.md"),
        Valid(metadata_page("a.py", "**Type**: Source File (.py)"), "docs/a.py_docs.md"),
        Valid(metadata_page("a.css", "**Type**: Source File (.css)"), "docs/a.css_docs.md"),
        Invalid(metadata_page("a.txt", "**Type**: Source File (.txt)"), "docs/a.txt_docs.md", lines=(5,)),
        Valid(metadata_page("a.png", "**Type**: Source File (.png)"), "docs/a.png_docs.md"),
        Valid(metadata_page("a.xyz", "**Type**: Source File (.xyz)"), "docs/a.xyz_docs.md"),
        Invalid(metadata_page("LICENSE", "**Type**: Source File ()"), "docs/LICENSE_docs.md", lines=(5,)),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        language, fallback = page.language, _fallback(page)
        if language is None or fallback is None or page.subject is None:
            return
        if page.subject.ext and not _says_more(language, fallback):
            return
        for fields in page.all(Fields):
            for field in fields.fields:
                type_ = field.captures.get("language.type")
                if type_ is not None and type_.text == fallback:
                    yield Violation(type_.span, "fallback", type=type_.text, language=language.name)


def _fallback(page: Page) -> str | None:
    """The type that the format has for files that it does not know, if that is right for the file at hand."""
    if page.format is None or page.subject is None or _ALL_OTHERS not in page.format.language:
        return None
    text = page.format.language[_ALL_OTHERS].type.fill({"ext": page.subject.ext})
    return text if text in page.subject.variables.get("language.type", ()) else None


def _says_more(language: Language, text: str) -> bool:
    """Whether the name of a language tells more than a text that may name it already."""
    named = set(_WORD.findall(text.casefold()))
    is_vague = language.vague and language.id != _TEXT
    return not is_vague and not named.issuperset(_WORD.findall(language.name.casefold()))
