"""The run of one Python example, without running it: what each name in it stands for, and what cannot work."""

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cached_property
from posixpath import dirname, join
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from doclint.errors.expressions import expression
from doclint.markdown.source import Span
from doclint.packages.answers import MissingName, NameAnswer, Resolved
from doclint.packages.python_constructors import Signatures
from doclint.packages.python_packages import PythonPackages
from doclint.page.claims import ClaimKind, NotedClaim, RelatedLines
from doclint.page.examples.intent import is_placeholder
from doclint.page.examples.misuses import (
    MissingAttribute,
    MissingImport,
    Misuse,
    PythonText,
    UnboundCall,
    WrongCall,
    misfit,
)
from doclint.page.page import Page
from doclint.repository.paths import above, is_below
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.examples.python_steps import AttributeStep, BindStep, CallStep, ImportStep, LoadStep, Step

_PATH = expression(r"(\w++)(?:\.py\b|/)")
_ADDED = "may be added by the reader"
_MORE = "may take or pass more than the source and the example show"
_MOST_DECLARED = 10  # classes on the way to a value


class AddedNames:
    """The names that a page, with the Python `texts` of its examples, adds to modules and classes."""

    def __init__(self, page: Page, texts: Iterable[PythonText]) -> None:
        self._page = page
        self._texts = texts

    def has(self, missing: MissingName) -> bool:
        """Whether the page adds what is missing, or leaves it to the reader to do so."""
        name = missing.name.rpartition(".")[2]
        if name in self._defined or is_placeholder(name) or is_placeholder(missing.name):
            return True
        return name in self._paths or self._is_near(missing.where)

    def _is_near(self, where: Resolved) -> bool:
        """Whether what runs in the folder of the page, or in one around it, finds another module of that name there."""
        repository, name = self._page.repository, where.module.partition(".")[0]
        if repository is None:
            return False
        near = (join(folder, name) for folder in (*above(dirname(self._page.path)), ""))
        return any(
            repository.is_file(path)
            for one in near
            for path in (f"{one}.py", f"{one}/__init__.py")
            if not (where.path == path or is_below(where.path, one))
        )

    @cached_property
    def _defined(self) -> frozenset[str]:
        """The names that examples of the page define, or set as attributes."""
        steps = [step for text in self._texts for step in text.program.steps]
        defined = {step.name for step in steps if isinstance(step, BindStep) and step.how == "defined"}
        return frozenset(defined | {step.name for step in steps if isinstance(step, AttributeStep) and step.is_set})

    @cached_property
    def _paths(self) -> frozenset[str]:
        """The names of modules and folders in the paths on the page, which the reader may have to create."""
        return frozenset(_PATH.findall(self._page.source.text))


class Value(Struct, frozen=True):
    """What an expression stands for: a module, a class or a function of the repository, or an instance of a class.

    A method is accessed `via` its class or an instance, which is that of the `owner`. The `home` of an instance that a
    name stands for is the section of the example that binds it, as the places of the headings around it: other sections
    may call something else so.
    The classes that annotations promise on the way to it are `declared`: it may be of one that derives from them.
    """

    found: Resolved
    kind: Literal["module", "class", "function", "instance"]
    via: Literal["", "class", "instance"] = ""
    home: tuple[int, ...] = ()
    owner: Resolved | None = None
    declared: tuple[Resolved, ...] = ()


class ExampleRun:
    """The run of one example, or of one file. `known` has what each name stands for before, and then after it.

    `home` is the section of the example. `values` are those of its steps, `here` those of the names at its top level so
    far, `own` those of all names that it binds, with their scopes. Where examples bind a name to different things,
    examples behind them do not know it. `imports` counts the names that it imports from each module, `working` are the
    packages that it imports from, and `reported` has the modules that are not there. `claims` gets those that hold or
    cannot be checked.
    """

    def __init__(
        self,
        text: PythonText,
        packages: PythonPackages,
        added: AddedNames,
        home: tuple[int, ...],
        known: dict[str, Value | None],
        claims: list[NotedClaim] | None = None,
    ) -> None:
        self.claims = claims
        self.packages = packages
        self.added = added
        self.known = known
        self.home = home
        self.place = text.code.place
        self.program = text.program
        self.values: list[Value | None] = []
        self.bindings = Counter(bound_name(step) for step in self.program.steps)
        self.here: dict[str, Value | None] = {}
        self.own: dict[str, tuple[Value | None, int]] = {}
        self.imports = Counter(step.module_place for step in self.program.steps if isinstance(step, ImportStep))
        self.reported: set[Span] = set()
        self.working: list[str] = []
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
            self.known[name] = agreed(self.visible(name, value), value)
        for name, (value, scope) in self.own.items():
            # The page may go on with a name as a function of this example has it.
            if scope and name in self.known:
                self.known[name] = agreed(self.known[name], value)

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
            value = replace(value, home=self.home)
        self.own[name] = value, around.scope
        if around.scope:
            return
        is_certain = not around.conditional and not around.repeated
        before = self.here[name] if name in self.here else self.visible(name, value)
        self.here[name] = value if is_certain else agreed(before, value)

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
        enter = Value(answer.value, "function", owner=value.found, declared=value.declared)
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
        if not isinstance(answer, Missing) or self.added.has(answer.what):
            self.note("import", step, answer)
            self.working += [step.module.partition(".")[0]] if isinstance(answer, Found) else []
            return None
        is_name = isinstance(module, Found) and bool(step.name)
        module_span = self.place(step.module_place)
        if not is_name and module_span in self.reported:
            return None
        self.reported.add(module_span)
        is_alone = self.imports[step.module_place] == 1
        span = self.place(step.place) if is_name else module_span
        return MissingImport(span, step.module, step.name if is_name else "", answer.what, module_span, is_alone)

    def note(self, kind: ClaimKind, step: Step, answer: NameAnswer, place: Span | None = None) -> None:
        """Keep the outcome of a claim that is not refuted, in a run that asks for claims."""
        if self.claims is None or step.around.guarded:
            return
        span = self.place(place or step.place)
        if isinstance(answer, Found):
            lines = RelatedLines(answer.value.path, answer.value.line, answer.value.line)
            self.claims.append(NotedClaim(kind, *span, "", lines))
        else:
            because = answer.because if isinstance(answer, Unknown) else _ADDED
            self.claims.append(NotedClaim(kind, *span, because))

    def note_call(self, step: CallStep, found: Resolved, known: Signatures, *, is_certain: bool) -> None:
        """Keep the outcome of a call that may be right, and of the keywords that its function has."""
        if isinstance(known, Unknown):
            self.note("call", step, known)
        elif not is_certain:
            self.note("call", step, Unknown(_MORE))
        else:
            self.note("call", step, Found(found))
            names = {name for one in known for each in one.parameters for name in (each.name, *each.aliases)}
            for name, place in step.keywords:
                self.note("parameter", step, Found(found) if name in names else Unknown(_MORE), place)

    def take_attribute(self, step: AttributeStep) -> tuple[Value | None, Misuse | None]:
        owner = None if step.owner is None else self.values[step.owner]
        if owner is None or owner.kind == "function" or step.name.startswith("__"):
            return None, None
        is_instance = owner.kind == "instance"
        ask = self.packages.instance_attribute if is_instance else self.packages.attribute
        answer = ask(owner.found, step.name)
        if isinstance(answer, Missing):
            is_meant = step.is_set or self.added.has(answer.what) or not self.is_certain(owner)
            if is_meant:
                self.note("attribute", step, answer)
            return None, None if is_meant else MissingAttribute(self.place(step.place), answer.what, is_instance)
        self.note("attribute", step, answer)
        value = _value(answer)
        if value is None or value.kind != "function" or owner.kind == "module":
            return value, None
        kind = self.packages.kind_of_method(value.found)
        value = replace(value, via="instance" if is_instance else "class", owner=owner.found, declared=owner.declared)
        if kind in ("property", "unknown"):
            return self.returned(value) if kind == "property" and is_instance else None, None
        return value, None

    def take_call(self, step: CallStep) -> tuple[Value | None, Misuse | None]:
        called = None if step.function is None else self.values[step.function]
        if called is None or called.kind not in ("class", "function"):
            return None, None
        result = replace(called, kind="instance") if called.kind == "class" else self.returned(called)
        if called.via == "class" and self.packages.kind_of_method(called.found) == "instance":
            is_unbound = not step.positional and not step.is_open
            return result, UnboundCall(self.place(step.place), called.found) if is_unbound else None
        signatures = self.packages.signatures(called.found)
        wrong = misfit(step, signatures) if not isinstance(signatures, Unknown) else None
        if wrong is None or any(is_placeholder(name) for name in wrong.unknown) or not self.is_certain(called):
            self.note_call(step, called.found, signatures, is_certain=wrong is None and not step.is_open)
            return result, None
        keywords = tuple((name, self.place(span)) for name, span in step.keywords)
        return result, WrongCall(self.place(step.place), called.found, wrong, keywords)


def agreed(one: Value | None, other: Value | None) -> Value | None:
    """Return the first of two values if both are the same, wherever they were bound; None if they are not."""
    return one if one and other and replace(one, home=()) == replace(other, home=()) else None


def bound_name(step: Step) -> str:
    """Return the name that a step binds; empty if it binds none."""
    match step:
        case BindStep(name=name) | ImportStep(bound=name):
            return name
    return ""


def _value(answer: NameAnswer) -> Value | None:
    """Return what an answer says that a name stands for; None if it is not a module, a class or a function."""
    if not isinstance(answer, Found):
        return None
    found = answer.value
    if found.member is None:
        return Value(found, "module")
    if found.member.is_class:
        return Value(found, "class")
    return Value(found, "function") if found.member.is_function else None
