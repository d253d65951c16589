"""The run of the Python examples of a page, without running them: what each name in them stands for.

The examples are read in their order, each with the names that the ones before it bind. A name stands for something only
if that is certain; what depends on anything else is never reported.
"""

from collections import Counter, deque
from collections.abc import Iterable, Iterator

from doclint.errors.expressions import expression
from doclint.errors.grouping import by_key
from doclint.markdown.nodes import Heading
from doclint.markdown.source import Span
from doclint.packages.python_packages import PythonPackages
from doclint.page.claims import NotedClaim
from doclint.page.examples.code_examples import Excerpt, IncludedFile, examples_of, included_files
from doclint.page.examples.example_run import AddedNames, ExampleRun, Value, agreed, bound_name
from doclint.page.examples.intent import is_on_purpose, is_shown_to_fail
from doclint.page.examples.misuses import FileLine, MissingImport, Misuse, PythonText, PythonUses, WrongCall
from doclint.page.page import Page
from doclint.source.answer import Found, Missing
from doclint.source.examples.python import read_example
from doclint.source.examples.python_steps import (
    AttributeStep,
    BindStep,
    ImportStep,
    LoadStep,
    Step,
    code_lines,
    is_session,
)

_WORD = expression(r"\w++")
_PLAIN = frozenset({"", "console", "text", "txt", "shell", "bash", "sh", "plain", "plaintext", "none"})


def run_examples(page: Page, packages: PythonPackages) -> PythonUses:
    """Return what the examples of a page do with some packages."""
    texts = tuple(_texts(page))
    evaluation = _Evaluation(page, packages, texts)
    return PythonUses(texts, tuple(evaluation.misuses()), evaluation.working, evaluation.claims)


def _texts(page: Page) -> Iterator[PythonText]:
    files = by_key((file.example, file) for file in page.remembered(included_files))
    for example in page.remembered(examples_of):
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
    by_word = by_key((word, text) for text in texts for word in set(_WORD.findall(text.code.text)))
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


def _taken_as_imported(texts: Iterable[PythonText], packages: PythonPackages) -> Iterator[tuple[str, Value]]:
    """Yield the packages that examples use by their names, which no example binds to anything else.

    Most of what the examples take from a package has to be there: else its name is that of a value of the reader.
    """
    found = {name: module.value for name in packages.names if isinstance(module := packages.find(name), Found)}
    asked: set[tuple[str, str]] = set()
    there: Counter[str] = Counter()
    bound: set[str] = set()
    for text in texts:
        steps = text.program.steps
        imported = {step.bound for step in steps if isinstance(step, ImportStep) and step.bound == step.module}
        bound |= text.program.uncertain.union(map(bound_name, steps)) - imported
        for step in steps:
            if not isinstance(step, AttributeStep) or step.owner is None:
                continue
            owner = steps[step.owner]
            if isinstance(owner, LoadStep) and owner.name in found and (owner.name, step.name) not in asked:
                asked.add((owner.name, step.name))
                answer = packages.attribute(found[owner.name], step.name)
                there[owner.name] += isinstance(answer, Found) - isinstance(answer, Missing)
    yield from (
        (name, Value(found[name], "module")) for name, count in there.items() if count > 0 and name not in bound
    )


class _Evaluation:
    """A walk over the examples of a page. `known` has what each name stands for so far, None for anything unknown."""

    def __init__(self, page: Page, packages: PythonPackages, texts: tuple[PythonText, ...]) -> None:
        self.page = page
        self.packages = packages
        self.texts = texts
        self.added = AddedNames(page, texts)
        self.known: dict[str, Value | None] = dict(_taken_as_imported(texts, packages))
        self.working: Counter[str] = Counter()
        self.claims: list[NotedClaim] = []

    def misuses(self) -> Iterator[Misuse]:
        concerned = _concerned(self.texts, self.packages)
        texts = [text for text in self.texts if text in concerned]
        sections = _sections(self.page, [text.example.block.start for text in texts])
        for text, home in zip(texts, sections, strict=True):
            if text.included is not None:
                yield from self.misuses_in_file(text, text.included, home)
                continue
            found, claims = self.run(text, home, self.known)
            self.claims += claims
            yield from (one for one in found if not is_on_purpose(self.page, text.example, one.span))

    def run(
        self, text: PythonText, home: tuple[int, ...], known: dict[str, Value | None]
    ) -> tuple[list[Misuse], list[NotedClaim]]:
        claims: list[NotedClaim] | None = None if self.page.claims is None else []
        run = ExampleRun(text, self.packages, self.added, home, known, claims)
        found = list(run.misuses())
        self.working.update(run.working)
        return found, claims or []

    def misuses_in_file(self, text: PythonText, file: IncludedFile, home: tuple[int, ...]) -> Iterator[Misuse]:
        """Yield the misuses in what a page shows of a file, at the places of the statements that include it.

        The page knows what the names of a file stand for if it shows all of it.
        """
        known: dict[str, Value | None] = {}
        found, claims = self.run(text, home, known)
        for claim in claims:
            _, shown = _shown(file, claim.start)
            if shown is not None:
                self.claims.append(claim._replace(start=shown.start, end=shown.end))
        for name, value in known.items():
            self.known[name] = agreed(self.known.get(name, value), value) if file.is_whole else None
        for one in found:
            number, shown = _shown(file, one.span.start)
            if shown is None or is_shown_to_fail(file.code, one.span):
                continue
            if not is_on_purpose(self.page, text.example, shown):
                yield _moved(one, shown, FileLine(file.path, number))


def _shown(file: IncludedFile, offset: int) -> tuple[int, Span | None]:
    """Return the line of an offset in an included file, and the place of what shows it; None if nothing does."""
    number = file.code.text.count("\n", 0, offset) + 1
    parts = (part.span for part in file.shown if part.lines.start <= number <= part.lines.end)
    return number, next(parts, None)


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
