from collections.abc import Iterator

from doclint import Invalid, Language, Message, Page, Rule, Valid, Violation
from doclint.kit import expression

from ._pages import metadata_page

_ALL_OTHERS = "*"
_TEXT = "text"
_WORD = expression(r"[\w+#]+")


class UninformativeType(Rule):
    """The page gives its file the type that the format has for all files it does not know.

    `Source File (.rst)` says nothing, and index pages and searches by type lose the file. Such types come from a short
    table of extensions: files like `Dockerfile`, `Makefile` and `CMakeLists.txt` are known by their whole names. To fix
    them, add a line to the table of the generator, and one to the format.

    doclint reports a type only if it knows a better one. It accepts a type that names the language by the extension
    (`Source File (.css)`), and any type of an image that has an extension: words would say no more. A text is not a
    source file. If the format has another type for such a file, `wrong-subject` reports that.
    """

    family = "metadata"
    severity = "warning"
    reads = {"{language.type} of fields + format.language"}
    covers = ("E04",)
    remedy = "Add such files to the table of types, by extension or by name, so that they do not get the fallback."
    messages = {"fallback": Message("`{type}` does not say what the file is; it is {language}", key=("type",))}
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
        for field in page.fields:
            type_ = field.captures.get("language.type")
            if type_ is not None and type_.text == fallback:
                yield Violation(type_.span, "fallback", type=type_.text, language=language.name)


def _fallback(page: Page) -> str | None:
    """Return the type that the format has for files that it does not know, if the file is one of those."""
    if page.format is None or page.subject is None or _ALL_OTHERS not in page.format.language:
        return None
    text = page.format.language[_ALL_OTHERS].type.fill({"ext": page.subject.ext})
    return text if text in page.subject.variables.get("language.type", ()) else None


def _says_more(language: Language, type_: str) -> bool:
    """Whether the name of a language says more than a type, which may contain it."""
    is_vague = language.vague and language.id != _TEXT
    words = set(_WORD.findall(type_.casefold()))
    return not is_vague and not words.issuperset(_WORD.findall(language.name.casefold()))
