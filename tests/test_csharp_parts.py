"""Types of C# in several files: a page about a `partial` type documents what any of its parts has."""

import pytest

from doclint import lint_corpus

_PAGE = """\
# Shop.Model.Basket

## Properties

Name | Type | Description | Notes
------------ | ------------- | ------------- | -------------
**Weight** | **int** |  | [optional]

[[Back to Model list]](../README.md#models) [[Back to API list]](../README.md#api) [[Back to README]](../README.md)

"""
_PART = "namespace Shop.Model\n{\n    public partial class Basket : IEquatable<Basket>\n    {\n        BODY\n    }\n}\n"
_WEIGHT = "public int Weight { get; set; }"


@pytest.mark.parametrize(
    ("body", "other", "rules"),
    [
        (_WEIGHT, "", []),
        ("public int Mass { get; set; }", "", ["unknown-member"]),
        ("public int Mass { get; set; }", _PART.replace("BODY", _WEIGHT), ["missing-member"]),
        (f"{_WEIGHT} public int Mass {{ get; set; }}", "", ["missing-member"]),
    ],
)
def test_other_parts_are_looked_for_in_the_project(body: str, other: str, rules: list[str]) -> None:
    files = {
        "README.md": "# models\n\n# api\n",
        "src/Shop/Shop.csproj": "",
        "src/Shop/Model/Basket.cs": _PART.replace("BODY", body),
        "src/Shop/Extensions/Basket.Weight.cs": other,
        "src/Other/Other.csproj": "",
        "src/Other/Basket.Other.cs": _PART.replace("BODY", _WEIGHT),
    }
    found = lint_corpus({"docs/Basket.md": _PAGE}, sources=files, rules=["unknown-member", "missing-member"]).findings
    assert [one.rule for one in found] == rules


@pytest.mark.parametrize(("project", "rules"), [("Shop", []), ("Other", ["wrong-type"])])
def test_a_project_gives_other_names_to_types(project: str, rules: list[str]) -> None:
    files = {
        "README.md": "# models\n\n# api\n",
        "src/Shop/Shop.csproj": "",
        "src/Shop/Basket.cs": _PART.replace("BODY", "public Mass Weight { get; set; }"),
        "src/Other/Other.csproj": "",
        f"src/{project}/Global.cs": "global using Mass = System.Int32;\n",
    }
    found = lint_corpus({"docs/Basket.md": _PAGE}, sources=files, rules=["wrong-type"]).findings
    assert [one.rule for one in found] == rules


@pytest.mark.parametrize(("end", "rules"), [(">>>>>>> b\n", []), ("", ["missing-member"])])
def test_a_source_with_conflicts_of_a_merge_is_not_read(end: str, rules: list[str]) -> None:
    start = "<<<<<<< a\n=======\n" if end else ""
    files = {
        "README.md": "# models\n\n# api\n",
        "src/Shop/Shop.csproj": "",
        "src/Shop/Basket.cs": _PART.replace("BODY", f"{_WEIGHT}\n{start}public int Mass {{ get; set; }}\n{end}"),
    }
    found = lint_corpus({"docs/Basket.md": _PAGE}, sources=files, rules=["missing-member"]).findings
    assert [one.rule for one in found] == rules
