from collections.abc import Iterator

from doclint.formats.shapes import Stated
from doclint.page.page import Page
from doclint.rule.rule import Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._statements import is_empty, is_one, name_of, shown, type_of

_NO_CONCERNS = (
    "## Security & Safety\n\n### Security Considerations\n\n"
    "- No obvious security concerns detected in automated analysis.\n"
)
_TESTS = "## Testing & Usage\n\n### Testing\n\nTest files for this module may be located in the `test/` directory.\n"


class GroundlessAssurance(Rule):
    """A sentence reads like a result, but nobody has looked: "No obvious security concerns detected" of a text.

    It is what a generator says where it has found nothing, be it of a shell script, a Markdown page or an empty file,
    whether it knows how to look there or not. The reader takes it for a review. Which files it is groundless of stands
    in the format, as `groundless-of`. Such sentences are on every page of their types, so the rule is a strict one.
    """

    id = "groundless-assurance"
    family = "claims"
    severity = "info"
    profile = "strict"
    covers = ("F09", "G03")
    yields_to = ("inapplicable-claim",)
    remedy = "Say that nothing was looked for, or nothing at all, where a type of file is not analysed."
    messages = {
        "type": Message('"{statement}" tells nothing: `{path}` is {type}, and nobody has looked', key=("claim",)),
        "empty": Message('"{statement}" tells nothing: `{path}` is empty', key=("claim",)),
    }
    examples = (
        Invalid(file_page("notes.md", _NO_CONCERNS), "docs/notes.md_docs.md", lines=(7,), messages=("type",)),
        Invalid(file_page("LICENSE", _TESTS), "docs/LICENSE_docs.md", lines=(7,), messages=("type",)),
        Invalid(
            file_page("src/__init__.py", _NO_CONCERNS),
            "docs/src/__init__.py_docs.md",
            files={"src/__init__.py": ""},
            lines=(7,),
            messages=("empty",),
        ),
        Valid(file_page("a.py", _NO_CONCERNS), "docs/a.py_docs.md", files={"a.py": "print()\n"}),
        Valid(file_page("a.xyz", _NO_CONCERNS), "docs/a.xyz_docs.md"),
        Valid(file_page("a.py", _TESTS), "docs/a.py_docs.md"),
        Valid(_NO_CONCERNS, "notes.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for statement in page.all(Stated):
            if is_one(page, statement.spec.groundless_of):
                yield Violation(
                    statement.span,
                    "empty" if is_empty(page) else "type",
                    claim=name_of(page, statement),
                    statement=shown(page, statement.span),
                    path=page.subject.path if page.subject else "",
                    type=type_of(page),
                )
