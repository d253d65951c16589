import re
from collections.abc import Iterator

from doclint.code.languages import Language, languages_of_fence
from doclint.formats.shapes import SourceCopy
from doclint.markdown.source import Edit, Fix, Span
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page

_SOURCE = "## Original Source\n\n```{}\n{}\n```\n"
_PLAIN = frozenset({"plain", "plaintext", "text", "txt"})  # a fence says by them that it holds no language
_MIXED = re.compile(rb"\b__cplusplus\b|\b_Cplusplus\b")
_CPP = frozenset({"class", "namespace"})
_INFO = re.compile(r"[ \t]*+(?P<info>[^\s`]*+)")


class WrongFenceLanguage(Rule):
    """The fence around a quoted file names no language, or one that the file is not written in.

    Nothing is highlighted, or it is highlighted as something else, and tools that check the code of fences skip it or
    take it for what it is not. Generators know few extensions, take the extension itself for a language (`raw`), or
    take each header for C.

    What the language is follows from the name of the file. Of `.h` it does not: such a header is said to be no C only
    where it defines classes or namespaces, and not also made for C. Plain text has no language. Where the fence is not
    the one that the format has there, `wrong-subject` says so.
    """

    id = "wrong-fence-language"
    family = "source"
    severity = "warning"
    covers = ("B05", "B06", "B07")
    yields_to = ("wrong-subject",)
    remedy = "Take the info string from a table by file name and extension that has all types that are quoted."
    messages = {
        "missing": Message("The fence around {language} has no language; it should be `{right}`", key=("right",)),
        "data": Message(
            "The fence around {language} has no language; it should be `{right}`", key=("right",), severity="info"
        ),
        "other": Message("The fence says `{found}`, but it holds {language}: `{right}`", key=("found", "right")),
        "header": Message(
            "The fence says `{found}`, but the header defines {symbols}, which is C++[ (as copied in `{copy}`)]",
            key=("found",),
        ),
        "unknown": Message("`{found}` is the extension of the file and no language", key=("found",), severity="info"),
    }
    examples = (
        Invalid(
            file_page("a.toml", _SOURCE.format("", "[a]")),
            "docs/a.toml_docs.md",
            lines=(5,),
            messages=("data",),
            fixed=file_page("a.toml", _SOURCE.format("toml", "[a]")),
        ),
        Invalid(
            file_page("a.go", _SOURCE.format("", "package a")),
            "docs/a.go_docs.md",
            lines=(5,),
            messages=("missing",),
            fixed=file_page("a.go", _SOURCE.format("go", "package a")),
        ),
        Invalid(
            file_page("CMakeLists.txt", _SOURCE.format("python", "project(a)")),
            "docs/CMakeLists.txt_docs.md",
            lines=(5,),
            messages=("other",),
            fixed=file_page("CMakeLists.txt", _SOURCE.format("cmake", "project(a)")),
        ),
        Invalid(
            file_page("a.toml", _SOURCE.format("text", "[a]")),
            "docs/a.toml_docs.md",
            lines=(5,),
            messages=("other",),
            fixed=file_page("a.toml", _SOURCE.format("toml", "[a]")),
        ),
        Valid(file_page("a.md", _SOURCE.format("text", "# A")), "docs/a.md_docs.md"),
        Invalid(
            file_page("a.h", _SOURCE.format("c", "namespace a { class B {}; }")),
            "docs/a.h_docs.md",
            lines=(5,),
            messages=("header",),
            fixed=file_page("a.h", _SOURCE.format("cpp", "namespace a { class B {}; }")),
        ),
        Invalid(
            file_page("a.png", _SOURCE.format("png", "[not shown]")),
            "docs/a.png_docs.md",
            lines=(5,),
            messages=("unknown",),
        ),
        Valid(file_page("a.h", _SOURCE.format("c", "struct a { int b; };")), "docs/a.h_docs.md"),
        Valid(file_page("a.h", _SOURCE.format("c", "#ifdef __cplusplus\nclass B {};\n#endif")), "docs/a.h_docs.md"),
        Valid(file_page("a.yml", _SOURCE.format("yml", "a: b")), "docs/a.yml_docs.md"),
        Valid(file_page("a.txt", _SOURCE.format("", "Text.")), "docs/a.txt_docs.md"),
        Valid("# A\n\n```\nimport os\n```\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        language = page.language
        for copy in page.all(SourceCopy):
            if language is not None and not copy.placeholder:
                found = _linter(page, copy, language)
                if found is not None:
                    yield found


def _linter(page: Page, copy: SourceCopy, language: Language) -> Violation | None:
    info = copy.block.language
    place = _info(page, copy)
    right = language.fences[0] if language.fences else ""
    about = _name(page, language)
    subject = page.subject
    if right and not info:
        if not page.source.text[slice(*copy.content)].strip():
            return None
        message = "missing" if language.code else "data"
        # Of a header the name does not tell which of two it is.
        safe = len({right, *language.fences}) > 0 and language.id != "header"
        return Violation(place, message, fix=_written(place, right, safe=safe), language=about, right=right)
    meant = languages_of_fence(info)
    if language.id == "header" and info in ("c", "h"):
        return _header(page.source_file, place, info)
    is_other = bool(meant) or (info.lower() in _PLAIN and not language.prose)
    if right and is_other and language.id not in meant and info not in language.fences:
        return Violation(place, "other", fix=_written(place, right, safe=True), language=about, found=info, right=right)
    if (
        info
        and not right
        and not meant
        and subject is not None
        and f".{info}" == subject.ext.lower()
        and language.vague
    ):
        return Violation(place, "unknown", found=info)
    return None


def _header(source_file: SourceFile | None, place: Span, info: str) -> Violation | None:
    """What is wrong with a header said to be C, if something is."""
    symbols = source_file.symbols if source_file else None
    if source_file is None or symbols is None or _MIXED.search(source_file.data):
        return None
    names = tuple(dict.fromkeys(one.qualified for one in symbols.found if one.kind in _CPP and one.name))
    if not names:
        return None
    fix = _written(place, "cpp", safe=True)
    return Violation(place, "header", fix=fix, found=info, symbols=names, copy=source_file.copy)


def _name(page: Page, language: Language) -> str:
    """What a fence holds, in words."""
    path = page.subject.path if page.subject else None
    return f"`{path}`" if language.vague or not path else f"`{path}` ({language.name})"


def _info(page: Page, copy: SourceCopy) -> Span:
    """Where the first word of the info string stands, or would."""
    block = copy.block
    match = _INFO.match(page.source.text, block.start + len(block.fence))
    return Span(*match.span("info")) if match else block.span


def _written(place: Span, right: str, *, safe: bool) -> Fix:
    return Fix((Edit(place, right),), safe=safe)
