"""Why a diagram does not parse, and what would repair it."""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.lexer import Lexeme
from doclint.markdown.diagrams.model import DiagramType, Failure
from doclint.markdown.source import Edit, Span

Edits = tuple[Edit, ...]

_CLOSERS = {
    "[": "]", "(": ")", "{": "}", "|": "|", ">": "]", "((": "))", "(((": ")))", "([": "])", "[[": "]]", "[(": ")]",
    "{{": "}}", "(-": "-)",
}  # fmt: skip
_AFTER_LABEL = expression(r"[ \t]*(?:$|\n|;|&|:::|<?--|<?==|<?-\.|~~~|[xo]--)")
_AFTER_PIPE = expression(r"[ \t]*[^\s|]")
_APART = expression(r"<[ ]+(?:--+|==+|-\.+-)>")
_OPENER = expression(r"[\[({|]")
_MEANINGS = {"/": "opens a slanted shape", "\\": "opens a slanted shape", "@": "ends the id of a link"}
_GENERIC = expression(r"(?<=[A-Za-z0-9_])<([^<>\n]+)>")
_PLACED_NOTE = expression(r"note[ \t]+(?:right|left|top|bottom)[ \t]+of[ \t]+(\S+)[ \t]*(?::[ \t]*([^\n]+?)[ \t]*$|"
                          r"\n((?:(?!end note)[^\n]*\n)+?)[ \t]*end note)", 8)  # fmt: skip
_WORD = expression(r"[A-Za-z]+")
_TYPE_OF_NODE = {"sequence": "participant", "state": "state", "class": "class", "entity": "entity", "flowchart": "node"}
_LINKS = {"sequence": ("ARROW",), "state": ("ARROW",), "class": ("LINE", "TIP"), "flowchart": ("LINK",), "entity": ()}
_NAMES = frozenset("NAME WORD ID NEWLINE EOF LETTERS NUMBER".split())
_BLOCKS = frozenset("BOX LOOP ALT PAR CRITICAL SUBGRAPH OPEN".split())


class DiagramCause(NamedTuple):
    """Why a diagram is not drawn, in words of the message `name`, and edits of its text that may repair it.

    `opener` is the place of what is never closed, `place` where to point if not at the failure.
    """

    name: str
    arguments: dict[str, str]
    repairs: tuple[Edits, ...] = ()
    opener: int | None = None
    place: Span | None = None


class DiagramProblem(NamedTuple):
    """A failure, and the text and tokens before it; all places are those in the text."""

    kind: DiagramType
    text: str
    tokens: list[Lexeme]
    failure: Failure

    @property
    def shown(self) -> str:
        """What is at the place of the failure."""
        return self.text[slice(*self.failure.span)].strip()

    def line_end(self, start: int) -> int:
        """Return the end of a line."""
        return self.text.find("\n", start)

    def last(self, *kinds: str) -> Lexeme | None:
        """Return the last token of some kinds before the failure."""
        return next((token for token in reversed(self.tokens) if token.kind.startswith(kinds)), None)


def cause_of(problem: DiagramProblem) -> DiagramCause:
    """Return the cause of a failure."""
    find = _FINDERS.get(problem.kind)
    cause = (find(problem) if find else None) or _any(problem)
    if cause is None and problem.failure.got in {"NEWLINE", "EOF"}:
        return DiagramCause("incomplete", {"text": _statement(problem, problem.failure.span.start)})
    return cause or DiagramCause("syntax", {"text": problem.shown})


def _any(problem: DiagramProblem) -> DiagramCause | None:
    failure = problem.failure
    if not failure.expected:
        return DiagramCause(failure.rule, {"text": problem.shown})
    if failure.got == "EOF" and failure.expected & {"END", "CLOSE"}:
        opened: list[Lexeme] = []
        for token in problem.tokens:
            if token.kind in _BLOCKS:
                opened.append(token)
            elif token.kind in {"END", "CLOSE"} and opened:
                opened.pop()
        if opened:
            word = problem.text[opened[-1].start : problem.line_end(opened[-1].start)].strip()
            return DiagramCause("unclosed", {"text": word}, opener=opened[-1].start)
    if failure.got in {"END", "CLOSE", "ELSE", "AND", "OPTION"} and failure.rule in {"document", "block"}:
        return DiagramCause("stray", {"text": problem.shown})
    return _keyword(problem)


def _keyword(problem: DiagramProblem) -> DiagramCause | None:
    """Return the cause if a keyword is where the name of a node should be."""
    failure, text = problem.failure, problem.text
    word = Lexeme(failure.got, *failure.span)
    if failure.got in _LINKS[problem.kind] and problem.tokens:
        word = problem.tokens[-1]
    elif not failure.expected & _NAMES:
        return None
    shown = text[word.start : word.end].strip()
    if word.kind in _NAMES or not _WORD.fullmatch(shown):
        return None
    name = shown.capitalize() if problem.kind == "flowchart" and not shown[0].isupper() else f"{shown}_"
    edits = [Edit(Span(word.start, word.start + len(shown)), name)]
    for index, token in enumerate(problem.tokens):
        if token.kind == "NAME" and text[token.start : token.end].strip() == shown:
            declared = index and problem.tokens[index - 1].kind in {"PARTICIPANT", "ACTOR"}
            alias = f" as {shown}" if declared and problem.tokens[index + 1].kind != "AS" else ""
            edits.append(Edit(Span(token.start, token.start + len(shown)), name + alias))
    arguments = {"text": shown, "node": _TYPE_OF_NODE[problem.kind], "name": name}
    return DiagramCause("keyword", arguments, (tuple(sorted(edits)),))


def _put(span: Span, text: str) -> Edits:
    return (Edit(span, text),)


def _flowchart(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    opener = problem.last("OPEN", "PIPE", "FLAG")
    if failure.got == "EDGE_ID":
        found = _OPENER.search(text, failure.offset, failure.span.end)
        return _label(problem, found.start(), found[0], "@") if found else None
    if opener and failure.rule in {"shape", "box", "text", "arrow_text"}:
        mark = '"' if "STRING" in {failure.got, problem.tokens[-1].kind} else text[failure.offset : failure.offset + 1]
        start, shown = opener.start, text[opener.start : opener.end]
        return _label(problem, start, shown, shown[1] if opener.kind == "OPEN_SLANT" else mark)
    if opener and opener.kind == "OPEN_SLANT" and failure.got == "":
        return _label(problem, opener.start, "[", text[opener.start + 1])
    if failure.got.startswith(("OPEN", "STRING")) and failure.rule == "subgraph":
        word = problem.last("SUBGRAPH")
        return _title(problem, word) if word else None
    return _arrow(problem)


def _arrow(problem: DiagramProblem) -> DiagramCause | None:
    """Return the cause if an arrow is not one of flowcharts."""
    failure, text = problem.failure, problem.text
    if failure.got == "UP" and (apart := _APART.match(text, failure.offset)):
        right = apart[0].replace(" ", "")
        return DiagramCause("arrow", {"text": apart[0], "right": right}, (_put(Span(*apart.span()), right),))
    if failure.got in {"MINUS", ""} and text.startswith(("->", "=>"), failure.offset):
        arrow = {"-": "-->", "=": "==>"}[text[failure.offset]]
        span = Span(failure.offset, failure.offset + 2)
        return DiagramCause("arrow", {"text": text[slice(*span)], "right": arrow}, (_put(span, arrow),))
    return None


def _label(problem: DiagramProblem, start: int, opener: str, mark: str) -> DiagramCause:
    """Return the cause of a label without quotes that begins after an opener, with its possible ends."""
    text, end = problem.text, problem.line_end(start)
    repairs, label = [], text[start + len(opener) : end]
    for opening in dict.fromkeys((opener, opener[0])):
        if opening not in _CLOSERS:
            continue
        for close in _ends(text, start + len(opening), end, _CLOSERS[opening]):
            inner = Span(start + len(opening), close)
            repairs.append(_quoted(text, inner))
            label = text[slice(*inner)] if len(repairs) == 1 else label
    meaning = _MEANINGS.get(mark, "ends the text" if mark in '"])}|' else "opens a shape")
    place = text.find(mark, start, end) if mark in _MEANINGS else -1
    arguments = {"label": label.strip(), "mark": mark, "meaning": meaning}
    return DiagramCause("label", arguments, tuple(repairs), place=Span(place, place + 1) if place >= 0 else None)


def _ends(text: str, start: int, end: int, closer: str) -> Iterator[int]:
    after = _AFTER_PIPE if closer == "|" else _AFTER_LABEL
    found, number = text.find(closer, start, end), 0
    while found >= 0 and number < 4:
        if after.match(text, found + len(closer)) and found > start:
            yield found
            number += 1
        found = text.find(closer, found + 1, end)


def _quoted(text: str, span: Span) -> Edits:
    inner = text[slice(*span)]
    quotes = [index for index, character in enumerate(inner, span.start) if character == '"']
    if len(quotes) > 1 and inner.startswith('"') and inner.endswith('"'):  # what is within the outer ones
        return tuple(Edit(Span(index, index + 1), "#quot;") for index in quotes[1:-1])
    within = [Edit(Span(index, index + 1), "#quot;") for index in quotes]
    return (Edit(Span(span.start, span.start), '"'), *within, Edit(Span(span.end, span.end), '"'))


def _title(problem: DiagramProblem, word: Lexeme) -> DiagramCause:
    text, end = problem.text, problem.line_end(word.start)
    start = word.end + len(text[word.end : end]) - len(text[word.end : end].lstrip())
    title = text[start:end].rstrip()
    name, quote, _ = title.partition(' "')
    repairs = [_quoted(text, Span(start, start + len(title)))]
    if quote and title.endswith('"'):
        place = start + len(name)
        repairs.insert(0, (Edit(Span(place, place + 1), "["), Edit(Span(start + len(title), start + len(title)), "]")))
    return DiagramCause("title", {"text": title, "mark": problem.shown[:1]}, tuple(repairs))


def _sequence(problem: DiagramProblem) -> DiagramCause | None:
    failure = problem.failure
    separator = problem.last("NEWLINE")
    if separator and problem.text[separator.start] == ";" and failure.rule != "line":
        message = problem.last("TEXT")
        if message and message.end == separator.start:
            span = Span(separator.start, separator.end)
            return DiagramCause("semicolon", {"text": problem.shown}, (_put(span, "#59;"),))
    if failure.expected == {"TEXT"} or (failure.expected == {"COMMA", "TEXT"} and failure.got == "NEWLINE"):
        if failure.got == "NEWLINE":
            return DiagramCause(
                "no-text", {"text": _statement(problem)}, (_put(Span(failure.offset, failure.offset), ": "),)
            )
        return DiagramCause("chain", {"text": problem.shown}) if failure.got == "ARROW" else None
    return None


def _statement(problem: DiagramProblem, place: int | None = None) -> str:
    start = problem.text.rfind("\n", 0, problem.failure.offset if place is None else place) + 1
    return problem.text[start : problem.line_end(start)].strip()


def _class(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    start = text.rfind("\n", 0, failure.offset) + 1
    end = problem.line_end(failure.offset)
    if failure.got == "OPEN_INSIDE":
        braces = [index for index in range(start, end) if text[index] in "{}"]
        codes = tuple(Edit(Span(index, index + 1), f"#{ord(text[index])};") for index in braces)
        return DiagramCause("braces", {"text": _statement(problem)}, (codes,))
    note = _PLACED_NOTE.match(text, start + len(text[start:end]) - len(text[start:end].lstrip()))
    if note and failure.rule == "note":
        lines = [line.strip() for line in (note[2] or note[3]).strip().splitlines()]
        right = f'note for {note[1]} "{"<br/>".join(lines).replace(chr(34), "#quot;")}"'
        return DiagramCause(
            "note", {"text": note[0].partition("\n")[0], "name": note[1]}, (_put(Span(*note.span()), right),)
        )
    return _class_names(problem)


def _class_names(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    quoted = problem.last("STRING") if failure.got in {"NEWLINE", "EOF", "LABEL"} else None
    if failure.got == "STRING" and failure.expected & {"WORD"}:
        quoted = Lexeme("STRING", *failure.span)
    if quoted and failure.expected & {"WORD"} and text.endswith('"', 0, quoted.end):
        marks = (Edit(Span(quoted.start, quoted.start + 1), "`"), Edit(Span(quoted.end - 1, quoted.end), "`"))
        name = text[quoted.start + 1 : quoted.end - 1]
        return DiagramCause("quoted-name", {"text": name}, (marks,))
    if failure.got == "LABEL":
        return DiagramCause(
            "colon", {"text": _statement(problem)}, (_put(Span(failure.offset, failure.offset + 1), "#58;"),)
        )
    if failure.got == "TIP" and (types := _GENERIC.match(text, failure.offset)):
        marks = (Edit(Span(types.start(), types.start() + 1), "~"), Edit(Span(types.end() - 1, types.end()), "~"))
        return DiagramCause("generic", {"text": types[0], "right": f"~{types[1]}~"}, (marks,))
    if failure.got == "" and text.startswith(";", failure.offset):
        codes = _put(Span(failure.offset, failure.offset + 1), "#59;")
        return DiagramCause(
            "semicolon",
            {"text": text[failure.offset + 1 : problem.line_end(failure.offset)].strip()},
            (codes, _put(codes[0].span, "")),
        )
    return None


def _state(problem: DiagramProblem) -> DiagramCause | None:
    failure = problem.failure
    if failure.got == "LABEL" and problem.tokens and problem.tokens[-1].kind == "LABEL":
        place = problem.text.index(":", failure.offset)
        return DiagramCause("colon", {"text": _statement(problem)}, (_put(Span(place, place + 1), "#58;"),))
    return None


def _entity(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    colon = problem.last("COLON")
    start = text.rfind("\n", 0, failure.offset) + 1
    if colon and colon.start >= start and failure.rule in {"document", "relation", "entity"}:
        after = text[colon.end : problem.line_end(colon.end)]
        place = colon.end + len(after) - len(after.lstrip())
        role = Span(place, place + len(after.strip()))
        return DiagramCause("role", {"text": text[slice(*role)]}, (_quoted(text, role),))
    return None


_FINDERS: dict[DiagramType, Callable[[DiagramProblem], DiagramCause | None]] = {
    "flowchart": _flowchart,
    "sequence": _sequence,
    "class": _class,
    "state": _state,
    "entity": _entity,
}
