"""The run of the Python examples of a page, without running them: what each name in them stands for.

The examples are read in their order, each with the names that the ones before it bind. A name stands for something only
if that is certain; what depends on anything else is never reported.
"""

import re
from collections import Counter, deque
from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import Literal, NamedTuple

from doclint.code.python_example import (
    AttributeStep,
    BindStep,
    CallStep,
    ImportStep,
    LoadStep,
    Step,
    read_example,
)
from doclint.code.python_session import code_lines, is_session
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Span
from doclint.packages.answers import Answer, Found, Missing, Unknown
from doclint.packages.python_packages import PythonPackages
from doclint.page.examples.code_examples import CodeExample, Excerpt, examples_of
from doclint.page.examples.included_files import IncludedFile, included_files
from doclint.page.examples.intent import is_on_purpose, is_placeholder, is_shown_to_fail
from doclint.page.examples.misuses import (
    FileLine,
    MissingAttribute,
    MissingImport,
    Misuse,
    PythonText,
    PythonUses,
    UnboundCall,
    WrongCall,
)
from doclint.page.examples.python_calls import misfit
from doclint.page.page import Page

_WORD = re.compile(r"\w++")
_PATH = re.compile(r"(\w++)(?:\.py\b|/)")
_MOST_DECLARED = 10  # classes on the way to a value
_PLAIN = frozenset({"", "console", "text", "txt", "shell", "bash", "sh", "plain", "plaintext", "none"})


class Value(NamedTuple):
    """What an expression stands for: a module, a class or a function of the repository, or an instance of a class.

    A method is accessed `via` its class or an instance, which is that of the `owner`. The `home` of an instance that a
    name stands for is the section of the example that binds it, as the places of the headings around it: other sections
    may call something else so.
    The classes that annotations promise on the way to it are `declared`: it may be of one that derives from them.
    """

    found: Found
    kind: Literal["module", "class", "function", "instance"]
    via: Literal["", "class", "instance"] = ""
    home: tuple[int, ...] = ()
    owner: Found | None = None
    declared: tuple[Found, ...] = ()


def run_examples(page: Page, packages: PythonPackages) -> PythonUses:
    """Return what the examples of a page do with some packages."""
    texts = tuple(_texts(page))
    return PythonUses(texts, tuple(_Evaluation(page, packages, texts).misuses()))


def _texts(page: Page) -> Iterator[PythonText]:
    files: dict[CodeExample, list[IncludedFile]] = {}
    for file in page.derived(included_files):
        files.setdefault(file.example, []).append(file)
    for example in page.derived(examples_of):
        for file in files.get(example, ()):
            if read_example(file.code.text) is not None:
                yield PythonText(example, file.code, file)
        lines = [text for text, _ in example.lines]
        if example.language == "python" or (example.language in _PLAIN and is_session(lines)):
            kept = [(lines[index][cut:], example.lines[index][1] + cut) for index, cut in code_lines(lines)]
            if kept or not example.complete:
                yield PythonText(example, Excerpt(kept))


def _concerned(texts: Iterable[PythonText], packages: PythonPackages) -> set[PythonText]:
    """Return the examples that may do something with some packages, or with what others of these took from them.

    They have the name of a package, or a name that one of them binds. What the rest does, does not matter.
    """
    by_word: dict[str, list[PythonText]] = {}
    for text in texts:
        for word in set(_WORD.findall(text.code.text)):
            by_word.setdefault(word, []).append(text)
    found: set[PythonText] = set()
    waiting = [text for text in texts if not text.example.complete]
    waiting += (text for name in packages.names for text in by_word.get(name, ()))
    while waiting:
        text = waiting.pop()
        if text not in found:
            found.add(text)
            for step in text.program.steps:
                waiting += by_word.pop(_taken(step, packages), ())
    return found


def _taken(step: Step, packages: PythonPackages) -> str:
    """Return the name that a step may bind to something from a package; empty if it binds none."""
    match step:
        case BindStep(name=name, value=int()):
            return name
        case ImportStep(module=module, bound=name) if module.partition(".")[0] in packages.names:
            return name
    return ""


class _Evaluation:
    """A walk over the examples of a page. `known` has what each name stands for so far, None for anything unknown."""

    def __init__(self, page: Page, packages: PythonPackages, texts: tuple[PythonText, ...]) -> None:
        self.page = page
        self.packages = packages
        self.texts = texts
        self.known: dict[str, Value | None] = {}

    def misuses(self) -> Iterator[Misuse]:
        concerned = _concerned(self.texts, self.packages)
        texts = [text for text in self.texts if text in concerned]
        sections = _sections(self.page, [text.example.block.start for text in texts])
        for text, home in zip(texts, sections, strict=True):
            if text.included is not None:
                yield from self.misuses_in_file(text, text.included, home)
                continue
            found = list(_Run(self, text, home, self.known).misuses())
            yield from (one for one in found if not is_on_purpose(self.page, text.example, one.span))

    def misuses_in_file(self, text: PythonText, file: IncludedFile, home: tuple[int, ...]) -> Iterator[Misuse]:
        """Yield the misuses in what a page shows of a file, at the places of the statements that include it.

        The page knows what the names of a file stand for if it shows all of it.
        """
        known: dict[str, Value | None] = {}
        found = list(_Run(self, text, home, known).misuses())
        for name, value in known.items():
            self.known[name] = _agreed(self.known.get(name, value), value) if file.is_whole else None
        for one in found:
            number = file.code.text.count("\n", 0, one.span.start) + 1
            shown = next((part for part in file.shown if part.lines.start <= number <= part.lines.end), None)
            if shown is None or is_shown_to_fail(file.code, one.span):
                continue
            if not is_on_purpose(self.page, text.example, shown.span):
                yield _moved(one, shown.span, FileLine(file.path, number))

    @cached_property
    def added(self) -> frozenset[str]:
        """The names that examples of the page define, or set as attributes, and may add to modules and classes."""
        steps = [step for text in self.texts for step in text.program.steps]
        defined = {step.name for step in steps if isinstance(step, BindStep) and step.how == "defined"}
        return frozenset(defined | {step.name for step in steps if isinstance(step, AttributeStep) and step.is_set})

    @cached_property
    def paths(self) -> frozenset[str]:
        """The names of modules and folders in the paths on the page, which the reader may have to create."""
        return frozenset(_PATH.findall(self.page.source.text))

    def is_added(self, missing: Missing) -> bool:
        """Whether a page adds what is missing, or leaves it to the reader to do so."""
        name = missing.name.rpartition(".")[2]
        if name in self.added or is_placeholder(name) or is_placeholder(missing.name):
            return True
        return name in self.paths


class _Run:
    """The run of one example, or of one file. `known` has what each name stands for before, and then after it.

    `values` are those of its steps, `here` those of the names at its top level so far, `own` those of all names that it
    binds, with their scopes. Where examples bind a name to different things, examples behind them do not know it.
    `imports` counts the names that it imports from each module, and `reported` has the modules that are not there.
    """

    def __init__(
        self, evaluation: _Evaluation, text: PythonText, home: tuple[int, ...], known: dict[str, Value | None]
    ) -> None:
        self.evaluation = evaluation
        self.packages = evaluation.packages
        self.known = known
        self.home = home
        self.place = text.code.place
        self.program = text.program
        self.values: list[Value | None] = []
        self.bindings = Counter(_bound(step) for step in self.program.steps)
        self.here: dict[str, Value | None] = {}
        self.own: dict[str, tuple[Value | None, int]] = {}
        self.imports = Counter(step.module_place for step in self.program.steps if isinstance(step, ImportStep))
        self.reported: set[Span] = set()
        if not text.example.complete:
            self.known.clear()
        self.known.update(dict.fromkeys(self.program.uncertain))

    def misuses(self) -> Iterator[Misuse]:
        for step in self.program.steps:
            value, misuse = self.take(step)
            self.values.append(value)
            if misuse is not None and not step.around.guarded:
                yield misuse
        for name, value in self.here.items():
            self.known[name] = _agreed(self.visible(name, value), value)
        for name, (value, scope) in self.own.items():
            # The page may go on with a name as a function of this example has it.
            if scope and name in self.known:
                self.known[name] = _agreed(self.known[name], value)

    def take(self, step: Step) -> tuple[Value | None, Misuse | None]:
        """Return the value of a step, and what cannot work."""
        match step:
            case LoadStep():
                return self.load(step), None
            case BindStep():
                self.bind(step.name, step, self.value_to_bind(step))
                return None, None
            case ImportStep():
                return None, self.take_import(step)
            case AttributeStep():
                return self.take_attribute(step)
            case CallStep():
                return self.take_call(step)

    def load(self, step: LoadStep) -> Value | None:
        name = step.name
        if name in self.program.uncertain:
            return None
        if not step.around.repeated or not self.bindings[name]:
            return self.here[name] if name in self.here else self.visible(name)
        value, scope = self.own.get(name, (None, 0))
        return value if self.bindings[name] == 1 and scope in (0, step.around.scope) else None

    def visible(self, name: str, default: Value | None = None) -> Value | None:
        """Return what a name stands for after earlier examples, or a default if none of them is about it."""
        value = self.known.get(name, default)
        is_here = value is None or self.home[: len(value.home)] == value.home
        return value if is_here else default

    def bind(self, name: str, step: Step, value: Value | None) -> None:
        around = step.around
        if around.guarded or name in self.program.uncertain:
            value = None
        if value is not None and value.kind == "instance":
            value = value._replace(home=self.home)
        self.own[name] = value, around.scope
        if around.scope:
            return
        is_certain = not around.conditional and not around.repeated
        before = self.here[name] if name in self.here else self.visible(name, value)
        self.here[name] = value if is_certain else _agreed(before, value)

    def value_to_bind(self, step: BindStep) -> Value | None:
        value = None if step.value is None else self.values[step.value]
        if value is None or step.how == "assigned":
            return value
        if value.kind != "instance":
            return None
        method = "__aenter__" if step.how == "entered-async" else "__enter__"
        answer = self.packages.instance_attribute(value.found, method)
        if not isinstance(answer, Found):
            return None
        enter = Value(answer, "function", owner=value.found, declared=value.declared)
        entered = self.returned(enter, awaited=step.how == "entered-async")
        return value if entered and entered.found == value.found else entered

    def returned(self, called: Value, *, awaited: bool = False) -> Value | None:
        """Return what a call of a function gives, or a property."""
        result = self.packages.result(called.found, called.owner, awaited=awaited)
        if result is None or len(called.declared) >= _MOST_DECLARED:
            return None
        declared = called.declared if result.is_exact else (*called.declared, result.type)
        return Value(result.type, "instance", declared=declared)

    def is_certain(self, value: Value) -> bool:
        """Whether no class derives from one that an annotation promises on the way to a value."""
        return not any(map(self.packages.has_subclasses, value.declared))

    def take_import(self, step: ImportStep) -> Misuse | None:
        if step.module.partition(".")[0] not in self.packages.names:
            if step.bound:
                self.bind(step.bound, step, None)
            return None
        module = self.packages.find(step.module)
        answer = module
        if step.name not in ("", "*") and isinstance(module, Found):
            answer = self.packages.imported(step.module, step.name)
        if step.bound:
            is_first = not step.name and step.bound == step.module.partition(".")[0]
            self.bind(step.bound, step, _value(self.packages.find(step.bound) if is_first else answer))
        if not isinstance(answer, Missing) or self.evaluation.is_added(answer):
            return None
        is_name = isinstance(module, Found) and bool(step.name)
        module_span = self.place(step.module_place)
        if not is_name and module_span in self.reported:
            return None
        self.reported.add(module_span)
        is_alone = self.imports[step.module_place] == 1
        span = self.place(step.place) if is_name else module_span
        return MissingImport(span, step.module, step.name if is_name else "", answer, module_span, is_alone)

    def take_attribute(self, step: AttributeStep) -> tuple[Value | None, Misuse | None]:
        owner = None if step.owner is None else self.values[step.owner]
        if owner is None or owner.kind == "function" or step.name.startswith("__"):
            return None, None
        is_instance = owner.kind == "instance"
        ask = self.packages.instance_attribute if is_instance else self.packages.attribute
        answer = ask(owner.found, step.name)
        if isinstance(answer, Missing):
            is_meant = step.is_set or self.evaluation.is_added(answer) or not self.is_certain(owner)
            return None, None if is_meant else MissingAttribute(self.place(step.place), answer, is_instance)
        value = _value(answer)
        if value is None or value.kind != "function" or owner.kind == "module":
            return value, None
        kind = self.packages.kind_of_method(value.found)
        value = value._replace(via="instance" if is_instance else "class", owner=owner.found, declared=owner.declared)
        if kind in ("property", "unknown"):
            return self.returned(value) if kind == "property" and is_instance else None, None
        return value, None

    def take_call(self, step: CallStep) -> tuple[Value | None, Misuse | None]:
        called = None if step.function is None else self.values[step.function]
        if called is None or called.kind not in ("class", "function"):
            return None, None
        result = called._replace(kind="instance") if called.kind == "class" else self.returned(called)
        if called.via == "class" and self.packages.kind_of_method(called.found) == "instance":
            is_unbound = not step.positional and not step.is_open
            return result, UnboundCall(self.place(step.place), called.found) if is_unbound else None
        signatures = self.packages.signatures(called.found)
        wrong = misfit(step, signatures) if not isinstance(signatures, Unknown) else None
        if wrong is None or any(is_placeholder(name) for name in wrong.unknown) or not self.is_certain(called):
            return result, None
        keywords = tuple((name, self.place(span)) for name, span in step.keywords)
        return result, WrongCall(self.place(step.place), called.found, wrong, keywords)


def _moved(misuse: Misuse, span: Span, line: FileLine) -> Misuse:
    """Return a misuse on a line of a file, moved to the place on the page where that is included."""
    match misuse:
        case WrongCall(keywords=keywords):
            return misuse._replace(span=span, included=line, keywords=tuple((name, span) for name, _ in keywords))
        case MissingImport():
            return misuse._replace(span=span, included=line, module_span=span)
    return misuse._replace(span=span, included=line)


def _sections(page: Page, offsets: Iterable[int]) -> Iterator[tuple[int, ...]]:
    """Yield the places of the headings around each of some places in the order of a page, the outermost first."""
    headings = deque(page.document.headings)
    around: list[Heading] = []
    for offset in offsets:
        while headings and headings[0].start < offset:
            heading = headings.popleft()
            while around and around[-1].level >= heading.level:
                around.pop()
            around.append(heading)
        yield tuple(heading.start for heading in around)


def _agreed(one: Value | None, other: Value | None) -> Value | None:
    """Return the first of two values if both are the same, wherever they were bound; None if they are not."""
    return one if one and other and one._replace(home=()) == other._replace(home=()) else None


def _bound(step: Step) -> str:
    """Return the name that a step binds; empty if it binds none."""
    match step:
        case BindStep(name=name) | ImportStep(bound=name):
            return name
    return ""


def _value(answer: Answer) -> Value | None:
    """Return what an answer says that a name stands for; None if it is not a module, a class or a function."""
    if not isinstance(answer, Found):
        return None
    if answer.member is None:
        return Value(answer, "module")
    match answer.member.kind:
        case "class" | "function" as kind:
            return Value(answer, kind)
    return None
