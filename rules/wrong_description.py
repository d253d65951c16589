from collections.abc import Iterator
from fnmatch import fnmatchcase
from posixpath import basename

from doclint.code.languages import Language, language_of
from doclint.formats.pattern import Capture
from doclint.formats.schema import DescriptionSpec, Format
from doclint.formats.shapes import Listing
from doclint.markdown.source import Edit, Fix
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import index_page


def _files(**descriptions: str) -> str:
    rows = "".join(
        f"| [`{name}`](../../src/{name}) | {text} | [docs](./{name}_docs.md) | [keywords](./{name}_kw.md) |\n"
        for name, text in descriptions.items()
    )
    table = f"| File | Description | Documentation | Keywords |\n|---|---|---|---|\n{rows}"
    return index_page().replace("*No files in this folder.*\n", table)


class WrongDescription(Rule):
    """A file is described as what it is not: a licence as "Source code".

    The description is what a reader of a long list goes by. It comes of a generator that knows a few names and
    extensions and calls all else source code. The mend is a line in its table.

    Which descriptions there are, and of which files they are false, is told by the format; what a file is, by its name.
    Other descriptions and other files are not judged. Where the format has one that is the word for such files, that is
    the fix.
    """

    id = "wrong-description"
    family = "lists"
    severity = "warning"
    covers = ("F20",)
    remedy = "Choose the description by a table of file names and types, not by whether the name is known."
    messages = {
        "wrong": Message(
            "`{file}` is {language}, not `{description}`[; the word for that is `{right}`]", key=("file", "description")
        ),
        "name": Message("`{file}` is not `{description}`", key=("file", "description")),
    }
    examples = (
        Invalid(
            _files(**{"app.py": "Source code", "LICENSE": "Source code", "guide.rst": "Source code"}),
            "docs/src/index.md",
            lines=(18, 19),
            messages=("wrong",),
            fixed=_files(**{"app.py": "Source code", "LICENSE": "Source code", "guide.rst": "Documentation"}),
        ),
        Invalid(_files(**{"BUILD.bazel": "Source code"}), "docs/src/index.md", lines=(17,), messages=("name",)),
        Invalid(
            _files(**{"test_data.txt": "Test file", "run.sh": "Package initialization"}),
            "docs/src/index.md",
            lines=(17, 18),
        ),
        Invalid(_files(**{"test_plan.md": "Test file"}), "docs/src/index.md", lines=(17,)),
        Valid(
            _files(
                **{
                    "run.sh": "Source code",
                    "test_app.py": "Test file",
                    "README.md": "Documentation",
                    "rules.bzl": "Source code",
                    "notes.ipynb": "Source code",
                    "data.xyz": "Source code",
                    "LICENSE": "Licence",
                }
            ),
            "docs/src/index.md",
        ),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        format_ = page.format
        specs = {spec.text: spec for spec in format_.description} if format_ else {}
        for listing in page.all(Listing) if specs else ():
            for item in listing.items:
                file, description = item.captures.get("file"), item.captures.get("description")
                spec = specs.get(description.text) if description else None
                if file is not None and description is not None and spec is not None and format_ is not None:
                    yield from _linter(file.text, description, spec, format_)


def _linter(file: str, description: Capture, spec: DescriptionSpec, format_: Format) -> Iterator[Violation]:
    name, language = basename(file), language_of(file)
    if any(fnmatchcase(name, pattern) for pattern in spec.right_names):
        return
    if any(fnmatchcase(name, pattern) for pattern in spec.wrong_names):
        yield Violation(description.span, "name", file=file, description=spec.text)
    elif language is not None and language.id in spec.wrong:
        right = _right(language, format_)
        fix = Fix((Edit(description.span, right),), safe=True) if right and _is_exact(description) else None
        yield Violation(
            description.span, "wrong", fix=fix, file=file, description=spec.text, language=language.name, right=right
        )


def _right(language: Language, format_: Format) -> str | None:
    """The description that is the word for files of a language."""
    return next((spec.text for spec in format_.description if language.id in spec.right), None)


def _is_exact(capture: Capture) -> bool:
    return capture.end - capture.start == len(capture.text)
