from collections.abc import Iterator

from doclint import Invalid, Message, Page, Rule, Valid, Violation
from doclint.formats.subject import Subject
from doclint.kit import schema
from doclint.kit.shapes import Stated
from doclint.kit.statements import Objection, is_among, may_be_among, object_to, type_of

from ._pages import SECURITY, Start, file_of, format_in


def _of(path: str, *sentences: str) -> Start:
    """Return the first arguments of an example: a page about a file with sentences on its purpose, on line 5."""
    return file_of(path, f"## File Purpose\n\n{' '.join(sentences)}\n")


_UNKNOWN = "may be true of a file whose path does not show it"
_PROJECT = "This is a text that is part of the Demo project."
_TESTING = "This file is part of the **testing infrastructure**."
_TEST_FILE = "This appears to be a **test file**."
_DOCUMENTATION = "This file is part of the **documentation**."
_NO_CONCERNS = "No obvious security concerns detected in automated analysis."
_DEPENDENCIES = (
    "## Dependencies\n\n### Import Dependencies\n\n*Dependency analysis not applicable for this file type.*\n"
)
_EXAMPLES = "## Testing & Usage\n\n### Usage Examples\n\n"
_USAGE = format_in("inapplicable_claim")


class InapplicableClaim(Rule):
    """The page says something about its file that the path or the type of the file rules out.

    An example is "documentation", of `ci/docker/build.sh`. Generators choose such sentences because some letters occur
    anywhere in a path: `doc` in `docker`, `test` in `latest`. They call a Markdown page a test file and offer a command
    that runs it, call a deployment script part of the core library, apply the role of a folder to everything below it,
    and say "Dependency analysis not applicable for this file type" of a C source that they cannot analyze.

    The format says which files a sentence is true of, as `true-of` and `false-of`: words of the names on a path, the
    highest folder, types of file. doclint reports a sentence only if the path has none of the words, not even as part
    of another (`runtests`), and if it knows the type of the file. The fix deletes the sentence if others remain.
    """

    family = "claims"
    severity = "error"
    claims = "statement"
    reads = {"statement.about + subject", "statement.false-of + subject", "statement.true-of + subject"}
    covers = ("F01", "F02", "F05", "F15", "F18", "F26", "G03")
    yields_to = ("refuted-claim",)
    remedy = (
        "Compare whole names of folders and words of file names, and check the type of the file: part of a word proves "
        "nothing."
    )
    messages = {
        "part": Message(
            '"{statement}" cannot be true of `{path}`: `{trigger}` is only part of the name `{name}`; drop it',
            key=("claim",),
        ),
        "path": Message(
            '"{statement}" cannot be true of `{path}`: nothing in the path supports it; drop it', key=("claim",)
        ),
        "top": Message('"{statement}" is true only in {folders}, but `{path}` is not there; drop it', key=("claim",)),
        "type": Message('"{statement}" cannot be true of `{path}`, which is {type}; drop it', key=("claim",)),
        "other": Message(
            '"{statement}" is about `{other}`, but the page is about `{path}`', key=("claim",), severity="warning"
        ),
        "default": Message(
            '"{statement}" is not true of `{path}`, which is {type}: the generator did not analyze it',
            key=("claim",),
            severity="info",
            remedy="Say that the generator does not analyze such files, or analyze them; the analysis does apply.",
        ),
    }
    examples = (
        Invalid(
            *_of("ci/docker/pins/latest.txt", _TESTING, _DOCUMENTATION, _PROJECT),
            lines={5: ("part", "part")},
            fixed=_of("ci/docker/pins/latest.txt", _PROJECT)[0],
        ),
        Invalid(
            *_of("tests/notes.md", _TESTING, _TEST_FILE), lines={5: "type"}, fixed=_of("tests/notes.md", _TESTING)[0]
        ),
        Invalid(*_of("src/app.py", _DOCUMENTATION), lines={5: "path"}),
        Invalid(
            *file_of(
                "ci/caffe2/run.sh",
                "## Architecture & Design\n\n### Role in Demo Architecture\n\n"
                "This file is located in `ci/caffe2`, which is part of the **Caffe2** deep learning framework.\n",
            ),
            lines={7: "top"},
        ),
        Invalid(
            "# Documentation: `tools/data/`\n\n## Role in Demo\n\nThe **tools** folder contains utilities.\n",
            "docs/tools/data/doc.md",
            lines={5: "other"},
        ),
        Invalid(*file_of("a.c", _DEPENDENCIES), lines={7: "default"}),
        Invalid(
            "# Guide: `app.h`\n\n## Usage\n\n- Including this file declares its API.\n- Run the resulting binary.\n",
            "docs/app.h.md",
            format=_USAGE,
            lines={6: "type"},
            fixed="# Guide: `app.h`\n\n## Usage\n\n- Including this file declares its API.\n",
        ),
        Invalid(*file_of("a.h", f"{_EXAMPLES}Executing the resulting binary starts it.\n"), lines={7: "type"}),
        Valid(*file_of("a.cpp", f"{_EXAMPLES}Executing the resulting binary starts it.\n")),
        Valid(*_of("docs/unit-tests/latest.py", _TESTING, _DOCUMENTATION, _TEST_FILE)),
        Valid(*_of("ci/docker/README.md", _DOCUMENTATION)),
        Valid(*_of("runtests.sh", _TEST_FILE)),
        Valid(*_of("tests/data.xyz", _TEST_FILE)),
        Valid(
            "# Documentation: `aten/`\n\n## Role in Demo\n\nThe **ATen** folder contains the library.\n",
            "docs/aten/doc.md",
        ),
        Valid(*file_of("notes.md", f"{SECURITY}- {_NO_CONCERNS}\n")),
        Valid(*file_of("notes.md", _DEPENDENCIES)),
        Valid("# Guide: `app.c`\n\n## Usage\n\n- Run the resulting binary.\n", "docs/app.c.md", format=_USAGE),
        Valid(f"{_DOCUMENTATION}\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        subject = page.subject
        if subject is not None and subject.path is not None:
            statements = [(one, _objection(page, subject, one)) for one in page.all(Stated)]
            for one, objection in statements if page.claims is not None else ():
                if objection is None and one.spec.true_of:
                    because = "" if is_among(page, one.spec.true_of) else _UNKNOWN
                    page.claim("statement", one.span, because)
            yield from object_to(page, statements, path=subject.path)


def _objection(page: Page, subject: Subject, statement: Stated) -> Objection | None:
    """Return why a statement cannot be true of what the page is about; None if it may be true."""
    spec = statement.spec
    other = statement.captures.get(spec.about)
    if other is not None and subject.name and other.text.casefold() != subject.name.casefold():
        return Objection("other", arguments={"other": other.text})
    is_false = is_among(page, spec.false_of)
    if not is_false and (not spec.true_of or may_be_among(page, spec.true_of)):
        return None
    if spec.role == "default":
        return Objection("default", arguments={"type": type_of(page)})
    types = [schema.Subjects(languages=one.languages) for one in spec.true_of]
    if is_false or (all(one.languages for one in types) and not may_be_among(page, types)):
        return Objection("type", arguments={"type": type_of(page)})
    return _objection_by_path(subject, spec)


def _objection_by_path(subject: Subject, spec: "schema.Statement") -> Objection:
    if all(one.top for one in spec.true_of):
        return Objection("top", arguments={"folders": tuple(name for one in spec.true_of for name in one.top)})
    for trigger in spec.trigger if isinstance(spec, schema.ClaimSpec) else ():
        for name in (*subject.folders, subject.name):
            if trigger.casefold() in name.casefold():
                return Objection("part", trigger, {"trigger": trigger, "name": name})
    return Objection("path")
