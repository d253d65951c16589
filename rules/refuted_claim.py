import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from doclint.code.identifiers import Said
from doclint.formats.schema import ClaimSpec, Proof
from doclint.formats.shapes import Claim
from doclint.page.page import Page
from doclint.page.source_file import SourceFile
from doclint.rule.rule import Argument, Invalid, Message, Rule, Valid, Violation

from ._pages import file_page
from ._statements import deletion, optional_sets, shown

_AROUND = 60  # bytes of a name around a text
_BEFORE = re.compile(rb"(?:[\w.\x80-\xff]|::|->)*\Z")
_BEHIND = re.compile(rb"[\w\x80-\xff]*")
# What is said not to be there, up to the end of the clause or about a line.
_DENIED = re.compile(r"\b(?:neither|never|no|nor|without)\b[^.;:!?]{0,60}+")
_PLACES = {"comment": "comments", "docstring": "docstrings", "string": "strings"}


def _page(section: str, *statements: str) -> str:
    """A page about a file that makes these statements, from line 7 on."""
    return file_page("src/app.py", section + "".join(f"- {statement}\n" for statement in statements))


_PATTERNS = "## Code Patterns & Idioms\n\n### Common Patterns\n\n"
_PERFORMANCE = "## Performance Considerations\n\n### Performance Notes\n\n"
_SECURITY = "## Security & Safety\n\n### Security Considerations\n\n"
_GPU = "This file appears to involve **GPU/parallel computing** capabilities."
_JIT = "May involve **JIT compilation** or compilation optimizations."
_CACHING = "Implements or uses **caching** mechanisms."
_EVAL = "**Code Execution**: Uses `eval()` or `exec()` - ensure input is sanitized"
_DOCS = "docs/src/app.py_docs.md"


class RefutedClaim(Rule):
    """The page says of its source what the code of the source refutes: "Uses eval() or exec()" of `model.eval()`.

    Statements out of a closed set are often chosen because a word stands anywhere in a source: in a comment, in a
    string, in a part of another name, or in a file that is no program at all. What is said of thousands of files
    without cause, nobody reads where there is one.

    What makes a statement true stands in the format, as its `proof`: names that are used in the code, calls, words that
    names are made of. All of these are looked for in the code without its comments and strings, in the path of the
    source and in what it imports; if any is there, nothing is said. Of configuration (YAML, CMake) all of the text
    counts. Prose, such as Markdown, has no code and proves nothing, and data may never do what is said.

    Statements without a proof are not judged, nor sources in languages that cannot be read here, nor code of which only
    a part is quoted. The fix takes the statement away, as long as the list is not left without what it must have.
    """

    id = "refuted-claim"
    family = "claims"
    severity = "warning"
    covers = ("F06", "F07", "F08")
    needs = frozenset({"source"})
    remedy = (
        "Look for calls and names in the parsed source, not for substrings of its text (`'eval(' in text`): "
        "comments, strings and longer names hold them too."
    )
    messages = {
        "prose": Message(
            '"{statement}" cannot be true of {type}, in which no code runs: drop it[ (as copied in `{copy}`)]',
            key=("claim",),
            remedy=(
                "Choose such statements for programs only, by the type of the file: prose and data run "
                "nothing, whatever words they hold."
            ),
        ),
        "mentioned": Message(
            'Nothing in the code bears out "{statement}": `{trigger}` stands only in {places}[, first on line {line}]; '
            "drop it[ (as copied in `{copy}`)]",
            key=("claim",),
        ),
        "part": Message(
            'Nothing in the code bears out "{statement}": `{trigger}` is there only as part of {names}; '
            "drop it[ (as copied in `{copy}`)]",
            key=("claim",),
        ),
        "unfounded": Message(
            'Nothing in the source bears out "{statement}": drop it[ (as copied in `{copy}`)]', key=("claim",)
        ),
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
        Valid(
            file_page("a.yaml", f"{_PERFORMANCE}- {_GPU}\n"),
            "docs/a.yaml_docs.md",
            files={"a.yaml": "parallel: 4\n"},
        ),
        Valid(file_page("a.rb", f"{_PERFORMANCE}- {_GPU}\n"), "docs/a.rb_docs.md", files={"a.rb": "# on a GPU\n"}),
        Valid(f"- {_GPU}\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        source_file, format_ = page.source_file, page.format
        if source_file is None or source_file.language is None or format_ is None:
            return
        claims = [claim for claim in page.all(Claim) if claim.of]
        causes: dict[tuple[str, str], _Cause | None] = {}
        for of, key in {(claim.of, claim.key) for claim in claims}:
            spec = format_.claims[of][key]
            is_refuted = spec.proof is not None and _refutes(source_file, spec.proof)
            causes[of, key] = _cause(source_file, spec) if is_refuted else None
        # A list that must have something in it keeps what it has, and is another defect.
        kept = {(claim.section, claim.of) for claim in claims if causes[claim.of, claim.key] is None}
        kept |= optional_sets(page)
        for claim in claims:
            cause = causes[claim.of, claim.key]
            if cause is not None:
                yield Violation(
                    claim.span,
                    cause.message,
                    reason=cause.reason,
                    fix=deletion(page, claim) if (claim.section, claim.of) in kept else None,
                    claim=f"{claim.of}.{claim.key}",
                    statement=shown(page, claim.span),
                    copy=source_file.copy,
                    against=None,
                    **cause.arguments,
                )


def _refutes(source_file: SourceFile, proof: Proof) -> bool:
    """Whether a source has none of what would prove a statement."""
    language = source_file.language
    if language is None or language.id in proof.languages:
        return False
    if language.prose or language.id in proof.never:
        return True
    identifiers = source_file.identifiers
    if identifiers is None or not source_file.complete:
        return False
    if any(map(identifiers.has, proof.names)) or identifiers.calls(proof.calls):
        return False
    said = identifiers.said(proof.apart)
    if not said.words.isdisjoint(proof.words):
        return False
    return not any(part in text for parts, text in _texts(source_file, proof, said) for part in parts)


def _texts(source_file: SourceFile, proof: Proof, said: Said) -> Iterator[tuple[Iterable[str], str]]:
    """The parts that would prove a statement, with what they may stand in."""
    yield proof.parts, said.text
    if proof.strings:
        yield proof.strings, source_file.strings
    if proof.comments:
        yield proof.comments, _DENIED.sub("", source_file.remarks)


class _Cause(NamedTuple):
    """The message about a statement, what of the generator it comes from, and the arguments of the message."""

    message: str
    reason: str
    arguments: dict[str, Argument]


def _cause(source_file: SourceFile, spec: ClaimSpec) -> _Cause:
    """Why a generator may have made a statement that is refuted."""
    assert source_file.language is not None
    if source_file.language.prose or (spec.proof is not None and source_file.language.id in spec.proof.never):
        return _Cause("prose", "", {"type": source_file.language.name})
    for spans in _occurrences(source_file.data, spec.trigger):
        text = source_file.data[slice(*spans[0])].decode(errors="replace").strip()
        found = [source_file.passages.mention(start) for start, _ in spans] if source_file.passages else []
        elsewhere = {_PLACES[one.place] for one in found if one.place in _PLACES}
        in_code = [span for span, one in zip(spans, found, strict=True) if one.place not in _PLACES] if found else spans
        around = tuple(dict.fromkeys(_around(source_file.data, *span) for span in in_code))
        if not in_code:
            places = " and ".join(sorted(elsewhere))
            return _Cause("mentioned", places, {"trigger": text, "places": places, "line": found[0].line})
        if all(name.casefold() != text.casefold() for name in around):
            return _Cause("part", text.casefold(), {"trigger": text, "names": around})
    return _Cause("unfounded", "", {})


def _occurrences(data: bytes, texts: Iterable[str]) -> Iterator[list[tuple[int, int]]]:
    """All places of each of the texts that a source has, in whatever case."""
    lower = data.lower()
    for text in texts:
        spans = [match.span() for match in re.finditer(re.escape(text.encode().lower()), lower)]
        if spans:
            yield spans


def _around(data: bytes, start: int, end: int) -> str:
    """The name that a text in a source is part of, or begins or ends with, as in `model.eval(`."""
    before = _BEFORE.search(data, max(0, start - _AROUND), start)
    behind = _BEHIND.match(data, end, end + _AROUND)
    is_open = data[end - 1 : end].isalnum() or data[end - 1 : end] == b"_"
    first = before.start() if before else start
    last = behind.end() if behind and is_open else end
    return data[first:last].decode(errors="replace").strip()
