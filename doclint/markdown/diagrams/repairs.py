"""Why a diagram does not parse, and what would repair it: edits after which it parses, found by reading it again."""

from collections.abc import Callable, Iterator

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.markdown.diagrams.grammar import Lexeme
from doclint.markdown.diagrams.model import DiagramType, Failure
from doclint.markdown.diagrams.read import Diagram, read, tokens_before
from doclint.markdown.diagrams.text import DiagramText
from doclint.markdown.source import Edit, Span, edited

Edits = tuple[Edit, ...]

_CLOSERS = {
    "[": "]", "(": ")", "{": "}", "|": "|", ">": "]", "((": "))", "(((": ")))", "([": "])", "[[": "]]", "[(": ")]",
    "{{": "}}", "(-": "-)",
}  # fmt: skip
_AFTER_LABEL = expression(r"[ \t]*(?:$|\n|;|&|:::|<?--|<?==|<?-\.|~~~|[xo]--)")
_AFTER_PIPE = expression(r"[ \t]*[^\s|]")
_MOST_ENDS = 4  # of one label that are tried
_ARROW = expression(r"[-=]>|<[ ]+(?:--+|==+|-\.+-)>")
_OPENER = expression(r"[\[({|]")
_MEANINGS = {"/": "opens a slanted shape", "\\": "opens a slanted shape", "@": "ends the id of a link"}
_GENERIC = expression(r"(?<=[A-Za-z0-9_])<([^<>\n]+)>")
_PLACED_NOTE = expression(
    r"(?m)[ \t]*(note[ \t]+(?:right|left|top|bottom)[ \t]+of[ \t]+(\S+)[ \t]*)"
    r"(?::[ \t]*([^\n]+?)[ \t]*$|\n((?:(?!end note)[^\n]*\n)+?)[ \t]*end note)"
)
_WORD = expression(r"[A-Za-z]+")
_SENDER = expression(r"([A-Za-z]+)[ \t]*(?:<<)?--?[>x)]")  # of a message
_TYPE_OF_NODE = {"sequence": "participant", "state": "state", "class": "class", "entity": "entity", "flowchart": "node"}
_LINKS = {"sequence": ("ARROW",), "state": ("ARROW",), "class": ("LINE", "TIP"), "flowchart": ("LINK",), "entity": ()}
_NAMES = frozenset("NAME WORD ID NEWLINE EOF LETTERS NUMBER".split())
_BLOCKS = frozenset("BOX LOOP ALT PAR CRITICAL SUBGRAPH OPEN".split())
_ENDS = frozenset({"END", "CLOSE"})


class DiagramCause(Struct, frozen=True):
    """Why a diagram is not drawn, in words of the message `name`, and edits of its text that may repair it.

    `opener` is the place of what is never closed, `place` where to point if not at the failure.
    """

    name: str
    arguments: dict[str, str]
    repairs: tuple[Edits, ...] = ()
    opener: int | None = None
    place: Span | None = None


class DiagramProblem(Struct, frozen=True):
    """A failure, and the text and tokens before it; all places are those in the text."""

    kind: DiagramType
    text: str
    tokens: list[Lexeme]
    failure: Failure

    @property
    def shown(self) -> str:
        """What is at the place of the failure."""
        return self.text[slice(*self.failure.span)].strip()

    def rest(self, start: int) -> str:
        """Return what is behind a place on its line."""
        return self.text[start : self.text.find("\n", start)]

    def line_start(self, place: int) -> int:
        """Return where the line of a place begins."""
        return self.text.rfind("\n", 0, place) + 1

    def statement(self, place: int | None = None) -> str:
        """Return the line of a place, or of the failure."""
        return self.rest(self.line_start(self.failure.offset if place is None else place)).strip()

    def last(self, *kinds: str) -> Lexeme | None:
        """Return the last token of some kinds before the failure."""
        return next((token for token in reversed(self.tokens) if token.kind.startswith(kinds)), None)


def cause_of(problem: DiagramProblem) -> DiagramCause:
    """Return the cause of a failure."""
    find = _FINDERS.get(problem.kind)
    cause = (find and find(problem)) or _any(problem)
    if cause is None and problem.failure.got in {"NEWLINE", "EOF"}:
        return DiagramCause("incomplete", {"text": problem.statement(problem.failure.span.start)})
    return cause or DiagramCause("syntax", {"text": problem.shown})


def _any(problem: DiagramProblem) -> DiagramCause | None:
    failure = problem.failure
    if not failure.expected:
        return DiagramCause(failure.rule, {"text": problem.shown})
    if failure.got == "EOF" and failure.expected & _ENDS:
        opened: list[Lexeme] = []
        for token in problem.tokens:
            if token.kind in _BLOCKS:
                opened.append(token)
            elif token.kind in _ENDS and opened:
                opened.pop()
        if opened and (word := _SENDER.match(problem.text, opened[-1].start)):
            return _renamed(problem, Lexeme(opened[-1].kind, *word.span(1)))
        if opened:
            return DiagramCause("unclosed", {"text": problem.rest(opened[-1].start).strip()}, opener=opened[-1].start)
    if failure.got in {*_ENDS, "ELSE", "AND", "OPTION"} and failure.rule in {"document", "block"}:
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
    return _renamed(problem, word) if word.kind not in _NAMES and _WORD.fullmatch(shown) else None


def _renamed(problem: DiagramProblem, word: Lexeme) -> DiagramCause:
    """Return the cause of a keyword that is the name of a node, and edits that call the node by another name."""
    text = problem.text
    shown = text[word.start : word.end].strip()
    name = shown.capitalize() if problem.kind == "flowchart" and not shown[0].isupper() else f"{shown}_"
    edits = [Edit(Span(word.start, word.start + len(shown)), name)]
    for index, token in enumerate(problem.tokens):
        if token.kind == "NAME" and text[token.start : token.end].strip() == shown:
            declared = index and problem.tokens[index - 1].kind in {"PARTICIPANT", "ACTOR"}
            alias = f" as {shown}" if declared and problem.tokens[index + 1].kind != "AS" else ""
            edits.append(Edit(Span(token.start, token.start + len(shown)), name + alias))
    arguments = {"text": shown, "node": _TYPE_OF_NODE[problem.kind], "name": name}
    return DiagramCause("keyword", arguments, (tuple(sorted(edits)),), place=Span(word.start, word.start + len(shown)))


def _put(start: int, end: int, text: str) -> Edits:
    return (Edit(Span(start, end), text),)


def _around(start: int, end: int, mark: str) -> Edits:
    """Return edits that put a mark in place of the first and the last character of a range."""
    return (*_put(start, start + 1, mark), *_put(end - 1, end, mark))


def _coded(text: str, *places: int) -> Edits:
    """Return edits that write some characters as their codes, which separate nothing."""
    return tuple(Edit(Span(place, place + 1), f"#{ord(text[place])};") for place in places)


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
    word = problem.last("SUBGRAPH") if failure.rule == "subgraph" else None
    if word and failure.got.startswith(("OPEN", "STRING")) and word.start >= problem.line_start(failure.offset):
        return _title(problem, word)
    return _arrow(problem)


def _arrow(problem: DiagramProblem) -> DiagramCause | None:
    """Return the cause of a link that is too short, has spaces or has two tips."""
    failure, text = problem.failure, problem.text
    last = problem.tokens[-1] if problem.tokens else None
    link = text[last.start : failure.offset].strip() if last and last.kind == "LINK" else ""
    if failure.got == "FLAG" and link.endswith(">"):
        edits = _put(failure.offset, failure.offset + 1, "")
        return DiagramCause("arrow", {"text": f"{link}>", "right": link}, (edits,))
    arrow = _ARROW.match(text, failure.offset) if failure.got in {"UP", "MINUS", ""} else None
    if arrow is None:
        return None
    right = arrow[0].replace(" ", "") if " " in arrow[0] else arrow[0][0] + arrow[0]
    return DiagramCause("arrow", {"text": arrow[0], "right": right}, (_put(*arrow.span(), right),))


def _label(problem: DiagramProblem, start: int, opener: str, mark: str) -> DiagramCause:
    """Return the cause of a label without quotes that begins after an opener, with its possible ends."""
    text, line = problem.text, problem.rest(start)
    end = start + len(line)
    inner = [
        Span(start + len(opening), close)
        for opening in dict.fromkeys((opener, opener[0]))
        if opening in _CLOSERS
        for close in _ends(text, start + len(opening), end, _CLOSERS[opening])
    ]
    label = text[slice(*inner[0])] if inner else line[len(opener) :]
    meaning = _MEANINGS.get(mark, "ends the text" if mark in '"])}|' else "opens a shape")
    place = text.find(mark, start, end) if mark in _MEANINGS else -1
    arguments = {"label": label.strip(), "mark": mark, "meaning": meaning}
    repairs = tuple(_quoted(text, span) for span in inner)
    return DiagramCause("label", arguments, repairs, place=Span(place, place + 1) if place >= 0 else None)


def _ends(text: str, start: int, end: int, closer: str) -> Iterator[int]:
    after = _AFTER_PIPE if closer == "|" else _AFTER_LABEL
    found, number = text.find(closer, start, end), 0
    while found >= 0 and number < _MOST_ENDS:
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
    return (*_put(span.start, span.start, '"'), *within, *_put(span.end, span.end, '"'))


def _title(problem: DiagramProblem, word: Lexeme) -> DiagramCause:
    start, title = _stripped(problem, word.end)
    name, quote, _ = title.partition(' "')
    end = start + len(title)
    repairs = [_quoted(problem.text, Span(start, end))]
    if quote and title.endswith('"'):
        place = start + len(name)
        repairs.insert(0, (*_put(place, place + 1, "["), *_put(end, end, "]")))
    return DiagramCause("title", {"text": title, "mark": problem.shown[:1]}, tuple(repairs))


def _stripped(problem: DiagramProblem, start: int) -> tuple[int, str]:
    """Return the rest of a line without blanks around it, and where it begins."""
    rest = problem.rest(start)
    return start + len(rest) - len(rest.lstrip()), rest.strip()


def _sequence(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    end, message = problem.last("NEWLINE"), problem.last("TEXT")
    if end and message and message.end == end.start and text[end.start] == ";" and failure.rule != "line":
        repairs, shown = (_coded(text, end.start),), problem.rest(end.end).strip()
        return DiagramCause("semicolon", {"text": shown}, repairs, place=Span(end.start, end.end))
    if failure.expected in ({"TEXT"}, {"COMMA", "TEXT"}) and failure.got == "NEWLINE":
        empty = _put(failure.offset, failure.offset, ": ")
        return DiagramCause("no-text", {"text": problem.statement()}, (empty,))
    is_chain = failure.expected == {"TEXT"} and failure.got == "ARROW"
    return DiagramCause("chain", {"text": problem.shown}) if is_chain else None


def _class(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    start = problem.line_start(failure.offset)
    if failure.got == "OPEN_INSIDE":
        braces = [place for place, mark in enumerate(problem.rest(start), start) if mark in "{}"]
        return DiagramCause("braces", {"text": problem.statement()}, (_coded(text, *braces),))
    note = _PLACED_NOTE.match(text, start) if failure.rule == "note" else None
    if note:
        lines = [line.strip() for line in (note[3] or note[4]).strip().splitlines()]
        right = f'note for {note[2]} "{"<br/>".join(lines).replace(chr(34), "#quot;")}"'
        shown = problem.rest(note.start(1)).rstrip() if note[3] else note[1]
        return DiagramCause("note", {"text": shown, "name": note[2]}, (_put(note.start(1), note.end(), right),))
    return _class_names(problem)


def _class_names(problem: DiagramProblem) -> DiagramCause | None:
    failure, text = problem.failure, problem.text
    quoted = problem.last("STRING") if failure.got in {"NEWLINE", "EOF", "LABEL"} else None
    if failure.got == "STRING":
        quoted = Lexeme("STRING", *failure.span)
    if quoted and "WORD" in failure.expected and text.endswith('"', 0, quoted.end):
        name = text[quoted.start + 1 : quoted.end - 1]
        return DiagramCause("quoted-name", {"text": name}, (_around(quoted.start, quoted.end, "`"),))
    if failure.got == "LABEL":
        return DiagramCause("colon", {"text": problem.statement()}, (_coded(text, failure.offset),))
    types = _GENERIC.match(text, failure.offset) if failure.got == "TIP" else None
    if types:
        arguments = {"text": types[0], "right": f"~{types[1]}~"}
        return DiagramCause("generic", arguments, (_around(*types.span(), "~"),))
    if failure.got == "" and text.startswith(";", failure.offset):
        repairs = _coded(text, failure.offset), _put(failure.offset, failure.offset + 1, "")
        return DiagramCause("semicolon", {"text": problem.rest(failure.offset + 1).strip()}, repairs)
    return None


def _entity(problem: DiagramProblem) -> DiagramCause | None:
    failure, colon = problem.failure, problem.last("COLON")
    if (
        colon
        and colon.start >= problem.line_start(failure.offset)
        and failure.rule in {"document", "relation", "entity"}
    ):
        start, role = _stripped(problem, colon.end)
        return DiagramCause("role", {"text": role}, (_quoted(problem.text, Span(start, start + len(role))),))
    return None


_FINDERS: dict[DiagramType, Callable[[DiagramProblem], DiagramCause | None]] = {
    "flowchart": _flowchart,
    "sequence": _sequence,
    "class": _class,
    "entity": _entity,
}


_MOST_REPAIRS = 40  # of one diagram, each of which reads it again
_LONGEST = 20_000  # characters of a diagram that is repaired


class Refusal(Struct, frozen=True):
    """Why a diagram is not drawn, where, and the edits of the page that repair all of it; none if none are known."""

    cause: DiagramCause
    span: Span
    repair: Edits


def refusal(diagram: Diagram) -> Refusal | None:
    """Return why a diagram is not drawn, None if it is."""
    failure = diagram.contents.failure
    if failure is None:
        return None
    cause = _cause(diagram.type, diagram.text.text, failure)
    edits = _repair(diagram.type, diagram.text.text, cause) if len(diagram.text.text) <= _LONGEST else None
    place = diagram.text.span
    span = place(*cause.place) if cause.place else failure.span
    return Refusal(cause, span, tuple(Edit(place(*edit.span), edit.text) for edit in edits or ()))


def _cause(kind: DiagramType, text: str, failure: Failure) -> DiagramCause:
    plain = DiagramText.plain(text)
    inner = read(kind, plain).failure or failure
    return cause_of(DiagramProblem(kind, text, tokens_before(kind, plain, inner.offset), inner))


def _repair(kind: DiagramType, text: str, cause: DiagramCause) -> Edits | None:
    """Return the edits that repair one cause after the other until the diagram parses, None if one is not repaired."""
    done: Edits = ()
    for _ in range(_MOST_REPAIRS):
        for edits in filter(None, cause.repairs):
            moved = [Edit(Span(*(_original(place, done) for place in span)), new) for span, new in edits]
            tried = tuple(sorted({*done, *moved}))
            repaired = edited(text, Span(0, len(text)), tried)
            failure = read(kind, DiagramText.plain(repaired)).failure
            if failure is None:
                return tried
            if _original(failure.offset, tried) > max(edit.span.start for edit in moved):
                break
        else:
            return None
        done, cause = tried, _cause(kind, repaired, failure)
    return None


def _original(place: int, edits: Edits) -> int:
    """Return the place before some edits of a place after them; the start of the edit if it is within its text."""
    shift = 0
    for (start, end), new in edits:
        begin = start + shift
        if place < begin:
            break
        if place < begin + len(new):
            return start
        shift += len(new) - (end - start)
    return place - shift
