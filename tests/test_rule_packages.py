"""A package with rules of somebody else: the example of the manual, which needs nothing but what is public."""

import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from test_packages import build
from tree import write

import doclint
from doclint.testing import check_example, check_rule

PLUGIN = Path(__file__).parents[1] / "docs" / "plugin"


def test_rules_of_a_package_are_right_and_need_public_names_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(PLUGIN)
    from orchard_rules.link_to_draft import LinkToDraft  # type: ignore[import-not-found]

    check_rule(LinkToDraft)
    for example in LinkToDraft.examples:
        check_example(LinkToDraft, example)
    text = (PLUGIN / "orchard_rules" / "link_to_draft.py").read_text(encoding="utf-8")
    assert set(re.findall(r"(?m)^from (doclint[\w.]*) import", text)) == {"doclint", "doclint.kit"}
    found = doclint.lint_text("[a](next/a.md)\n", rules=[LinkToDraft], config={"rules": {"link-to-draft": {}}})
    assert not found.findings


@pytest.mark.slow
def test_package_with_rules_runs_where_it_is_installed(tmp_path: Path) -> None:
    source = shutil.copytree(PLUGIN, tmp_path / "plugin")
    zipfile.ZipFile(build("wheel", source, tmp_path)).extractall(tmp_path / "site")
    write(tmp_path, "docs/index.md", "# Fruit\n\n[Pears](../drafts/pears.md) and [plums](../next/plums.md).\n")
    write(tmp_path, "drafts/pears.md", "# Pears\n")
    write(tmp_path, "next/plums.md", "# Plums\n")
    write(tmp_path, "doclint.toml", '[rules.link-to-draft]\nfolder = "next"\n')
    script = f"import sys; sys.path.insert(0, {str(tmp_path / 'site')!r}); from doclint.cli.main import run_cli; "
    script += "run_cli(['check', '--select', 'orchard', '--output-format', 'concise', 'docs'])"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert done.stdout.startswith("docs/index.md:3:33: warning link-to-draft: `next/plums.md` is a draft\n")
