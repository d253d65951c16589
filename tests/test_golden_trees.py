"""What generators really wrote: each page has its kind, nothing sound is reported, and planted defects are."""

import re
from collections import defaultdict
from pathlib import Path

import pytest
from format_trees import Mutation
from golden_trees import FORMATS, GOLDEN, findings, kinds, lines_of, mutations, trees

from doclint.api.lint import lint_corpus
from doclint.config.project import Project
from doclint.engine.scope import pages_about
from doclint.formats.format_set import FormatSet
from doclint.formats.loading import BUILTIN, builtins
from doclint.kit import Found, declared
from doclint.kit.documented import every_symbol
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.page.parsed_page import ParsedPage
from doclint.repository.disk import Folder

MUTATIONS = [
    pytest.param(format_, tree, mutation, id=f"{format_}-{tree}-{mutation.name}")
    for format_ in FORMATS
    for tree, mutation in mutations(format_)
]


@pytest.mark.parametrize("format_", FORMATS)
def test_trees_are_of_a_format_that_comes_with_doclint(format_: str) -> None:
    assert format_ in BUILTIN
    assert trees(format_), "the folder of a format has trees"


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_have_their_kinds(format_: str) -> None:
    assert list(kinds(format_)) == lines_of(format_, "kinds.txt"), "see tests/golden/README.md"
    assert list(kinds(format_, "\r\n")) == lines_of(format_, "kinds.txt")


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_have_no_format_of_another_generator(format_: str) -> None:
    """In any order of the formats; only pages that people write beside those of the generator have none."""
    every = builtins()
    for name, tree in trees(format_).items():
        repository = Folder(GOLDEN / format_ / name)
        for path in tree.pages:
            for order in (every.unloaded, every.unloaded[::-1]):
                parsed = ParsedPage(path, Source.from_bytes(tree.files[path]), FormatSet(unloaded=order))
                found = Page(path, parsed.source, parsed=parsed, repository=repository).parsed.recognized
                assert found is None or found.format.name == format_, path


@pytest.mark.parametrize("format_", FORMATS)
def test_findings_are_known(format_: str) -> None:
    assert list(findings(format_)) == lines_of(format_, "findings.txt"), "see tests/golden/README.md"


@pytest.mark.parametrize(("format_", "tree", "mutation"), MUTATIONS)
def test_planted_defects_are_found(format_: str, tree: str, mutation: Mutation) -> None:
    found = trees(format_)[tree].after(mutation)
    expected = [one for one in found if one.rule == mutation.rule]
    assert [one.message for one in expected if mutation.message in one.message], [str(one) for one in found]
    assert len(expected) == 1, [one.message for one in expected]
    assert {one.rule for one in found} <= {mutation.rule, *mutation.beside}, [one.message for one in found]


@pytest.mark.parametrize("format_", FORMATS)
def test_pages_about_a_source_are_found_by_it(format_: str, tmp_path: Path) -> None:
    """`--about`, and so the hook `doclint-source`, finds each page by each source that rules compare it with."""
    for name, tree in trees(format_).items():
        for path, data in tree.files.items():
            (tmp_path / name / path).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name / path).write_bytes(data)
        project = Project.find(root=tmp_path / name)
        repository, pages_of = project.repository(), defaultdict[str, set[str]](set)
        for path in project.pages():
            page = project.page(path, tree.files[path], repository)
            answers = (declared(page, symbol) for symbol in every_symbol(page))
            for source in {one.value.path for one in answers if isinstance(one, Found)} - {path}:
                pages_of[source].add(path)
        for source, pages in pages_of.items():
            assert pages <= set(pages_about([project.root / source], project).pages), f"{name}: {source}"


@pytest.mark.parametrize("comment", ["/* Of the shop. */\n", "/* Of\n the shop. */\n", "// Of the shop.\n\n"])
def test_other_comments_above_those_of_a_source(comment: str) -> None:
    """Pages of protoc-gen-doc have the comment that protoc attaches."""
    tree = trees("protoc-gen-doc")["1.5"]
    sources = {path: text for path, text in tree.files.items() if path.endswith(".proto")}
    above = re.compile(rb"(?m)(?<=[;}\n])\n(?=[ ]*// )")
    changes = {path: above.sub(b"\n\n" + comment.encode(), text) for path, text in sources.items()}
    assert changes != sources
    assert {one.rule for one in tree.new(tree.pages, changes)} <= {"wrong-line"}


@pytest.mark.parametrize("name", ["1.4", "1.4-cosmos", "1.5"])
@pytest.mark.parametrize(("package", "is_compared"), [("", True), ("mall.", False)])
def test_sources_of_one_path_in_other_packages(name: str, package: str, is_compared: bool) -> None:
    """A page of protoc-gen-doc about what was downloaded is not about the sources that follow its folders."""
    files = trees("protoc-gen-doc")[name].files
    moved = {
        path.replace("proto/", "proto/mall/"): re.sub(
            rb"(?m)^message \w+ \{", rb"\g<0> bool is_new = 99;", text
        ).replace(b"package ", b"package " + package.encode())
        for path, text in files.items()
        if path.endswith(".proto") and not path.endswith("fruit.proto")
    }
    pages = {path: text for path, text in files.items() if path.endswith(".md")}
    findings = lint_corpus(pages, sources=moved, rules=["missing-member", "orphan-page", "unknown-member"]).findings
    assert bool(findings) is is_compared, [str(one) for one in findings]


@pytest.mark.parametrize(("field", "expected"), [(b"**Name**", []), (b"**Nickname**", ["unknown-member"])])
def test_models_in_go_whose_names_are_reserved(field: bytes, expected: list[str]) -> None:
    """The type of a schema `Error` is `ModelError`, and its file is `model_error.go`."""
    files = trees("openapi-go")["7.26"].files
    renamed = {path: re.sub(rb"\bOwner\b", b"ModelOwner", text) for path, text in files.items()}
    renamed["docs/ModelOwner.md"] = renamed.pop("docs/Owner.md").replace(b"**Name**", field, 1)
    pages = {path: text for path, text in renamed.items() if path.startswith("docs/")}
    rules = ["orphan-page", "undocumented-source", "unknown-member"]
    assert [one.rule for one in lint_corpus(pages, sources=renamed, rules=rules).findings] == expected


@pytest.mark.parametrize("folder", ["", "modules/", "modules/shop/.config/"])
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("{{ range .Module.Inputs }}", []),
        ("{{ .Inputs }}", ["missing-member"]),
        ("{{ range .Module.Outputs }}", ["missing-member"]),
    ],
)
def test_inputs_that_a_template_may_leave_out(folder: str, content: str, expected: list[str]) -> None:
    files = trees("terraform-docs")["0.20-table"].files
    path, page = "modules/shop/README.md", "modules/shop/variables.tf"
    sources = {
        **files,
        page: files[page] + b'\nvariable "stage" {\n  type = string\n}\n',
        f"{folder}.terraform-docs.yml": f"content: |-\n  {content}\n".encode(),
    }
    findings = lint_corpus({path: files[path]}, sources=sources, rules=["missing-member"]).findings
    assert [one.rule for one in findings] == expected


@pytest.mark.parametrize("comment", [b" # in feet", b" // in feet", b" /* in feet */", b""])
def test_comments_in_types_of_terraform_are_not_their_types(comment: bytes) -> None:
    files = trees("terraform-docs")["0.20-table"].files
    path, source = "modules/shop/README.md", "modules/shop/variables.tf"
    sources = {**files, source: files[source].replace(b" # in metres", comment)}
    assert not lint_corpus({path: files[path]}, sources=sources, rules=["wrong-type"]).findings
