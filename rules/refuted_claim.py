from collections.abc import Iterator

from doclint import Invalid, Message, Page, SourceFile, SourceRule, Valid, Violation
from doclint.kit import lines_of
from doclint.kit.schema import ClaimSpec
from doclint.kit.shapes import Claim
from doclint.kit.statements import Objection, object_to
from doclint.page.proofs import is_impossible, is_refuted, triggers

from ._pages import file_page


def _page(section: str, *statements: str) -> str:
    """Return a page about a file that makes these statements, from line 7 on."""
    return file_page("src/app.py", section + "".join(f"- {statement}\n" for statement in statements))


_PATTERNS = "## Code Patterns & Idioms\n\n### Common Patterns\n\n"
_PERFORMANCE = "## Performance Considerations\n\n### Performance Notes\n\n"
_SECURITY = "## Security & Safety\n\n### Security Considerations\n\n"
_GPU = "This file appears to involve **GPU/parallel computing** capabilities."
_JIT = "May involve **JIT compilation** or compilation optimizations."
_CACHING = "Implements or uses **caching** mechanisms."
_EVAL = "**Code Execution**: Uses `eval()` or `exec()` - ensure input is sanitized"
_DOCS = "docs/src/app.py_docs.md"


class RefutedClaim(SourceRule):
    """The page says something about its source file that the code refutes: "Uses eval() or exec()", of `model.eval()`.

    Generators often choose such statements because a word occurs anywhere in a file: in a comment, in a string, as part
    of another name, or in a file that is not a program. Readers learn to skip a statement that is on thousands of pages
    without reason, even where it is true.

    The `proof` of a statement in the format says what makes it true: names that the code uses, calls, words that names
    consist of. doclint looks for all of these in the code without its comments and strings, in the path of the file and
    in what it imports; if it finds any, it reports nothing. In configuration (YAML, CMake) it reads all of the text.
    Prose, such as Markdown, has no code and proves nothing, and data may never do what a statement says.

    doclint does not check statements without a proof, files in languages that it cannot parse, or code that the page
    quotes only in part. The fix deletes the statement, unless that leaves a list empty that must have an entry.
    """

    id = "refuted-claim"
    family = "claims"
    severity = "warning"
    reads = frozenset({"statement.proof"})
    covers = ("F06", "F07", "F08")
    remedy = (
        "Look for calls and names in the parsed source, not for substrings of its text (`'eval(' in text`): "
        "comments, strings and longer names contain them too."
    )
    messages = {
        "prose": Message(
            '"{statement}" cannot be true of {type}, which runs no code; drop it',
            key=("claim",),
            remedy=(
                "Choose such statements only for programs, by the type of the file: prose and data run nothing, "
                "whatever words they contain."
            ),
        ),
        "mentioned": Message(
            'The code does not support "{statement}": `{trigger}` occurs only in {places}[, first on line {line}]; '
            "drop it",
            key=("claim",),
        ),
        "part": Message(
            'The code does not support "{statement}": `{trigger}` occurs only as part of {names}; drop it',
            key=("claim",),
        ),
        "unfounded": Message('Nothing in the file supports "{statement}"; drop it', key=("claim",)),
    }
    examples = (
        Invalid(
            _page(_SECURITY, _EVAL, "**Command Execution**: Executes system commands"),
            _DOCS,
            files={"src/app.py": "import subprocess\n\n# eval() is evil\nmodel.eval()\nrun(retrieval())\n"},
            lines=(7,),
            messages=("part",),
            fixed=_page(_SECURITY, "**Command Execution**: Executes system commands"),
        ),
        Invalid(
            _page(_PERFORMANCE, _GPU, _JIT, _CACHING),
            _DOCS,
            files={"src/app.py": '"""Not thread-safe."""\n\n# Compiled elsewhere.\nprint("--cached")\n'},
            lines=(7, 8, 9),
            messages=("mentioned",),
            fixed=_page(_PERFORMANCE),
        ),
        Invalid(
            file_page("notes.md", f"{_PERFORMANCE}- {_GPU}\n"),
            "docs/notes.md_docs.md",
            files={"notes.md": "Runs on a GPU.\n"},
            lines=(7,),
            messages=("prose",),
        ),
        Invalid(
            _page(_PATTERNS, "**Neural Network**: Defines components"),
            _DOCS,
            files={"src/app.py": "print()\n"},
            lines=(7,),
            messages=("unfounded",),
            fixed=_page(_PATTERNS, "**Neural Network**: Defines components"),
        ),
        Invalid(
            _page(_PERFORMANCE, _JIT),
            _DOCS,
            files={"src/app.py": 'import re\n\nWORD = re.compile(r"[a-z]+")\n'},
            lines=(7,),
            messages=("part",),
        ),
        Invalid(
            _page(_PERFORMANCE, _CACHING),
            _DOCS,
            files={"src/app.py": '"""Knows no device\nand no cache."""\n'},
            lines=(7,),
        ),
        Valid(_page(_PERFORMANCE, _CACHING), _DOCS, files={"src/app.py": '"""All is kept in a cache."""\n'}),
        Valid(
            _page(_SECURITY, _EVAL),
            _DOCS,
            files={"src/app.py": "# eval() is evil\nprint(list(map(eval, texts)))\n"},
        ),
        Valid(
            _page(_PERFORMANCE, _GPU, _JIT, _CACHING),
            _DOCS,
            files={"src/app.py": '@lru_cache\ndef load(net): return nb_jit(net.to("cuda:0"))\n'},
        ),
        Invalid(
            file_page("a.toml", f"{_PATTERNS}- **Object-Oriented Design**: Uses classes\n"),
            "docs/a.toml_docs.md",
            files={"a.toml": 'class = "heavy"\n'},
            lines=(7,),
            messages=("prose",),
        ),
        Invalid(
            file_page("a.yaml", f"{_PERFORMANCE}- {_GPU}\n- {_CACHING}\n"),
            "docs/a.yaml_docs.md",
            files={"a.yaml": "# No cache.\npaths: ['src/cache/**', cuda/*.cu]\nname: Keep threads out\n"},
            lines=(7, 8),
            messages=("part", "unfounded"),
        ),
        Valid(
            file_page("a.yaml", f"{_PERFORMANCE}- {_GPU}\n"),
            "docs/a.yaml_docs.md",
            files={"a.yaml": "parallel: 4\n"},
        ),
        Valid(file_page("a.rb", f"{_PERFORMANCE}- {_GPU}\n"), "docs/a.rb_docs.md", files={"a.rb": "# on a GPU\n"}),
        Valid(f"- {_GPU}\n"),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        claims = [claim for claim in page.all(Claim) if claim.of]
        sets = page.format.claims if page.format else {}
        named = {(claim.of, claim.key) for claim in claims}
        objections = {(of, key): _objection(source, sets[of][key]) for of, key in named}
        yield from object_to(page, [(claim, objections[claim.of, claim.key]) for claim in claims])


def _objection(source: SourceFile, spec: ClaimSpec) -> Objection | None:
    """Return why a statement is refuted, and why a generator may have made it; None if it is not refuted."""
    if spec.proof is None or not is_refuted(source, spec.proof):
        return None
    if is_impossible(source, spec.proof):
        return Objection("prose", arguments={"type": source.language.name if source.language else None})
    for trigger in triggers(source, spec.trigger):
        text, places, lines = trigger.text, " and ".join(trigger.places), lines_of(source, trigger.line)
        if not trigger.names:
            arguments = {"trigger": text, "places": places, "line": trigger.line}
            return Objection("mentioned", places, arguments, lines)
        if text.casefold() not in map(str.casefold, trigger.names):
            return Objection("part", text.casefold(), {"trigger": text, "names": trigger.names}, lines)
    return Objection("unfounded")
