"""What rules say that they read of a format: in both directions, nothing else is true."""

import tomllib
from collections import Counter
from collections.abc import Mapping
from pathlib import Path

import pytest
from blanking import CONDITIONS, Blanked
from format_trees import FORMATS, WILD, table_of
from golden_trees import GOLDEN
from msgspec.structs import replace
from shelf import FORMAT, PAGES

from doclint import Page
from doclint.api import arguments
from doclint.engine.linter import Linter
from doclint.engine.page_result import found_of
from doclint.engine.page_rules import PageFindings, lint
from doclint.formats import holes
from doclint.formats.format_parts import FormatPart, parts_of
from doclint.formats.loading import builtins, parse
from doclint.markdown.source import Source
from doclint.page.limits import LIMITS
from doclint.repository.in_memory import Memory
from doclint.rule.finding import Finding
from doclint.rule.reads import alive, needed, parts_on, readers, without_reading
from doclint.rule.registry import rules
from doclint.rule.rule import CorpusRule, Example, Rule
from doclint.rule.schedule import RuleGroup
from doclint.testing import check_example, check_rule, formats_of

RULES = list(rules().values())
ON_PAGE = [rule() for rule in RULES if not issubclass(rule, CorpusRule)]
WILD_TREES = [WILD / name for name in ("lazydocs", "openapi-client", "terraform-random", "typedoc-form")]
LAST_VERSIONS = {root.parent: root for root in sorted(GOLDEN.glob("*/*/"))}
TREES = [*LAST_VERSIONS.values(), *sorted(GOLDEN.parent.glob("labelled/*/")), WILD.parent / "seeds", *WILD_TREES]
READ = {rule: list(dict.fromkeys(part for read in sorted(rule.reads) for part in needed(read))) for rule in RULES}
SEEN = {
    rule: [part for part in parts if part.hole or part.key or part.place not in CONDITIONS]
    for rule, parts in READ.items()
}


def page_of(example: Example) -> Page:
    data = example.text if isinstance(example.text, bytes) else example.text.encode()
    files = {**example.files, example.path: data}
    return Page(
        example.path,
        Source.from_bytes(data),
        formats=formats_of(example),
        repository=Memory(files, deletions=example.deletions),
    )


def reported(page: Page, findings: list[Finding]) -> list[str]:
    """Return the rules that report something where they have nothing to read."""
    nothing = without_reading(page, RULES)
    assert page.kind is None or page.format is None or parts_on(page) <= parts_of(page.kind, page.format)
    return [f"{finding.rule}: {nothing[finding.rule]}" for finding in findings if finding.rule in nothing]


@pytest.fixture
def nothing_left_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let all rules run on any page, also on one of a kind that has nothing for them to read."""

    def every(group: RuleGroup, page: Page) -> RuleGroup:
        assert page.kind is None or page.format is None or parts_on(page) <= parts_of(page.kind, page.format)
        return group

    monkeypatch.setattr(RuleGroup, "reading", every)


@pytest.mark.usefixtures("nothing_left_out")
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.id)
def test_no_rule_reports_where_it_has_nothing_to_read(rule: type[Rule]) -> None:
    for example in (*rule.examples, *PAGES.get(rule.id, ())):
        page = page_of(example)
        nothing = without_reading(page, RULES)
        found = lint(page, [one for one in ON_PAGE if one.id in nothing])
        assert [f"{one.rule}: {nothing[one.rule]}" for one in found if one.rule in nothing] == []


@pytest.mark.parametrize("root", TREES, ids=lambda root: f"{root.parent.name}/{root.name}")
def test_leaving_out_rules_changes_no_result(root: Path, request: pytest.FixtureRequest) -> None:
    if not root.is_dir():
        pytest.skip("needs the corpus")
    how = arguments.settled(None, None, list(rules()))
    project = replace(how.project, root=root)
    linter = Linter(project.selection(how.select), project.formats, LIMITS, project.sites, has_claims=True)
    repository = project.repository()  # what it knows of sources does not depend on the rules that asked

    def results() -> dict[str, PageFindings]:
        """Return what the rules find and claim on each page. Those that read it count it for the layout of pages."""
        found = {path: found_of(linter.file(path, repository)) for path in project.pages()}
        left = {
            path: [each for each in one.outcomes if each.assumption.kind not in ("sections", "templates")]
            for path, one in found.items()
        }
        return {path: one._replace(outcomes=tuple(left[path])) for path, one in found.items()}

    some = results()
    request.getfixturevalue("nothing_left_out")
    assert results() == some


@pytest.mark.parametrize("rule", [rule for rule, parts in SEEN.items() if parts], ids=lambda rule: rule.id)
def test_each_part_that_a_rule_reads_makes_a_difference(rule: type[Rule]) -> None:
    examples = [Blanked(rule, example) for example in (*rule.examples, *PAGES.get(rule.id, ()))]
    assert [part.text for part in SEEN[rule] if not any(_differs(one, part) for one in examples)] == []


def _differs(example: Blanked, part: FormatPart) -> bool:
    return _shown(example.findings) != _shown(example.without(part))


def _shown(findings: list[Finding]) -> Counter[tuple[str, str, str]]:
    return Counter((one.fingerprint, one.message, str(one.fix)) for one in findings)


@pytest.mark.parametrize("id_", PAGES)
def test_further_examples(id_: str) -> None:
    for example in PAGES[id_]:
        check_example(rules()[id_], example)


def test_reasons() -> None:
    page = Page("docs/a.py_kw.md", Source("# Keyword Index: `a.py`\n\n## Keywords Extracted\n"), formats=builtins())
    found = without_reading(page, RULES)
    assert (
        found["wrong-default"]
        == "pages of its kind have no hole `default` of symbols or hole `parameters` of the shape `signature`"
    )
    assert found["unknown-symbol"] == "the page has no hole `symbol` of the shape `symbols`"
    assert found.keys().isdisjoint({"broken-link", "empty-section"})
    plain = without_reading(Page("README.md", Source("# Title\n"), formats=builtins()), RULES)
    assert set(plain.values()) == {"no format knows the page"}
    assert {"broken-link", "mojibake", "placeholder-text"}.isdisjoint(plain)


def test_what_a_kind_brings_to_life() -> None:
    format_ = parse(tomllib.loads(FORMAT), "shelf")
    found = alive(format_.kinds["module"], format_, RULES)
    assert found["wrong-default"] == ["{default} of symbol"]
    assert found["missing-parameter"] == ["symbol of parameter + symbol.complete = all"]
    assert found.keys().isdisjoint({"wrong-type", "broken-link"})
    assert "stale-folder-listing" in alive(format_.kinds["folder"], format_, RULES)


def test_readers_of_each_part() -> None:
    found = readers(RULES)
    assert found[FormatPart(hole="default", place="symbol")] == ["wrong-default"]
    assert found[FormatPart(table="listing", key="cap")] == ["truncated-list"]
    assert found[FormatPart(place="source")] == ["absent-source", "padded-copy", "stale-copy", "wrong-fence-language"]


def test_holes_are_read_where_they_have_a_meaning() -> None:
    places = {hole.name: hole.where.keys() for hole in holes.meaningful_holes()}
    for part in readers(RULES):
        if part.hole and part.place in holes.hole_tables().places:
            assert part.place in places[part.hole], part.text
    unread = places.keys() - {part.hole for part in readers(RULES)}
    # doclint itself compares the first three; `members` are symbols, and the others are read beside other holes.
    assert unread <= {"scope", "source.path", "full-name", "members", "label", "text"}


@pytest.mark.parametrize(
    ("reads", "defect"),
    [
        ({"{size.byts}"}, "no hole with a meaning is called `size.byts`; did you mean `size.bytes`?"),
        ({"tabel"}, "no part of a format is called `tabel`; did you mean `table`?"),
        ({"listing.sort-by"}, "no table `listing` has the key `sort-by`; did you mean `sorted-by`?"),
        ({"listings.cap"}, "no table of a format is called `listings`; did you mean `listing`?"),
        ({"table of parameter"}, "there are no sorts of `table`, such as `parameter`"),
        ({"{a b}"}, "`{a b}` is not a part of a format: write `{hole}`, a shape or `table.key`"),
        ({"table and fields"}, "`table and fields` is not a part of a format"),
        ({"{default} of symbol"}, "it reports where it has nothing to read by its `reads`: no format knows the page"),
    ],
)
def test_authors_of_rules_learn_of_wrong_parts(reads: set[str], defect: str) -> None:
    mojibake = rules()["mojibake"]
    declared: Mapping[str, object] = {"reads": frozenset(reads), "__module__": mojibake.__module__}
    rule = type("Mojibake", (mojibake,), {**declared, "__doc__": mojibake.__doc__})
    with pytest.raises(AssertionError) as caught:
        check_rule(rule)
    assert defect in str(caught.value)


def test_rules_that_say_nothing_read_any_page() -> None:
    silent = [rule for rule in RULES if not rule.reads]
    page = Page("README.md", Source(""), formats=builtins())
    assert len(silent) > 30
    assert without_reading(page, silent) == {}


def test_formats_of_the_tests_have_all_their_parts_read() -> None:
    for path in FORMATS.glob("*.toml"):
        format_ = parse(table_of(path.stem), path.name)
        assert all(alive(kind, format_, RULES) for kind in format_.kind), path
