from collections.abc import Iterator
from typing import NamedTuple

from doclint.formats.schema import ClaimSpec, Statement, Subjects
from doclint.formats.shapes import Claim, Stated
from doclint.formats.subject import Subject
from doclint.page.page import Page
from doclint.rule.rule import Argument, Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._statements import deletion, is_empty, is_one, name_of, optional_sets, shown, type_of


def _purpose(path: str, *sentences: str) -> str:
    """A page about a file with these sentences on its purpose, in line 5."""
    return file_page(path, f"## File Purpose\n\n{' '.join(sentences)}\n")


_PROJECT = "This is a text that is part of the Demo project."
_TESTING = "This file is part of the **testing infrastructure**."
_TEST_FILE = "This appears to be a **test file**."
_DOCUMENTATION = "This file is part of the **documentation**."
_SECURITY = "## Security & Safety\n\n### Security Considerations\n\n"
_NO_CONCERNS = "No obvious security concerns detected in automated analysis."
_DEPENDENCIES = (
    "## Dependencies\n\n### Import Dependencies\n\n*Dependency analysis not applicable for this file type.*\n"
)
_EXAMPLES = "## Testing & Usage\n\n### Usage Examples\n\n"
_USAGE = """
name = "usage"
docs-root = "docs"

[claims.usage]
header = { text = "Including this file declares its API.", true-of = { languages = ["c", "header"] } }
binary = { text = "Run the resulting binary.", true-of = { languages = ["c", "cpp"] } }

[[kind]]
name = "file"
page = "{path}.md"
title = "Guide: `{path}`"

[[kind.section]]
heading = "Usage"
content = [{ shape = "claims", of = "usage" }]
"""


class InapplicableClaim(Rule):
    """The page says of its file what the path or the type of that rules out: "documentation" of `ci/docker/build.sh`.

    Generators choose such sentences because some letters stand anywhere in a path: `doc` in `docker`, `test` in
    `latest`. They call a Markdown page a test file and tell the reader to run it, call a deployment script a part of
    the core library, hand the role of a folder down to all that lies below it, and call what they cannot do not
    applicable: "Dependency analysis not applicable for this file type" of a source in C.

    Which files a sentence is true of stands in the format, as `true-of` and `false-of`: words of the names on a path,
    the highest folder, types of file. A sentence is reported only if the path has none of the words, also as part of
    another (`runtests`), and if the type of the file is known. The fix takes the sentence away, if others are left.
    """

    id = "inapplicable-claim"
    family = "claims"
    severity = "error"
    covers = ("F01", "F02", "F05", "F15", "F18", "F26", "G03")
    yields_to = ("refuted-claim",)
    remedy = (
        "Compare whole names of folders and words of file names, and ask for the type of the file: a "
        "part of a word proves nothing."
    )
    messages = {
        "part": Message(
            '"{statement}" cannot be true of `{path}`: `{trigger}` is there only as part of `{name}`; drop it',
            key=("claim",),
        ),
        "path": Message(
            '"{statement}" cannot be true of `{path}`: nothing in its path says so; drop it', key=("claim",)
        ),
        "top": Message(
            '"{statement}" is true only below {folders}, which `{path}` does not lie in; drop it', key=("claim",)
        ),
        "type": Message('"{statement}" cannot be true of `{path}`, which is {type}; drop it', key=("claim",)),
        "other": Message(
            '"{statement}" is about `{other}`; on this page it should be about `{path}`',
            key=("claim",),
            severity="warning",
        ),
        "default": Message(
            '"{statement}" is not true of `{path}`, which is {type}: nobody looked',
            key=("claim",),
            severity="info",
            remedy="Say that files of such a type are not analysed, or analyse them: what is not done does apply.",
        ),
    }
    examples = (
        Invalid(
            _purpose("ci/docker/pins/latest.txt", _TESTING, _DOCUMENTATION, _PROJECT),
            "docs/ci/docker/pins/latest.txt_docs.md",
            lines=(5, 5),
            messages=("part",),
            fixed=_purpose("ci/docker/pins/latest.txt", _PROJECT),
        ),
        Invalid(
            _purpose("tests/notes.md", _TESTING, _TEST_FILE),
            "docs/tests/notes.md_docs.md",
            lines=(5,),
            messages=("type",),
            fixed=_purpose("tests/notes.md", _TESTING),
        ),
        Invalid(_purpose("src/app.py", _DOCUMENTATION), "docs/src/app.py_docs.md", lines=(5,), messages=("path",)),
        Invalid(
            file_page(
                "ci/caffe2/run.sh",
                "## Architecture & Design\n\n### Role in Demo Architecture\n\n"
                "This file is located in `ci/caffe2`, which is part of the **Caffe2** deep learning framework.\n",
            ),
            "docs/ci/caffe2/run.sh_docs.md",
            lines=(7,),
            messages=("top",),
        ),
        Invalid(
            "# Documentation: `tools/data/`\n\n## Role in Demo\n\nThe **tools** folder contains utilities.\n",
            "docs/tools/data/doc.md",
            lines=(5,),
            messages=("other",),
        ),
        Invalid(file_page("a.c", _DEPENDENCIES), "docs/a.c_docs.md", lines=(7,), messages=("default",)),
        Invalid(
            "# Guide: `app.h`\n\n## Usage\n\n- Including this file declares its API.\n- Run the resulting binary.\n",
            "docs/app.h.md",
            format=_USAGE,
            lines=(6,),
            messages=("type",),
            fixed="# Guide: `app.h`\n\n## Usage\n\n- Including this file declares its API.\n",
        ),
        Invalid(
            file_page("a.h", f"{_EXAMPLES}Executing the resulting binary starts it.\n"),
            "docs/a.h_docs.md",
            lines=(7,),
            messages=("type",),
        ),
        Valid(file_page("a.cpp", f"{_EXAMPLES}Executing the resulting binary starts it.\n"), "docs/a.cpp_docs.md"),
        Valid(
            _purpose("docs/unit-tests/latest.py", _TESTING, _DOCUMENTATION, _TEST_FILE),
            "docs/docs/unit-tests/latest.py_docs.md",
        ),
        Valid(_purpose("ci/docker/README.md", _DOCUMENTATION), "docs/ci/docker/README.md_docs.md"),
        Valid(_purpose("runtests.sh", _TEST_FILE), "docs/runtests.sh_docs.md"),
        Valid(_purpose("tests/data.xyz", _TEST_FILE), "docs/tests/data.xyz_docs.md"),
        Valid(
            "# Documentation: `aten/`\n\n## Role in Demo\n\nThe **ATen** folder contains the library.\n",
            "docs/aten/doc.md",
        ),
        Valid(file_page("notes.md", f"{_SECURITY}- {_NO_CONCERNS}\n"), "docs/notes.md_docs.md"),
        Valid(file_page("notes.md", _DEPENDENCIES), "docs/notes.md_docs.md"),
        Valid("# Guide: `app.c`\n\n## Usage\n\n- Run the resulting binary.\n", "docs/app.c.md", format=_USAGE),
        Valid(f"{_DOCUMENTATION}\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is None or subject.path is None:
            return
        causes = [(one, _cause(page, subject, one)) for one in page.all(Stated)]
        if all(cause is None for _, cause in causes):
            return
        # A list that must have something in it keeps what it has, and is another defect.
        kept = {(one.section, one.of) for one, cause in causes if cause is None and isinstance(one, Claim)}
        kept |= optional_sets(page)
        for statement, cause in causes:
            if cause is not None:
                is_free = isinstance(statement, Claim) and (statement.section, statement.of) in kept
                yield Violation(
                    statement.span,
                    cause.message,
                    reason=cause.reason,
                    fix=deletion(page, statement) if is_free and isinstance(statement, Claim) else None,
                    claim=name_of(page, statement),
                    statement=shown(page, statement.span),
                    path=subject.path,
                    against=None,
                    **cause.arguments,
                )


class _Cause(NamedTuple):
    """The message about a statement, what of the generator it comes from, and the arguments of the message."""

    message: str
    reason: str
    arguments: dict[str, Argument]


def _cause(page: Page, subject: Subject, statement: Stated) -> _Cause | None:
    """Why a statement cannot be true of what the page is about; None if it may be true."""
    spec = statement.spec
    other = statement.captures.get(spec.about)
    if other is not None and subject.name and other.text.casefold() != subject.name.casefold():
        return _Cause("other", "", {"other": other.text})
    if not _rules_out(page, subject, spec):
        return None
    if spec.role == "default":
        return _Cause("default", "", {"type": type_of(page)})
    if _is_ruled_out_by_type(page, subject, spec):
        return _Cause("type", "", {"type": type_of(page)})
    return _cause_in_path(subject, spec)


def _cause_in_path(subject: Subject, spec: Statement) -> _Cause:
    """What of a path rules a statement out."""
    if all(one.top for one in spec.true_of):
        return _Cause("top", "", {"folders": tuple(name for one in spec.true_of for name in one.top)})
    trigger, name = _part(subject, spec)
    return _Cause("part", trigger, {"trigger": trigger, "name": name}) if name else _Cause("path", "", {})


def _rules_out(page: Page, subject: Subject, spec: Statement) -> bool:
    return (bool(spec.true_of) and not _may_be_one(page, subject, spec.true_of)) or is_one(page, spec.false_of)


def _may_be_one(page: Page, subject: Subject, subjects: list[Subjects]) -> bool:
    return any(subject.among(one, is_empty=is_empty(page) if one.empty else None) is not False for one in subjects)


def _is_ruled_out_by_type(page: Page, subject: Subject, spec: Statement) -> bool:
    """Whether the type of a file is enough to rule a statement out, whatever its path is."""
    if is_one(page, spec.false_of):
        return True
    types = [Subjects(languages=one.languages) for one in spec.true_of]
    return all(one.languages for one in types) and not _may_be_one(page, subject, types)


def _part(subject: Subject, spec: Statement) -> tuple[str, str]:
    """What the generator looked for, and the name on the path that has it; empty where that is not known."""
    names = [*subject.folders, subject.name]
    triggers = spec.trigger if isinstance(spec, ClaimSpec) else []
    found = ((trigger, name) for trigger in triggers for name in names if trigger.casefold() in name.casefold())
    return next(found, ("", ""))
