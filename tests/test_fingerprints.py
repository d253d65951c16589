"""A page that is generated anew has no new finding: fingerprints hold no line, order, count or wording.

The pages are the examples of all rules, each with a finding of every message, the pages of `examples`, which have
defects of all kinds, the sound sample pages with their links broken, and real ones where there are any.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from random import Random

import pytest
from tree import pages

from doclint.engine.page_rules import lint
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import builtins
from doclint.formats.reading.shapes import Listing, Prose, Symbols
from doclint.markdown.nodes import Heading, Paragraph
from doclint.markdown.source import Source, Span
from doclint.page.page import Page
from doclint.repository.disk import Folder
from doclint.repository.in_memory import Memory
from doclint.repository.repository import Repository
from doclint.rule.finding import Finding
from doclint.rule.message import Message
from doclint.rule.registry import rules
from doclint.rule.rule import Example, Invalid, Rule
from doclint.testing import formats_of

HOUSE = Path(__file__).parents[1]
CORPUS = (HOUSE.parent / "shared" / "corpus").resolve()
MANY = 120  # pages of one source that are read for a change
# What changes about a page here is what rules about its formatting report.
RULES = [rule() for rule in rules().values() if rule.family != "formatting"]
COUNTS = {
    "size.bytes",
    "size.kb",
    "count.lines",
    "count.classes",
    "count.functions",
    "count.folders",
    "count.files",
}  # the holes of the format that hold figures
COMPARING = {"wrong-count", "wrong-folder-count"}


@dataclass(frozen=True)
class Sample:
    """A page in its repository, and the rules that read it."""

    path: str
    data: bytes
    repository: Repository
    rules: tuple[Rule, ...]
    formats: FormatSet = field(default_factory=builtins)

    def page(self, data: bytes | None = None) -> Page:
        source = Source.from_bytes(self.data if data is None else data)
        return Page(self.path, source, formats=self.formats, repository=self.repository)

    @cached_property
    def before(self) -> list[Finding]:
        """The findings on the page as it is."""
        return self.findings(self.data)

    def findings(self, data: bytes) -> list[Finding]:
        return lint(self.page(data), self.rules)

    def fingerprints(self, data: bytes | None = None) -> Counter[str]:
        return Counter(finding.fingerprint for finding in (self.before if data is None else self.findings(data)))


def of_rule(rule: type[Rule], example: Example) -> Sample:
    data = example.text.encode() if isinstance(example.text, str) else example.text
    repository = Memory({**example.files, example.path: data})
    return Sample(example.path, data, repository, (rule(**example.options),), formats_of(example))


def of_folder(root: Path, *, is_broken: bool = False) -> Iterator[Sample]:
    repository = Folder(root)
    for path in pages([root], root):
        data = (root / path).read_bytes()
        if is_broken:
            data = data.replace(b"](./", b"](./gone/").replace(b"**`", b"**`class ")
        yield Sample(path, data, repository, tuple(RULES))


@cache
def samples(name: str) -> list[Sample]:
    match name:
        case "rules":
            return [of_rule(type(r), e) for r in RULES for e in r.examples if isinstance(e, Invalid)]
        case "examples":
            return list(of_folder(HOUSE / "examples"))
        case "sound pages, broken":
            return list(of_folder(HOUSE / "tests" / "pages", is_broken=True))
        case _:
            return list(of_folder(CORPUS / name))


def in_corpus(name: str) -> object:
    absent = not (CORPUS / name).is_dir()
    return pytest.param(name, marks=pytest.mark.skipif(absent, reason=f"no pages at {CORPUS / name}"))


SOURCES = ["rules", "examples", "sound pages, broken", in_corpus("click"), in_corpus("pybind11"), in_corpus("seeds")]
Change = Callable[[Page, list[Finding], Random], str]


def edited(text: str, edits: list[tuple[Span, str]]) -> str:
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    return text


def shifted(page: Page, _findings: list[Finding], random: Random) -> str:
    """Blank lines before some of the headings."""
    text = page.source.text
    places = [
        heading.start
        for heading in page.document.headings
        if heading.start and text[heading.start - 1] == "\n" and random.random() < 0.7
    ]
    return edited(text, [(Span(place, place), "\n" * random.randint(1, 5)) for place in places])


def reordered(page: Page, _findings: list[Finding], random: Random) -> str:
    """The entries of lists, and sections of which there may be many in any order, in another one.

    The format has an order for the others, and to break it is a defect, as it is where entries are numbered.
    """
    text = page.source.text
    lists = [[item.span for item in listing.items if not text[item.start].isdigit()] for listing in page.all(Listing)]
    repeating = [
        section.heading
        for section in page.sections
        if section.place and section.place.spec.repeats and not section.place.spec.sorted_by
    ]
    if not any(listing.items for listing in page.all(Listing)) or random.random() < 0.5:
        lists = list(runs(page, repeating))
    edits = []
    for spans in lists:
        mixed = random.sample(spans, len(spans))
        edits += [(old, text[slice(*new)]) for old, new in zip(spans, mixed, strict=True)]
    return edited(text, edits)


def runs(page: Page, headings: list[Heading]) -> Iterator[list[Span]]:
    """The sections of neighbouring headings of one level, each up to the next one."""
    stops = [heading.start for heading in page.document.headings]
    run: list[Span] = []
    level = 0
    for heading in headings:
        end = next((stop for stop in stops if stop > heading.start), None)
        if run and (heading.start != run[-1].end or heading.level != level):
            yield run
            run = []
        level = heading.level
        if end is not None:
            run.append(Span(heading.start, end))
    yield run


def _needs_source(finding: Finding) -> bool:
    return "source" in rules()[finding.rule].needs


def _covers(page: Page, finding: Finding, span: Span) -> bool:
    position = page.source.position
    return finding.start <= position(span.start) and position(span.end) <= finding.end


def recounted(page: Page, findings: list[Finding], random: Random) -> str:
    """Every figure larger. Figures that agreed agree still, also with the source, the folder and lists: they stay, and
    only a rule that compares them can tell that one did not agree.
    """
    more = random.randint(1, 100_000)
    is_about_folder = page.subject is not None and page.subject.is_folder
    is_compared = page.source_file is not None or page.all(Symbols) or is_about_folder
    wrong = [finding for finding in findings if finding.rule in COMPARING or _needs_source(finding)]
    edits = {}
    figures = {
        (page.source.position(capture.start).line, name): capture
        for name in sorted(COUNTS)
        for capture in page.captures.get(name, ())
        if not is_compared or any(_covers(page, finding, capture.span) for finding in wrong)
    }
    for (line, name), capture in figures.items():
        if not capture.text.replace(",", "").isdigit():
            continue
        new = int(capture.text.replace(",", "")) + more
        edits[capture.span] = f"{new:,}" if "," in capture.text else str(new)
        if name == "size.bytes" and (line, "size.kb") in figures:
            kb = figures[line, "size.kb"]
            decimals = len(kb.text.partition(".")[2])
            was_right = f"{int(capture.text.replace(',', '')) / 1024:.{decimals}f}" == kb.text.replace(",", "")
            edits[kb.span] = f"{new / 1024:.{decimals}f}" if was_right else "0." + "0" * decimals
    return edited(page.source.text, list(edits.items()))


def reworded(page: Page, findings: list[Finding], random: Random) -> str:
    """Free text without a finding in it says something else, unless it is taken from the source."""
    lines = {line for finding in findings for line in range(finding.start.line, finding.end.line + 1)}
    prose = {shape.start for shape in page.all(Prose) if not shape.of}
    edits = []
    for block in page.document.blocks:
        text = page.source.text[slice(*block.span)]
        own = range(page.source.position(block.start).line, page.source.position(block.end).line + 1)
        is_free = isinstance(block, Paragraph) and (page.kind is None or block.start in prose)
        if is_free and text[0].isalpha() and "<" not in text and not lines.intersection(own):
            words = [random.choice(["new", "words", "for", "7", "old", "claims"]) for _ in range(random.randint(3, 12))]
            edits.append((block.span, f"Now {' '.join(words)}."))
    return edited(page.source.text, edits)


@pytest.mark.parametrize("change", [shifted, reordered, recounted, reworded], ids=lambda change: change.__name__)
@pytest.mark.parametrize("name", SOURCES)
def test_nothing_is_new(name: str, change: Change) -> None:
    random = Random(name)  # noqa: S311 - nothing secret
    found = samples(name)
    for sample in random.sample(found, min(len(found), MANY)):
        page = sample.page()
        if page.source.damage:
            continue  # the change is one of text; the other properties change bytes
        before = sample.before
        text = change(page, before, random)
        if text == page.source.text:
            continue
        after = sample.findings(text.encode())
        # Lists that the format sorts are in another order too: that is the one thing to say of them.
        of_order = ("misordered-parameters", "unsorted-list") if change is reordered else ()
        same = [finding for finding in after if finding.rule not in of_order]
        new = Counter(finding.fingerprint for finding in same) - Counter(finding.fingerprint for finding in before)
        assert not new, sample.path


@pytest.mark.parametrize("change", [shifted, reordered, recounted, reworded], ids=lambda change: change.__name__)
def test_pages_do_change(change: Change) -> None:
    random = Random(1)  # noqa: S311 - nothing secret
    changed = [
        sample
        for name in SOURCES[:3]
        for sample in samples(str(name))
        if change(page := sample.page(), sample.before, random) != page.source.text
    ]
    assert len(changed) >= 5
    assert any(sample.before for sample in changed)


@pytest.mark.parametrize("ending", [b"\r\n", b"\r"])
@pytest.mark.parametrize("name", SOURCES[:3])
def test_line_endings_make_nothing_new(name: str, ending: bytes) -> None:
    for sample in samples(name):
        data = sample.data.replace(b"\r\n", b"\n")
        before = sample.fingerprints(None if data == sample.data else data)
        assert sample.fingerprints(data.replace(b"\n", ending)) == before, sample.path


def test_reworded_messages_make_nothing_new(monkeypatch: pytest.MonkeyPatch) -> None:
    all_samples = [*samples("rules"), *samples("examples")]
    before = [sample.fingerprints() for sample in all_samples]
    for rule in rules().values():
        other = {id_: Message("Other words", key=message.key) for id_, message in rule.messages.items()}
        monkeypatch.setattr(rule, "messages", other)
    after = [sample.findings(sample.data) for sample in all_samples]
    assert [Counter(finding.fingerprint for finding in findings) for findings in after] == before
    found = {finding.message for findings in after for finding in findings}
    # Behind the words of the rule, the engine says which copy proves the message.
    assert {re.sub(r" \((?:as copied in `docs/|by the copy on ).*", "", message) for message in found} == {
        "Other words"
    }


PAIRS = {
    "a link with another line in its fragment": ("broken-link", "[a](gone.py#L3)\n", "[a](./gone.py?plain=1#L17)\n"),
    "the damage stands in other words": ("mojibake", "A cafÃ© of 12 naÃ¯fs.\n", "One cafÃ© with 13 naÃ¯fs.\n"),
    "an entry with another count": (
        "duplicate-entry",
        "# Documentation: `src/`\n\n## Contents Overview\n\nFile types:\n\n- `.py`: 3 file(s)\n- `.py`: 3 file(s)\n",
        "# Documentation: `src/`\n\n## Contents Overview\n\nFile types:\n\n- `.py`: 9 file(s)\n- `.py`: 9 file(s)\n",
    ),
    "a statement with other counts": (
        "duplicate-entry",
        "# Documentation: `src/`\n\n## Contents Overview\n\n- **1 file(s)**\n- **1 file(s)**\n",
        "# Documentation: `src/`\n\n## Contents Overview\n\n- **2 file(s)**\n- **2 file(s)**\n",
    ),
}


@pytest.mark.parametrize(("rule", "old", "new"), PAIRS.values(), ids=PAIRS)
def test_same_defect(rule: str, old: str, new: str) -> None:
    reader = rules()[rule]
    before = of_rule(reader, Example(old, "docs/src/doc.md")).fingerprints()
    assert before
    assert of_rule(reader, Example(new, "docs/src/doc.md")).fingerprints() == before


def test_other_defect_of_the_same_rule_is_new() -> None:
    reader = rules()["broken-link"]
    one, other = (of_rule(reader, Example(f"[a]({target})\n")).fingerprints() for target in ("b.md", "c.md"))
    assert not one & other
