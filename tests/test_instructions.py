"""Instructions for models are text: what they say counts, and what only matters once it is rendered does not."""

import json
import re
from pathlib import Path

import pytest
import yaml
from tree import write

import doclint
from doclint.cli.main import run_cli
from doclint.repository.instructions import conventions
from doclint.rule.registry import rules
from doclint.rule.rule import Invalid
from doclint.source.language import is_markdown

TEXT = "# A\n\nGive <name> here, and read [b](gone.md).\n"
RENDERED = sorted(rule.id for rule in rules().values() if "rendering" in rule.needs)

FOR_MODELS = [
    "AGENTS.md",
    "web/AGENTS.md",
    "CLAUDE.md",
    "CLAUDE.local.md",
    "GEMINI.md",
    ".claude/commands/fix/one.md",
    ".claude/agents/tester.md",
    ".agents/notes.md",
    ".agent/rules/style.md",
    "web/.agent/team/workflows/fix.md",
    ".cursor/rules/web/style.mdc",
    ".cursor/commands/fix.md",
    "rules/style.mdc",
    ".cursorrules",
    ".windsurfrules",
    ".clinerules",
    "web/.clinerules/style.md",
    ".github/copilot-instructions.md",
    ".github/instructions/web.instructions.md",
    ".github/prompts/fix.prompt.md",
    ".github/workflows/shared/prompts/triage.md",
    "web/.kiro/steering/product.md",
    "llms.txt",
    "lib/fruit/SKILL.md",
    "lib/fruit/forms.md",
    "lib/fruit/references/deep/README.md",
    "plugin/commands/fix.md",
    "plugin/agents/web/tester.md",
    "plugin/prompts/fix.md",
]
FOR_PEOPLE = [
    "README.md",
    "docs/AGENTS.html.md",
    "docs/agents.md",
    "docs/claude.md",
    "docs/commands/run.md",
    "docs/agents/overview.md",
    "docs/prompts/write.md",
    "docs/llms.txt.md",
    ".agent/plan.md",
    ".claude/README.md",
    ".github/CONTRIBUTING.md",
    ".kiro/specs/design.md",
    "lib/fruit/README.md",
    "lib/notes.md",
    "plugin/README.md",
    "plugin/docs/guide.md",
]


@pytest.fixture
def tree(root: Path) -> Path:
    for path in [*FOR_MODELS, *FOR_PEOPLE]:
        write(root, path, TEXT)
    write(root, "plugin/.claude-plugin/plugin.json", "{}")
    return root


def found(root: Path) -> dict[str, str]:
    """The rules that report something, in the order of their findings, by page."""
    findings = doclint.lint_paths([root], root=root).findings
    paths = dict.fromkeys(finding.path for finding in findings)
    return {path: " ".join(one.rule for one in findings if one.path == path) for path in paths}


def test_instructions_are_read_and_their_markup_does_not_count(tree: Path) -> None:
    rules_by_page = found(tree)
    assert {path: rules_by_page.get(path) for path in FOR_MODELS} == dict.fromkeys(FOR_MODELS, "broken-link")
    both = "vanishing-placeholder broken-link"
    assert {path: rules_by_page.get(path) for path in FOR_PEOPLE} == dict.fromkeys(FOR_PEOPLE, both)


def test_prompts_beside_sources_are_sent_to_a_model(root: Path) -> None:
    prompts = ["bot/src/prompts/a.md", "bot/src/core/skills/a.md", "shop/prompts/a.md", "shop/skills/core/a.md"]
    pages = [
        "bot/src/pages/prompts/a.md",
        "docs/src/prompts/a.md",
        "docs/prompts/a.md",
        "docs/skills/a.md",
        "bot/src/prompts/README.md",
    ]
    for path in [*prompts, *pages]:
        write(root, path, TEXT)
    write(root, "bot/package.json", "{}")
    write(root, "shop/__init__.py", "")
    rules_by_page = found(root)
    assert [path for path in prompts + pages if "vanishing-placeholder" not in rules_by_page[path]] == prompts


@pytest.mark.parametrize(
    ("head", "is_read"),
    [
        ("allowed-tools: Read, Write\ndescription: Fix it", False),
        ("argument-hint: [name]", False),
        ("name: tester\ndescription: Tests it\ntools: Read", False),
        ('name: "tester"\nmodel: small', False),
        ("name: tester\ndescription: What the tester does", True),
        ("title: The tester\nmodel: small", True),
        ("name: runner\nmodel: small", True),
    ],
)
def test_front_matter_of_agents_and_commands_makes_instructions(root: Path, head: str, *, is_read: bool) -> None:
    write(root, "team/tester.md", f"---\n{head}\n---\n\n{TEXT}")
    assert ("vanishing-placeholder" in found(root)["team/tester.md"]) is is_read


def test_skill_in_the_root_has_only_the_folders_that_skills_have(root: Path) -> None:
    for path in ("SKILL.md", "references/a.md", "prompts/a.md", "README.md", "docs/a.md"):
        write(root, path, TEXT)
    people = {path for path, ids in found(root).items() if ids.startswith("vanishing-placeholder")}
    assert people == {"README.md", "docs/a.md"}


def test_generated_page_about_instructions_is_not_one(root: Path) -> None:
    page = "# Documentation: `.claude/commands/a.py`\n\n## File Purpose\n\nGive <name> here.\n"
    write(root, ".claude/commands/a.py", "")
    write(root, "docs/.claude/commands/a.py_docs.md", page)
    assert "vanishing-placeholder" in found(root)["docs/.claude/commands/a.py_docs.md"]


@pytest.mark.parametrize("id_", RENDERED)
def test_what_matters_only_once_it_is_rendered_is_not_reported(id_: str) -> None:
    rule = rules()[id_]
    for example in rule.examples:
        if isinstance(example, Invalid):
            options = {"rules": {id_: example.options}} if example.options else None
            assert not doclint.lint_text(example.text, path="AGENTS.md", rules=[id_], config=options).findings


def test_suppression_of_such_a_rule_is_not_unused() -> None:
    text = "<!-- doclint: allow-file vanishing-placeholder -->\n\nGive <name> here.\n"
    assert not doclint.lint_text(text, path="CLAUDE.md").findings


def test_paths_commands_and_examples_count(root: Path) -> None:
    write(root, "src/orchard/__init__.py", "def pick(fruit):\n    return fruit\n")
    write(root, "pyproject.toml", '[project]\nname = "orchard"\n')
    write(root, "tools/press_apples.py", "")
    text = (
        "Edit `tools/press_aples.py`.\n\n```sh\npython tools/press_aples.py\n```\n\n"
        "```python\nfrom orchard import pick\n\npick(apple=1)\n```\n"
    )
    for path in (".cursor/rules/a.mdc", ".cursorrules", "skills/a/SKILL.md", "lib/SKILL.md", "lib/more.md"):
        write(root, path, text)
    assert list(found(root).values()) == ["stale-path missing-script wrong-arguments"] * 5


def test_links_of_instructions_mean_what_they_mean_on_the_host(root: Path) -> None:
    """Neither front matter nor a site around them makes them pages of a site."""
    write(root, "mkdocs.yml", "site_name: A\n")
    write(root, "docs/guide.md", "# A\n")
    text = "---\nname: a\n---\n\n[a](../docs/guide), [b](/docs/guide.md)\n"
    paths = ["docs/AGENTS.md", "skills/a/SKILL.md", "skills/a/guide.md"]
    for path in [*paths, "pages/page.md"]:
        write(root, path, text)
    assert found(root) == dict.fromkeys(paths, "broken-link")


def test_links_of_a_served_file_mean_what_they_mean_on_its_site(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "# A\n\n- [Guide](/guide/start): how to start\n- [Tools](docs/tools.md)\n"
    write(root, "docs/tools.md", "# Tools\n")
    write(root, "website/static/llms.txt", text)
    assert found(root) == {}
    run_cli(["config", "website/static/llms.txt"])
    assert "another generator, because sites serve a file of this name" in capsys.readouterr().out
    write(root, "llms.txt", text)
    assert found(root) == {"llms.txt": "broken-link"}


def test_no_fix_is_safe(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    text = "# A\n\nA cafÃ© with **blanks **, <name> and [b](../DOCS/guide.md).\n"
    write(tree, "docs/guide.md", "# B\n")
    places = [write(tree, path, text) for path in ("skills/a/SKILL.md", ".cursor/rules/a.mdc", ".cursorrules")]
    paths = [str(place) for place in places]
    run_cli(["check", "--fix", *paths])
    assert [place.read_text(encoding="utf-8") for place in places] == [text] * 3
    capsys.readouterr()
    run_cli(["check", "--fix", "--unsafe-fixes", *paths])
    fixed = text.replace("cafÃ©", "café")
    assert [place.read_text(encoding="utf-8") for place in places[:1]] == [fixed]


def test_templates_of_skills_are_left_out(root: Path) -> None:
    left_out = ["skills/a/assets/report.md", ".claude/skills/a/templates/report.md", "p/skills/a/b/assets/x/y.md"]
    for path in [*left_out, "docs/skills/assets/a.md", "docs/assets/a.md", "assets/skills/a.md"]:
        write(root, path, TEXT)
    assert set(found(root)) == {"docs/skills/assets/a.md", "docs/assets/a.md", "assets/skills/a.md"}


def test_show_says_who_reads_a_page(tree: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["show", ".cursorrules", "lib/fruit/forms.md", "README.md"]) == 0
    out = capsys.readouterr().out
    assert ".cursorrules: instructions for agents: Cursor (https://cursor.com/docs/context/rules)\n" in out
    assert out.count(": instructions for agents: ") == 2
    run_cli(["show", "lib/fruit/forms.md", "README.md", "--output-format", "json"])
    pages = json.loads(capsys.readouterr().out)["pages"]
    assert [page["instructions"] for page in pages] == ["Agent Skills (https://agentskills.io/specification)", ""]


def test_manual_of_a_rule_says_that_it_does_not_run(capsys: pytest.CaptureFixture[str]) -> None:
    run_cli(["explain", "vanishing-placeholder"])
    assert "does not run on instructions for models" in capsys.readouterr().out
    run_cli(["explain", "broken-link"])
    assert "does not run on" not in capsys.readouterr().out


def test_names_without_a_suffix_of_markdown_are_read() -> None:
    patterns = {pattern for one in conventions().values() for pattern in one.patterns if "/" not in pattern}
    assert all(is_markdown(pattern.replace("*", "a")) for pattern in patterns)


def test_hook_takes_every_page() -> None:
    hooks = yaml.safe_load((Path(__file__).parents[1] / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
    files = re.compile(hooks[0]["files"])
    names = [".cursorrules", "web/.clinerules", "llms.txt", "a/README.MD", "a.mdx", "a.mdc", "a.markdown"]
    assert all(map(files.search, names))
    assert all(map(is_markdown, names))
    others = ["my.cursorrules", "allms.txt", "a.md.py", "md", "llms.txt.py", "notes.txt"]
    assert not any(map(files.search, others))
    assert not any(map(is_markdown, others))
