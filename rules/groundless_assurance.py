from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.kit import shown_text
from doclint.kit.shapes import Stated
from doclint.kit.statements import is_among, is_empty, name_of, type_of

from ._pages import SECURITY, file_of

_NO_CONCERNS = f"{SECURITY}- No obvious security concerns detected in automated analysis.\n"
_TESTS = "## Testing & Usage\n\n### Testing\n\nTest files for this module may be located in the `test/` directory.\n"


class GroundlessAssurance(Rule):
    """A sentence reads like a result, but nothing was analyzed: "No obvious security concerns detected" of a text.

    Generators write it wherever they find nothing: for a shell script, a Markdown page or an empty file, whether or not
    they can analyze such a file. Readers take it for a review. The format says which files a sentence is groundless of,
    as `groundless-of`. Such sentences are on every page about those files, so the rule is only in the strict profile.
    """

    family = "claims"
    severity = "info"
    profile = "strict"
    reads = {"statement.groundless-of"}
    covers = ("F09", "G03")
    yields_to = ("inapplicable-claim",)
    remedy = "Write that such files are not analyzed, or leave the sentence out."
    messages = {
        "type": Message('"{statement}" is a guess: `{path}` is {type}, which is not analyzed; drop it', key=("claim",)),
        "empty": Message(
            '"{statement}" is a guess: `{path}` is empty, so there was nothing to analyze; drop it', key=("claim",)
        ),
    }
    examples = (
        Invalid(*file_of("notes.md", _NO_CONCERNS), lines={7: "type"}),
        Invalid(*file_of("LICENSE", _TESTS), lines={7: "type"}),
        Invalid(*file_of("src/__init__.py", _NO_CONCERNS, ""), lines={7: "empty"}),
        Valid(*file_of("a.py", _NO_CONCERNS, "print()\n")),
        Valid(*file_of("a.xyz", _NO_CONCERNS)),
        Valid(*file_of("a.py", _TESTS)),
        Valid(_NO_CONCERNS, "notes.md"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        for statement in page.all(Stated):
            if is_among(page, statement.spec.groundless_of):
                yield Violation(
                    statement.span,
                    "empty" if is_empty(page) else "type",
                    claim=name_of(page, statement),
                    statement=shown_text(page, statement.span),
                    path=page.subject.path if page.subject else "",
                    type=type_of(page),
                )
