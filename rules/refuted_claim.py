import re
from collections.abc import Iterable, Iterator

from msgspec import Struct

from doclint import Invalid, Message, Page, SourceFile, SourceRule, Valid, Violation
from doclint.kit import expression, lines_of, schema
from doclint.kit.shapes import Claim
from doclint.kit.statements import Objection, object_to
from doclint.source.words import Said

from ._pages import SECURITY, Start, file_of, file_page
from ._reasons import UNREAD

_AROUND = 60  # bytes of a name around a text
_BEFORE = expression(rb"(?:[\w.\x80-\xff]|::|->)*\Z")
_BEHIND = expression(rb"[\w\x80-\xff]*")
# What a remark denies, up to the end of the clause or about a line.
_DENIED = expression(r"\b(?:neither|never|no|nor|without)\b[^.;:!?]{0,60}+")
_PASSAGES = {"comment": "comments", "docstring": "docstrings", "string": "strings"}


def _page(section: str, *statements: str) -> str:
    """Return a page about a file that makes these statements, from line 7 on."""
    return file_page("src/app.py", section + "".join(f"- {statement}\n" for statement in statements))


def _of(section: str, *statements: str, source: str) -> Start:
    """Return the first arguments of an example: such a page, its path, no options, the file."""
    return _page(section, *statements), "docs/src/app.py_docs.md", {}, {"src/app.py": source}


_PATTERNS = "## Code Patterns & Idioms\n\n### Common Patterns\n\n"
_PERFORMANCE = "## Performance Considerations\n\n### Performance Notes\n\n"
_GPU = "This file appears to involve **GPU/parallel computing** capabilities."
_JIT = "May involve **JIT compilation** or compilation optimizations."
_CACHING = "Implements or uses **caching** mechanisms."
_EVAL = "**Code Execution**: Uses `eval()` or `exec()` - ensure input is sanitized"
_COMMANDS = "**Command Execution**: Executes system commands"
_NETWORK = "**Neural Network**: Defines components"
_NO_EVAL = "# eval() is evil\n"


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

    family = "claims"
    severity = "warning"
    claims = "statement"
    reads = {"statement.proof"}
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
            *_of(SECURITY, _EVAL, _COMMANDS, source=f"import subprocess\n\n{_NO_EVAL}model.eval()\nrun(retrieval())\n"),
            lines={7: "part"},
            fixed=_page(SECURITY, _COMMANDS),
        ),
        Invalid(
            *_of(
                *(_PERFORMANCE, _GPU, _JIT, _CACHING),
                source='"""Not thread-safe."""\n\n# Compiled elsewhere.\nprint("--cached")\n',
            ),
            lines={7: "mentioned", 8: "mentioned", 9: "mentioned"},
            fixed=_page(_PERFORMANCE),
        ),
        Invalid(*file_of("notes.md", f"{_PERFORMANCE}- {_GPU}\n", "Runs on a GPU.\n"), lines={7: "prose"}),
        Invalid(
            *_of(_PATTERNS, _NETWORK, source="print()\n"), lines={7: "unfounded"}, fixed=_page(_PATTERNS, _NETWORK)
        ),
        Invalid(*_of(_PERFORMANCE, _JIT, source='import re\n\nWORD = re.compile(r"[a-z]+")\n'), lines={7: "part"}),
        Invalid(*_of(_PERFORMANCE, _CACHING, source='"""Knows no device\nand no cache."""\n'), lines=(7,)),
        Valid(*_of(_PERFORMANCE, _CACHING, source='"""All is kept in a cache."""\n')),
        Valid(*_of(SECURITY, _EVAL, source=f"{_NO_EVAL}print(list(map(eval, texts)))\n")),
        Valid(
            *_of(
                *(_PERFORMANCE, _GPU, _JIT, _CACHING),
                source='@lru_cache\ndef load(net): return nb_jit(net.to("cuda:0"))\n',
            )
        ),
        Invalid(
            *file_of("a.toml", f"{_PATTERNS}- **Object-Oriented Design**: Uses classes\n", 'class = "heavy"\n'),
            lines={7: "prose"},
        ),
        Invalid(
            *file_of(
                "a.yaml",
                f"{_PERFORMANCE}- {_GPU}\n- {_CACHING}\n",
                "# No cache.\npaths: ['src/cache/**', cuda/*.cu]\nname: Keep threads out\n",
            ),
            lines={7: "part", 8: "unfounded"},
        ),
        Valid(*file_of("a.yaml", f"{_PERFORMANCE}- {_GPU}\n", "parallel: 4\n")),
        Valid(*file_of("a.rb", f"{_PERFORMANCE}- {_GPU}\n", "# on a GPU\n")),
        Valid(f"- {_GPU}\n"),
    )

    def check_source(self, page: Page, source: SourceFile) -> Iterator[Violation]:
        claims = [claim for claim in page.all(Claim) if claim.of]
        sets = page.format.claims if page.format else {}
        named = {(claim.of, claim.key) for claim in claims}
        objections = {(of, key): _objection(source, sets[of][key]) for of, key in named}
        for claim in claims if page.claims is not None else ():
            proof = sets[claim.of][claim.key].proof
            if proof is not None and objections[claim.of, claim.key] is None:
                because = "" if _is_known(source, proof) else UNREAD
                page.claim("statement", claim.span, because, related=lines_of(source))
        yield from object_to(page, [(claim, objections[claim.of, claim.key]) for claim in claims])


def _is_known(source: SourceFile, proof: "schema.Proof") -> bool:
    """Whether doclint can tell whether a source file proves a statement."""
    if source.language is None or source.language.id in proof.languages:
        return source.language is not None
    return source.identifiers is not None and source.complete


def _objection(source: SourceFile, spec: "schema.ClaimSpec") -> Objection | None:
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


def is_impossible(source: SourceFile, proof: "schema.Proof") -> bool:
    """Whether a statement is false of all files in the language of a source file: none can do what it says."""
    return source.language is not None and (source.language.prose or source.language.id in proof.never)


def is_refuted(source: SourceFile, proof: "schema.Proof") -> bool:
    """Whether a source file has nothing that would prove a statement; False if nothing can be concluded."""
    if source.language is None or source.language.id in proof.languages:
        return False
    if is_impossible(source, proof):
        return True
    identifiers = source.identifiers
    if identifiers is None or not source.complete:
        return False
    if any(map(identifiers.has, proof.names)) or identifiers.calls(proof.calls):
        return False
    said = identifiers.said(proof.apart)
    return not said.has_any(proof.words) and not any(
        part in text for parts, text in _searched(source, proof, said) for part in parts
    )


def _searched(source: SourceFile, proof: "schema.Proof", said: Said) -> Iterator[tuple[Iterable[str], str]]:
    """Yield the parts that would prove a statement, with the text to search for them."""
    yield proof.parts, said.text
    if proof.strings:
        yield proof.strings, source.strings
    if proof.comments:
        yield proof.comments, _DENIED.sub("", source.remarks)


class Trigger(Struct, frozen=True):
    """A text that a generator looks for, as it occurs in a source file.

    `places` are the kinds of passages that it occurs in, and `names` are the names in the code that it is, or is part
    of. `line` is the first one that has it in code, or else anywhere, counted from 1. Without a grammar for the file,
    all of it counts as code, and `line` is None.
    """

    text: str
    places: list[str]
    line: int | None
    names: tuple[str, ...]


def triggers(source: SourceFile, texts: Iterable[str]) -> Iterator[Trigger]:
    """Yield those of some texts that occur in a source file, in whatever case."""
    lower = source.data.lower()
    for text in texts:
        spans = [match.span() for match in re.finditer(re.escape(text.encode().lower()), lower)]
        if spans:
            yield _trigger(source, spans)


def _trigger(source: SourceFile, spans: list[tuple[int, int]]) -> Trigger:
    mentions = [source.passages.mention(start) for start, _ in spans] if source.passages else []
    places = sorted({_PASSAGES[one.place] for one in mentions if one.place in _PASSAGES})
    in_code = [one.place not in _PASSAGES for one in mentions] or [True] * len(spans)
    shown = [one for one in mentions if one.place not in _PASSAGES] or mentions
    line = shown[0].line if shown else None
    names = (_name_around(source.data, *span) for span, is_code in zip(spans, in_code, strict=True) if is_code)
    text = source.data[slice(*spans[0])].decode(errors="replace").strip()
    return Trigger(text, places, line, tuple(dict.fromkeys(names)))


def _name_around(data: bytes, start: int, end: int) -> str:
    """Return the name that some bytes are part of, begin or end, as in `model.eval(`."""
    before = _BEFORE.search(data, max(0, start - _AROUND), start)
    behind = _BEHIND.match(data, end, end + _AROUND)
    is_open = data[end - 1 : end].isalnum() or data[end - 1 : end] == b"_"
    first = before.start() if before else start
    last = behind.end() if behind and is_open else end
    return data[first:last].decode(errors="replace").strip()
