from collections.abc import Iterator

from doclint import Invalid, Language, Message, Page, Rule, Span, Valid, Violation
from doclint.kit import expression, languages_of_fence, lines_of_symbols
from doclint.kit.shapes import SourceCopy

from ._pages import file_page

_PLAIN = frozenset({"plain", "plaintext", "text", "txt"})  # of fences that hold no language
_MIXED = expression(rb"\b__cplusplus\b|\b_Cplusplus\b")
_CPP = frozenset({"class", "namespace"})
# Blanks that CommonMark takes for text, such as no-break spaces, belong to the word, so that a fix removes them.
_INFO = expression(r"[ \t]*+(?P<info>[^\S \t\r\n]*+[^\s`]*+)")


def _page(path: str, info: str, text: str) -> str:
    """Return the page about a file that quotes it in a fence with this info string, on line 5."""
    return file_page(path, f"## Original Source\n\n```{info}\n{text}\n```\n")


def _quoted(path: str, info: str, text: str) -> tuple[str, str]:
    """Return the first arguments of an example: such a page, and its path."""
    return _page(path, info, text), f"docs/{path}_docs.md"


class WrongFenceLanguage(Rule):
    """The fence around a quoted file names no language, or one that the file is not written in.

    Renderers highlight nothing, or highlight the wrong language. Tools that check code in fences skip it, or read it as
    what it is not. Generators know few extensions, take the extension itself for a language (`raw`), or take every
    header for C.

    doclint knows the language by the name of the file, except for `.h`. It reports that a header is not C only if it
    defines classes or namespaces and is not also made for C. Plain text needs no language. If the fence differs from
    the one in the format, `wrong-subject` reports that.
    """

    family = "source"
    severity = "warning"
    reads = {"source"}
    covers = ("B05", "B06", "B07")
    yields_to = ("wrong-subject",)
    remedy = "Take the info string from a table of file names and extensions that has all types of quoted files."
    messages = {
        "missing": Message("The fence around {language} names no language; write `{right}`", key=("right",)),
        "data": Message(
            "The fence around {language} names no language; write `{right}`", key=("right",), severity="info"
        ),
        "other": Message("The fence says `{found}`, but holds {language}; write `{right}`", key=("found", "right")),
        "header": Message(
            "The fence says `{found}`, but the header defines {symbols}, which is C++; write `cpp`", key=("found",)
        ),
        "unknown": Message(
            "The fence says `{found}`, which is the extension of the file, not a language",
            key=("found",),
            severity="info",
        ),
    }
    examples = (
        Invalid(*_quoted("a.toml", "", "[a]"), lines={5: "data"}, fixed=_page("a.toml", "toml", "[a]")),
        Invalid(*_quoted("a.go", "", "package a"), lines={5: "missing"}, fixed=_page("a.go", "go", "package a")),
        Invalid(
            *_quoted("CMakeLists.txt", "python", "project(a)"),
            lines={5: "other"},
            fixed=_page("CMakeLists.txt", "cmake", "project(a)"),
        ),
        Invalid(*_quoted("a.toml", "text", "[a]"), lines={5: "other"}, fixed=_page("a.toml", "toml", "[a]")),
        Valid(*_quoted("a.md", "text", "# A")),
        Invalid(
            *_quoted("a.h", "c", "namespace a { class B {}; }"),
            lines={5: "header"},
            fixed=_page("a.h", "cpp", "namespace a { class B {}; }"),
        ),
        Invalid(*_quoted("a.png", "png", "[not shown]"), lines={5: "unknown"}),
        Valid(*_quoted("a.h", "c", "struct a { int b; };")),
        Valid(*_quoted("a.h", "c", "#ifdef __cplusplus\nclass B {};\n#endif")),
        Valid(*_quoted("a.yml", "yml", "a: b")),
        Valid(*_quoted("a.txt", "", "Text.")),
        Valid("# A\n\n```\nimport os\n```\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        language = page.language
        for copy in page.all(SourceCopy):
            if language is not None and not copy.placeholder:
                yield from _check_fence(page, copy, language)


def _check_fence(page: Page, copy: SourceCopy, language: Language) -> Iterator[Violation]:
    info = copy.block.language
    if not info:
        yield from _check_missing(page, copy, language)
    elif language.id == "header" and info in ("c", "h"):
        yield from _check_header(page, copy, info)
    elif language.fences:
        yield from _check_other(page, copy, language, info)
    elif language.vague and not languages_of_fence(info) and page.subject and f".{info}" == page.subject.ext.lower():
        yield Violation(_info(page, copy), "unknown", found=info)


def _check_missing(page: Page, copy: SourceCopy, language: Language) -> Iterator[Violation]:
    if language.fences and page.text(copy.content).strip():
        right, place = language.fences[0], _info(page, copy)
        # The name of a header does not show which of two languages it is written in.
        fix = page.replace(place, right, safe=language.id != "header")
        message = "missing" if language.code else "data"
        yield Violation(place, message, fix=fix, language=_named(page, language), right=right)


def _check_header(page: Page, copy: SourceCopy, info: str) -> Iterator[Violation]:
    source = page.source_file
    symbols = source.symbols if source else None
    if source is None or symbols is None or _MIXED.search(source.data):
        return
    found = [one for one in symbols.found if one.kind in _CPP and one.name]
    if found:
        names, related = tuple(dict.fromkeys(one.qualified for one in found)), lines_of_symbols(source, found)
        place = _info(page, copy)
        fix = page.replace(place, "cpp", safe=True)
        yield Violation(place, "header", fix=fix, against=source, related=related, found=info, symbols=names)


def _check_other(page: Page, copy: SourceCopy, language: Language, info: str) -> Iterator[Violation]:
    named = languages_of_fence(info)
    says_plain = info.lower() in _PLAIN and not language.prose
    if (named or says_plain) and language.id not in named and info not in language.fences:
        right, place = language.fences[0], _info(page, copy)
        fix = page.replace(place, right, safe=True)
        yield Violation(place, "other", fix=fix, found=info, language=_named(page, language), right=right)


def _named(page: Page, language: Language) -> str:
    path = page.subject.path if page.subject else None
    return f"`{path}`" if language.vague or not path else f"`{path}` ({language.name})"


def _info(page: Page, copy: SourceCopy) -> Span:
    """Return where the first word of the info string is, or would be."""
    match = _INFO.match(page.source.text, copy.block.start + len(copy.block.fence))
    return Span(*match.span("info")) if match else copy.block.span
