"""doclint as a gate: outputs in files, exit codes, and what runs it in CI."""

import json
import os
import re
import shlex
import stat
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import pytest
import yaml

from doclint.cli.main import run_cli
from doclint.engine.report.report import Report
from doclint.output.rendering import STYLES, RenderOptions
from doclint.rule import registry

HOUSE = Path(__file__).parents[1]
GATE = (HOUSE / "docs" / "gate.md").read_text(encoding="utf-8")
ACTION: dict[str, Any] = yaml.safe_load((HOUSE / "action.yml").read_text(encoding="utf-8"))
CLEAN = "# A page\n\nThat people wrote.\n"
BROKEN = "# A page\n\nSee [b](b.md).\n"
on_posix = pytest.mark.skipif(sys.platform == "win32", reason="there are no pipes, modes and shells of this kind")


@pytest.fixture(autouse=True)
def root(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for folder in (".git", "docs", "out"):
        (tmp_path / folder).mkdir()
    (tmp_path / "docs" / "a.md").write_text(BROKEN, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("GITHUB_STEP_SUMMARY", raising=False)
    return tmp_path


def check(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = run_cli(["check", *arguments])
    return code, *capsys.readouterr()


def names() -> list[str]:
    return sorted(path.name for path in Path("out").iterdir())


def test_several_outputs_in_one_run(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    values = ["concise", *(f"{style}=out/{style}" for style in STYLES if style != "concise")]
    code, out, _ = check(capsys, *(f"--output-format={value}" for value in values))
    assert (code, out.count("\n")) == (1, 1)
    for style in STYLES:
        if style != "concise":
            written = (root / "out" / style).read_text(encoding="utf-8")
            assert written == check(capsys, "--output-format", style)[1]
    assert names() == sorted(set(STYLES) - {"concise"})


def test_file_for_the_output_that_has_none(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shown = check(capsys)[1]
    written = f"Wrote {Path('out/a.txt')}: 1 finding.\n"
    assert check(capsys, "-o", "out/a.txt", "--color", "always") == (1, "", written)
    assert (root / "out" / "a.txt").read_text(encoding="utf-8") == shown
    check(capsys, "-o", "out/a.json", "--output-format", "json", "--output-format", "grouped=out/b.txt")
    assert json.loads((root / "out" / "a.json").read_bytes())["summary"]["findings"] == 1


def test_statistics_beside_files(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = check(capsys, "--statistics", "--output-format", "json=out/a.json")
    assert out == "1  100%  error    broken-link  on 1 page\n1  in total, on 1 page\n"
    assert json.loads((root / "out" / "a.json").read_bytes())["summary"]["findings"] == 1
    assert check(capsys, "--statistics", "-o", "out/a.txt")[1] == ""
    assert (root / "out" / "a.txt").read_text(encoding="utf-8") == out


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--output-format", "sarf"], "No output format is called `sarf`; did you mean `sarif`? (there are text, "),
        (["--output-format", "sarif="], "`--output-format sarif=` names no file after `=`"),
        (["--output-format", "text", "--output-format", "json"], "Only one output can go to standard output, not 2"),
        (["--output-format", "json=x", "--output-format", "text=./x"], "Two outputs cannot go to the same file"),
        (["-o", "x", "--output-format", "json=y"], "`-o x` is for one output, but every output format has a file"),
        (["-o", "gone/x"], "Cannot write `gone/x`: there is no folder `gone`"),
        (["-o", "docs"], "Cannot write `docs`: it is a folder"),
        (["-o", "docs/a.md/x"], "Cannot write `docs/a.md/x`: there is no folder `docs/a.md`"),
        (["--statistics", "--output-format", "sarif"], "--statistics is for people, but `sarif` on standard output is"),
        (["--fail-on", "fatal"], "'fatal' is not one of"),
    ],
)
def test_what_makes_no_sense_is_told_before_the_run(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, arguments: list[str], complaint: str
) -> None:
    monkeypatch.setattr("doclint.engine.check_run.run", None)
    code, out, err = check(capsys, *arguments)
    assert (code, out) == (2, "")
    assert complaint in err


def test_file_that_cannot_be_written_stays_what_it_was(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def render(report: Report, options: RenderOptions) -> Iterator[str]:
        yield "{"
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("doclint.output.styles.json.render", render)
    (root / "out" / "a.json").write_text("old", encoding="utf-8")
    code, out, err = check(capsys, "-o", "out/a.json", "--output-format", "json")
    assert (code, out, err) == (2, "", "doclint: Cannot write `out/a.json`: No space left on device\n")
    assert names() == ["a.json"]
    assert (root / "out" / "a.json").read_text(encoding="utf-8") == "old"


@on_posix
def test_mode_of_a_file_stays(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    old = root / "out" / "old.txt"
    old.touch()
    old.chmod(0o640)
    umask = os.umask(0o027)
    try:
        check(capsys, "-o", "out/old.txt", "--output-format", "json=out/new.txt", "--output-format", "text")
    finally:
        os.umask(umask)
    assert stat.S_IMODE(old.stat().st_mode) == 0o640
    assert stat.S_IMODE((root / "out" / "new.txt").stat().st_mode) == 0o640
    assert "broken-link" in old.read_text(encoding="utf-8")


@on_posix
def test_link_is_replaced_and_not_followed(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    victim = root / "victim"
    victim.write_text("untouched", encoding="utf-8")
    (root / "out" / "a.txt").symlink_to(victim)
    assert check(capsys, "-o", "out/a.txt")[0] == 1
    assert victim.read_text(encoding="utf-8") == "untouched"
    assert not (root / "out" / "a.txt").is_symlink()


@on_posix
def test_pipe_is_written_to_and_not_replaced(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pipe = root / "out" / "pipe"
    os.mkfifo(pipe)
    read: list[str] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_text(encoding="utf-8")), daemon=True)
    reader.start()
    assert check(capsys, "-o", "out/pipe", "--output-format", "concise")[0] == 1
    reader.join(timeout=10)
    assert "broken-link" in read[0]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


@pytest.mark.skipif(not Path("/dev/stdout").is_symlink(), reason="there is no /dev/stdout")
def test_standard_output_is_never_replaced(root: Path) -> None:
    script = "from doclint.repository.atomic import Path, is_special; print(is_special(Path('/dev/stdout')))"
    with (root / "out" / "a.txt").open("w", encoding="utf-8") as file:
        subprocess.run([sys.executable, "-c", script], stdout=file, check=True)
    assert (root / "out" / "a.txt").read_text(encoding="utf-8") == "True\n"


@pytest.mark.parametrize("found", ["error", "warning", "info", None])
@pytest.mark.parametrize("least", ["error", "warning", "info"])
def test_exit_code_by_severity(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, found: str | None, least: str
) -> None:
    grave = ["info", "warning", "error"]
    if found:
        monkeypatch.setattr(registry.rules().find("broken-link"), "severity", found)
    else:
        (root / "docs" / "a.md").write_text(CLEAN, encoding="utf-8")
    code, out, _ = check(capsys, "--fail-on", least)
    assert code == (1 if found and grave.index(found) >= grave.index(least) else 0)
    assert ("broken-link" in out) == bool(found)
    assert check(capsys, "--fail-on", least, "--exit-zero")[:2] == (0, out)


def test_failures_of_doclint_never_pass(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry.rules().find("mojibake"), "check", lambda *_: 1 // 0)
    assert check(capsys, "--exit-zero", "--fail-on", "error", "-o", "out/a.sarif", "--output-format", "sarif")[0] == 2
    [run] = json.loads(Path("out/a.sarif").read_bytes())["runs"]
    assert not run["invocations"][0]["executionSuccessful"]


@on_posix
def test_who_stops_reading_loses_no_file(root: Path) -> None:
    (root / "doclint.toml").write_text("limits.findings = 3000\n", encoding="utf-8")
    (root / "docs" / "a.md").write_text("".join(f"[x](x{number}.md)\n" for number in range(3000)), encoding="utf-8")
    command = f"{sys.executable} -m doclint check --output-format concise --output-format jsonl=out/a.jsonl | head -1"
    subprocess.run(["sh", "-c", command], capture_output=True, check=True)
    assert (root / "out" / "a.jsonl").read_text(encoding="utf-8").count("\n") == 3000


@pytest.mark.skipif(sys.platform in ("darwin", "win32"), reason="names are text there")
@pytest.mark.parametrize("style", STYLES)
def test_names_that_are_no_text_break_no_output(root: Path, style: str, capsys: pytest.CaptureFixture[str]) -> None:
    odd = root / os.fsdecode(b"od\xe9")
    (odd / "docs").mkdir(parents=True)
    (odd / "docs" / os.fsdecode(b"caf\xe9.md")).write_text("[x](cafe.md)\n", encoding="utf-8")
    code, out, err = check(capsys, "--root", str(odd), "--output-format", style)
    assert (code, err) == (1, "")
    assert "broken-link" in out


def test_summary_page_of_a_step(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = root / "out" / "summary"
    page.write_text("What an earlier command wrote.\n", encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    check(capsys)
    assert page.read_text(encoding="utf-8").count("\n") == 1
    _, out, _ = check(capsys, "--output-format", "github")
    assert out.startswith("::error file=docs/a.md,line=3,col=5,")
    assert page.read_text(encoding="utf-8").startswith("What an earlier command wrote.\n## doclint\n")
    assert "1 finding (1 error) in 1 of 1 page." in page.read_text(encoding="utf-8")


def test_summary_page_keeps_its_limit(
    root: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    page = root / "out" / "summary"
    page.write_text("x" * (1024 * 1024 - 100), encoding="utf-8")
    monkeypatch.setenv("GITHUB_STEP_SUMMARY", str(page))
    assert check(capsys, "--output-format", "github")[0] == 1
    assert 1024 * 1024 - 100 < page.stat().st_size <= 1024 * 1024


def test_documentation_has_the_formats() -> None:
    assert re.findall(r"^\| `(\w+)` \| (.*) \|$", GATE.partition("## GitHub")[0], re.MULTILINE) == [
        (style, about.use) for style, about in STYLES.items()
    ]


def test_help_names_the_formats(capsys: pytest.CaptureFixture[str]) -> None:
    assert run_cli(["check", "--help"]) == 0
    assert ", ".join(STYLES) in " ".join(capsys.readouterr().out.split())


def scripts() -> list[dict[str, Any]]:
    return [step for step in ACTION["runs"]["steps"] if "run" in step]


def test_inputs_and_outputs_of_the_action_are_documented() -> None:
    on_github = GATE.partition("## GitHub")[2]
    assert re.findall(r"^\| `([\w-]+)` \| (.*?) ?\| (.*) \|$", on_github, re.MULTILINE) == [
        (name, f"`{about['default']}`" if about["default"] else "", about["description"])
        for name, about in ACTION["inputs"].items()
    ]
    assert re.findall(r"^\| `([\w-]+)` \| ([^|]*) \|$", on_github, re.MULTILINE) == [
        (name, about["description"]) for name, about in ACTION["outputs"].items()
    ]


def test_inputs_of_the_action_reach_scripts_as_environment_only() -> None:
    used: list[str] = []
    for step in scripts():
        assert "${{" not in step["run"]
        used += re.findall(r"inputs\.([\w-]+)", str({**step, "run": ""}))
        for name, value in step["env"].items():
            if found := re.fullmatch(r"\$\{\{ inputs\.([\w-]+) \}\}", value):
                assert name == f"DOCLINT_{found[1].replace('-', '_').upper()}"
                assert f"${name}" in step["run"]
            else:
                assert value.startswith(("${{ runner.temp }}", "${{ github.token }}"))
    assert {*used, "cache"} == set(ACTION["inputs"])


def act(root: Path, **inputs: str) -> subprocess.CompletedProcess[str]:
    """Run the check of the action."""
    return act_out(root, 1, inputs)


def act_out(root: Path, step: int, inputs: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Run a script of the action as a runner does, with the doclint of this environment for the installed one."""
    scripts_folder = root / "runner" / "doclint" / "bin"
    scripts_folder.mkdir(parents=True, exist_ok=True)
    commands = {
        "doclint": f'exec {shlex.quote(sys.executable)} -m doclint "$@"',
        "python": f'exec {shlex.quote(sys.executable)} "$@"',
        "reviewdog": 'echo "$@" && cat',
        "docker": f'echo "$@" > {root}/docker && echo "{{}}" > "$RUNNER_TEMP/doclint.rdjson" && exit 1',
    }
    for name, text in commands.items():
        command = scripts_folder / name
        command.write_text(f"#!/bin/sh\n{text}\n", encoding="utf-8")
        command.chmod(0o755)
    script = scripts()[step]
    values = {name: about["default"] for name, about in ACTION["inputs"].items()} | inputs
    expressions = {f"${{{{ inputs.{name} }}}}": value for name, value in values.items()}
    environment = {name: expressions.get(value, "") for name, value in script["env"].items()}
    return subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script["run"]],
        env={
            **os.environ,
            **environment,
            "PATH": f"{scripts_folder}{os.pathsep}{os.environ['PATH']}",
            "DOCLINT_CACHE_DIR": str(root / "runner" / "cache"),
            "RUNNER_TEMP": str(root / "runner"),
            "GITHUB_OUTPUT": str(root / "runner" / "output"),
            "GITHUB_WORKSPACE": str(root),
        },
        capture_output=True,
        text=True,
        check=False,
    )


def outputs(root: Path) -> dict[str, str]:
    lines = (root / "runner" / "output").read_text(encoding="utf-8").splitlines()
    return dict(line.split("=", 1) for line in lines)


@on_posix
def test_action_checks_and_annotates(root: Path) -> None:
    done = act(root)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout.startswith("::error file=docs/a.md,line=3,")
    assert act(root, args="--exit-zero\n--select=encoding").stdout == "1 page checked, nothing found.\n"


@on_posix
def test_action_says_what_it_found(root: Path) -> None:
    act(root)
    report = str(root / "runner" / "doclint.json")
    assert outputs(root) == {"exit-code": "1", "findings": "1", "report": report}
    act(root, args="--exit-zero\n--select=encoding")
    assert outputs(root) == {"exit-code": "0", "findings": "0", "report": report}
    (root / "runner" / "output").unlink()
    assert act(root, paths="gone.md").returncode == 2
    assert outputs(root) == {"exit-code": "2"}
    assert set(outputs(root)) <= set(ACTION["outputs"])


@on_posix
def test_action_hands_suggestions_to_reviewdog(root: Path) -> None:
    (root / "docs" / "a.md").write_text("[b](B.md)\n", encoding="utf-8")
    (root / "docs" / "b.md").write_text(CLEAN, encoding="utf-8")
    act(root)
    assert act_out(root, 2, {}).stdout == ""
    act(root, review="true")
    options, _, handed = act_out(root, 2, {}).stdout.partition("\n")
    assert "-f=rdjson" in options.split()
    [diagnostic] = json.loads(handed)["diagnostics"]
    assert diagnostic["suggestions"][0]["text"] == "b.md"
    act(root, paths="gone.md", review="true")
    assert act_out(root, 2, {}).stdout == ""


@on_posix
def test_action_runs_an_image(root: Path) -> None:
    assert act(root, image="doclint:1", args="--select=links").returncode == 1
    options, _, arguments = (root / "docker").read_text(encoding="utf-8").partition(" doclint:1 check ")
    assert arguments.split()[-3:] == ["--output-format=github", "--select=links", "--"]
    assert "--network none" in options
    for folder in (root, root / "runner"):
        assert f"--volume {folder}:{folder}" in options
    for name in re.findall(r"GITHUB_\w+", (HOUSE / "doclint" / "output" / "hosted.py").read_text(encoding="utf-8")):
        assert f"--env {name}" in options


@on_posix
def test_action_takes_its_inputs_as_they_are(root: Path) -> None:
    (root / "docs" / "a b $(touch pwned).md").write_text(BROKEN, encoding="utf-8")
    (root / "docs" / "--version").write_text(BROKEN, encoding="utf-8")
    done = act(
        root,
        paths="docs/a b $(touch pwned).md\n  `touch pwned`\n",
        **{"output-formats": "concise\njson=out/$(touch pwned).json\n"},
    )
    assert done.returncode == 2
    assert done.stderr == "doclint: ``touch pwned`` does not exist\n"
    done = act(
        root,
        paths="docs/a b $(touch pwned).md\n",
        **{"output-formats": "concise\njson=out/$(touch pwned).json\n", "fail-on": "error"},
    )
    assert done.returncode == 1
    assert done.stdout.startswith("docs/a b $(touch pwned).md:3:5: error broken-link")
    assert names() == ["$(touch pwned).json"]
    assert not (root / "pwned").exists()
    assert act(root, **{"fail-on": "error; touch pwned"}).returncode == 2
    assert not (root / "pwned").exists()


def jobs() -> list[dict[str, Any]]:
    return [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", GATE, re.DOTALL)]


def test_job_for_gitlab_writes_what_it_hands_over(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = jobs()[-1]["doclint"]
    [command] = [line for line in job["script"] if line.startswith("doclint ")]
    assert run_cli(shlex.split(command)[1:]) == 1
    assert "docs/a.md  1 finding" in capsys.readouterr().out
    reports = job["artifacts"]["reports"]
    assert json.loads((root / reports["codequality"]).read_bytes())[0]["location"]["path"] == "docs/a.md"
    assert ET.fromstring((root / reports["junit"]).read_bytes()).get("failures") == "1"


def test_problem_matcher_reads_the_output(capsys: pytest.CaptureFixture[str]) -> None:
    block = re.findall(r"```json\n(.*?)```", GATE, re.DOTALL)[-1]
    [pattern] = json.loads(block)["problemMatcher"][0]["pattern"]
    first = check(capsys, "--output-format", "concise")[1].splitlines()[0]
    found = re.fullmatch(pattern["regexp"], first)
    assert found
    read = {name: found[group] for name, group in pattern.items() if name not in ("regexp", "message")}
    assert read == {"file": "docs/a.md", "line": "3", "column": "5", "severity": "error", "code": "broken-link"}
    assert found[pattern["message"]].startswith("The link `b.md` leads to")


def test_workflows_use_inputs_that_there_are() -> None:
    uses = [step for job in jobs()[:-1] for step in job["jobs"]["doclint"]["steps"] if "doclint@" in step["uses"]]
    assert len(uses) == 3
    for step in uses:
        assert set(step.get("with", ())) <= set(ACTION["inputs"])


@pytest.mark.parametrize("schema", ["github-actions", "github-workflows", "gitlab-ci"])
def test_files_for_ci_fit_their_schemas(root: Path, schema: str) -> None:
    documents = {
        "github-actions": [ACTION],
        "github-workflows": [{"name": "x", "on": "push", **without_on(job)} for job in jobs()[:-1]],
        "gitlab-ci": [jobs()[-1]],
    }[schema]
    for number, document in enumerate(documents):
        (root / f"{number}.json").write_text(json.dumps(document), encoding="utf-8")
    names = [f"{number}.json" for number in range(len(documents))]
    command = [sys.executable, "-m", "check_jsonschema", "--builtin-schema", f"vendor.{schema}", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


def without_on(workflow: dict[Any, Any]) -> dict[str, Any]:
    """YAML 1.1 takes the key `on` for a truth value."""
    return {key: value for key, value in workflow.items() if key is not True}
