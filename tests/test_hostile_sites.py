"""Whatever somebody writes into the configuration of a site and onto its pages: no rule fails, nothing outside of the
root is read, and twice as much is twice the work.
"""

import contextlib
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from fuzz.sites import BOMBS, CONFIGURATIONS
from tree import write
from work import lines_of

from doclint import lint_corpus, lint_paths
from doclint.errors import yaml
from doclint.repository.in_memory import Memory
from doclint.sites.support.front_matter import texts_in_front_matter
from doclint.source.passages import what_it_does

PAGES = {
    "docs/a.md": "# A\n\n[a](b.md#c) [b](/b) [c](gone.md#d) [d][e] <a href='f/'>g</a>\n\n--8<-- \"b.md\"\n",
    "docs/b.md": "# B\n\n{% include x.md %} {{< y z.md >}}\n",
}
RULES = ("broken-link", "broken-anchor", "undefined-reference")


def check(pages: dict[str, str], sources: dict[str, str]) -> set[str]:
    """Return the rules that report something about some pages."""
    return {finding.rule for finding in lint_corpus(pages, sources=sources, rules=RULES).findings}


@pytest.mark.parametrize("bomb", BOMBS, ids=range(len(BOMBS)))
def test_no_configuration_makes_a_rule_fail_or_grows(bomb: str) -> None:
    for name, config in CONFIGURATIONS.items():
        for text in (bomb, config + bomb):
            assert check(PAGES, {name: text}) <= set(RULES), name


@pytest.mark.parametrize("bomb", BOMBS[:7], ids=range(7))
def test_no_front_matter_makes_a_rule_fail_or_grows(bomb: str) -> None:
    page = f"---\nslug: x\npermalink: {':title' * 900}\n{bomb}---\n# A\n\n[a](/gone) [b](b.md)\n"
    for name in ("_config.yml", "hugo.toml", "docusaurus.config.js", "siteConfig.js", "astro.config.mjs"):
        assert check({"docs/a.md": page, "docs/b.md": page}, {name: CONFIGURATIONS[name]}) <= set(RULES)


def test_numbers_that_python_does_not_print_have_no_text() -> None:
    page = f"+++\nslug = 0x{'f' * 2_000}\nid = 7\n+++\n"
    assert texts_in_front_matter(Memory({"a.md": page}), "a.md", ("slug", "id")) == {"slug": "", "id": "7"}


@pytest.mark.parametrize("name", CONFIGURATIONS)
def test_no_configuration_leads_out(tmp_path: Path, name: str) -> None:
    outside = "../../outside"
    places = ("docs", "/etc", "../outside", "../../outside", "b")
    config = CONFIGURATIONS[name]
    for place in places:
        config = config.replace(f"'{place}'", f"'{outside}'").replace(f'"{place}"', f'"{outside}"')
    links = "".join(
        f"[a]({path}) " for path in ("secret.md#secret", "/secret.md#no", f"{outside}/secret.md#no", "/secret")
    )
    root = tmp_path / "top" / "root"
    write(root, name, config)
    write(
        root, "docs/a.md", f'# A\n\n{links}\n\n--8<-- "{outside}/secret.md"\n\n{{{{#include {outside}/secret.md}}}}\n'
    )
    before = lint_paths([root], root=root, discover=True, rules=RULES).findings
    write(tmp_path, "outside/secret.md", "# Secret\n")
    write(tmp_path, "top/outside/secret.md", "# Secret\n")
    assert lint_paths([root], root=root, discover=True, rules=RULES).findings == before


# What grows: the lines of Python that run, which no other load on a machine changes.

Repository = tuple[dict[str, str], dict[str, str]]


def pages_of(number: int, write_page: Callable[[int], str], folder: str = "docs/") -> dict[str, str]:
    return {f"{folder}a{index}.md": write_page(index) for index in range(number)}


def links(number: int) -> dict[str, str]:
    return {
        "docs/a.md": "".join(f"[a](/x{i}) [b](y{i}.md) <a href='/z{i}.png'>c</a> [d{i}][e]\n" for i in range(number))
    }


SHAPES: dict[str, Callable[[int], Repository]] = {
    "equal headings": lambda n: (
        {"docs/a.md": "# A\n\n" * n + "[a](#b)\n"},
        {".vitepress/config.js": "export default {srcDir: 'docs'}"},
    ),
    "dead links to ignore": lambda n: (
        links(n),
        {".vitepress/config.js": f"export default {{srcDir: 'docs', ignoreDeadLinks: [{'/x/, ' * n}]}}"},
    ),
    "folders in a link": lambda n: (
        {"docs/a.md": f"[a]({'b/' * 10 * n}c) [d](/{'e/' * 10 * n}f)\n"},
        {".vitepress/config.js": "export default {srcDir: 'docs'}", "hugo.toml": "baseURL = 'x'", ".gitignore": "x/\n"},
    ),
    "added labels": lambda n: (
        links(n),
        {
            "mkdocs.yml": "markdown_extensions: [pymdownx.snippets: {auto_append: [b.md]}]",
            "docs/b.md": "".join(f"[x{i}]: y\n" for i in range(n)),
        },
    ),
    "files that include each other": lambda n: (
        pages_of(n, lambda i: "".join(f"{{{{#include a{j}.md}}}}\n" for j in range(9)) + f"[a](a{i + 1}.md#b)\n"),
        {"book.toml": "[book]\nsrc = 'docs'\n"},
    ),
    "redirects": lambda n: (
        pages_of(n, lambda i: f"[a](a{i + 1}.md#b)\n"),
        {
            "book.toml": "[book]\nsrc='docs'\n[output.html.redirect]\n"
            + "".join(f'"/x{i}.html#a"="y"\n' for i in range(n))
        },
    ),
    "redirects of a plugin": lambda n: (
        links(n),
        {
            "docusaurus.config.js": "export default {plugins: [['client-redirects', {redirects: ["
            + "".join(f"{{from: '/r{i}', to: '/s'}}, " for i in range(n))
            + "]}]]}"
        },
    ),
    "items that are added": lambda n: (
        {"docs/a.md": "[a](#b)\n" * n},
        {"conf.py": 'extensions = ["myst_parser"]\n' + "extensions += ['a']\n" * n},
    ),
    "routes": lambda n: (
        links(n),
        {"astro.config.mjs": "export default {integrations: [starlight({title: 'A'})]}"}
        | {f"src/pages/p{i}.astro": "" for i in range(n)},
    ),
    "arguments of shortcodes": lambda n: (
        {"content/a.md": "".join(f"<a href='/b{i}.png'>c</a> {{{{<img src=a{i}.png>}}}}\n" for i in range(n))},
        {"hugo.toml": "baseURL = 'x'\n"},
    ),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_twice_as_much_is_twice_the_work(shape: str) -> None:
    once, twice = (lines_of(partial(check, *SHAPES[shape](size))) for size in (30, 60))
    assert twice <= 2.3 * once


def test_blanks_in_configurations_take_no_time() -> None:
    blanks = b" \t" * 100_000
    assert what_it_does("yaml", blanks + b"a") == blanks + b"a"


def test_merge_keys_within_the_limit_are_merged() -> None:
    assert yaml.parse("a: &a {x: 1}\nb: {<<: *a, y: 2}")["b"] == {"x": 1, "y": 2}


LONG_CHAIN = "m0: &m0 {k0: v}\n" + "".join(f"m{n}: &m{n} {{<<: *m{n - 1}, k{n}: v}}\n" for n in range(1, 60))


def test_repeated_merges_are_refused_or_stay_small() -> None:
    """PyYAML repeats no pair since 6.0.4; with an older version, the limit refuses the text."""
    with contextlib.suppress(ValueError):
        assert {len(merged) for merged in yaml.parse(BOMBS[1]).values()} == {2}


@pytest.mark.parametrize(
    "text", ["n: 1" + ":1" * 100_000, LONG_CHAIN, "a: &a {<<: *a}", "!!python/object/apply:os.abort []"]
)
def test_yaml_that_is_refused(text: str) -> None:
    with pytest.raises(ValueError):  # noqa: PT011 - the reasons are those of PyYAML
        yaml.parse(text)
