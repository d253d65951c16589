"""What class diagrams say of classes: which members and bases are reported, and where nothing is certain."""

import pytest

from doclint.engine.page_rules import lint
from doclint.formats.loading import builtins
from doclint.markdown.source import Source
from doclint.page.page import Page
from doclint.repository.in_memory import Memory
from doclint.rule.registry import rules

SHOP = """\
class Unit:
    weight = 0


class Box(Unit):
    def __init__(self, size):
        self.size = size

    @property
    def is_full(self): ...

    async def close_async(self): ...


class Odd(Unknown): ...
"""
RULES = [rules()["unknown-member"](), rules()["wrong-base"]()]


def findings(
    drawn: str,
    path: str = "wiki/page.md",
    shop: str = "shop.py",
    text: str = SHOP,
    after: str = "",
    files: dict[str, str] | None = None,
) -> list[str]:
    cited = f"[{shop}:1-2]()" if shop else ""
    written = f"# Shop\n\n```mermaid\nclassDiagram\n{drawn}\n```\n\n{cited}\n{after}"
    memory = Memory({shop or "shop.py": text, path: written, **(files or {})})
    page = Page(path, Source.from_text(written), formats=builtins(), repository=memory)
    return [finding.message.partition(" (")[0] for finding in lint(page, RULES)]


def member(written: str, name: str = "Box") -> str:
    return f"class {name} {{\n{written}\n}}"


@pytest.mark.parametrize(
    "written",
    [
        "+Color",
        "+color : str",
        "+str color",
        "-dict~str, int~ color",
        "+paint(color) None",
        "+async paint()",
        "color : int",
        "color map[string]Box",
        "color *Box",
        "+color : (Box) => void",
        "+paint(a: Box): int",
        "+std::string paint()",
    ],
)
def test_absent_members(written: str) -> None:
    name = "paint" if "paint" in written else "Color" if "Color" in written else "color"
    assert findings(member(written)) == [f"The diagram shows `{name}` in `Box`, which has no such member"]


@pytest.mark.parametrize(
    "written",
    [
        *("+size", "+Size int", "+isFull() bool", "+close()", "+_size", "+weight", "+int weight$", "+__init__(size)"),
        *(
            "+new()",
            "<<abstract>>",
            "...",
            "+the color of it",
            "+otherThings",
            "+getters()",
            "+ctor(size)",
            "+颜色",
            "+color.red",
            "+color.paint()",
            "+paint_*()",
            "+[Red] color",
            "@red color",
            "+kind color",
            "+kind of color (red or blue)",
            "+paint/fill color",
            "+paint/fill()",
            "+size, color",
        ),
    ],
)
def test_members_that_are_there_and_prose(written: str) -> None:
    assert findings(member(written)) == []


def test_several_absent_members_of_a_class_that_has_one() -> None:
    assert len(findings(member("+size\n+color\n+shape\n+price"))) == 3
    assert findings(member("+color\n+shape\n+price")) == []


def test_a_class_of_which_nothing_is_certain() -> None:
    assert findings(member("+color", "Odd")) == []
    assert findings(member("+color", "Crate")) == []
    assert findings(member("+red\n+green\n+blue")) == []  # another `Box`
    assert findings(member("+color"), text=SHOP + "(") == []
    assert findings(member("+color"), path="plans/page.md") == []
    assert findings(member("+color"), path="wiki/design-of-the-shop.md") == []
    assert findings(member("+color"), path="wiki/extending/boxes.md") == []


def test_the_file_that_is_meant() -> None:
    assert findings(member("+color"), shop="") == []
    java = "class Box { int size; }"
    assert findings(member("+color"), shop="src/Box.java", text=java)
    called_after_it = {"src/Box.java": java}
    wrong = ["The diagram shows `color` in `Box`, which has no such member"]
    assert findings(member("+color"), shop="", text="", files=called_after_it) == wrong
    assert findings(member("+color"), shop="", files=called_after_it) == []  # `shop.py` has one, too
    cited_in_another_section = "\n## Till\n\n[shop.py:1-2]()\n"
    assert findings(member("+color"), shop="", after=cited_in_another_section) == []


def test_methods_that_another_file_may_add() -> None:
    shop = "interface IBox { int Size { get; } }"
    wrong = "The diagram shows `{}` in `IBox`, which has no such member"
    drawn = member("+Paint()\n+Color", "IBox")
    assert findings(drawn, shop="IBox.cs", text=shop) == [wrong.format("Paint"), wrong.format("Color")]
    assert findings(drawn, shop="IBox.cs", text=shop, files={"BoxExtensions.cs": ""}) == [wrong.format("Color")]


def test_bases() -> None:
    wrong = "`Unit` does not have the base `Box`: it has none"
    assert findings("Box <|-- Unit") == [wrong]
    assert findings("Unit --|> Box : uses") == [wrong]
    assert findings("Unit ..|> Box") == [wrong]
    assert findings("Unit <|-- Box\nUnit <|.. Box\nBox --> Unit\nBox --* Unit") == []
    assert findings("Box <|-- Odd\nCrate <|-- Box\nBox <|-- Crate") == []
    further = SHOP + "\n\nclass Lid(Box): ...\n"
    assert findings("Unit <|-- Lid", text=further) == []
    assert findings("Lid <|-- Box", text=further) == ["`Box` does not have the base `Lid`, but `Unit`"]
    structural = "interface Box { a: 1 }\nclass Lid { a: 1 }\n"
    assert findings("Box <|.. Lid", shop="shop.ts", text=structural) == []
