"""Pages of API clients that no golden tree has: a sound one has no finding, and one with a change has one."""

import pytest
from format_trees import FormatTree, Mutation

_MOODS = "\n\n## Enum: {}\n\n| Name | Value |\n|---- | -----|\n| HAPPY | &quot;happy&quot; |\n"
_JAVA_SOURCE = """\
package shop;

public class Cat {{
  public enum MoodEnum {{
    HAPPY("happy");
  }}

  private {} moods;
}}
"""
_CAT, _CAT_SOURCE = "docs/Cat.md", "src/main/java/shop/Cat.java"


def java(type_: str) -> FormatTree:
    """Return the page of a model whose only property has values of its own, and its source."""
    written = type_.replace("<", "&lt;").replace(">", "&gt;")
    page = (
        "# Cat\n\n\n## Properties\n\n| Name | Type | Description | Notes |\n"
        "|------------ | ------------- | ------------- | -------------|\n"
        f"|**moods** | **{written}** | Its moods. | |\n{_MOODS.format(written)}"
    )
    return FormatTree({_CAT: page.encode(), _CAT_SOURCE: _JAVA_SOURCE.format(type_).encode()})


@pytest.mark.parametrize(
    "type_",
    ["MoodEnum", "List<MoodEnum>", "Set<List<MoodEnum>>", "Map<String, MoodEnum>", "Map<String, List<MoodEnum>>"],
)
def test_enum_of_a_property_in_java(type_: str) -> None:
    tree = java(type_)
    assert [f"{one.rule}: {one.message}" for one in tree.sound(_CAT).findings] == []
    renamed = Mutation("enum", _CAT_SOURCE, "enum MoodEnum", "enum MoodsEnum", "unknown-member", _CAT)
    assert [one.rule for one in tree.after(renamed)] == ["unknown-member"]
