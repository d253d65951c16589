"""Outlines of Python sources: what a module declares is the same with and without the bodies of its functions."""

import re
import sysconfig
import textwrap
import time
from pathlib import Path

import pytest

from doclint.source.languages import python
from doclint.source.languages.python_text import outline
from doclint.source.model import SourceDeclarations
from doclint.source.read import read

_STANDARD = Path(sysconfig.get_path("stdlib"))
_METHODS = """
class Basket:
    def add(self, *fruits: "list[str]", sep=")") -> dict[str, int]:  # of any kind
        '''Add some.

def hidden(): pass
    '''
        self.fruits = [
    1]
        # def other(): a comment
# less

        text = f"{self.fruits['a']}" + '\\'' \\
  + "b"
        if text:
            return self
        # self.trailing = 1

    async def empty(
        self,
    ):
        self.last = 2
        return self

def last(): return 1
after = 1
"""


def _kept(text: str) -> str:
    return " ".join(outline(text.encode()).decode().split())


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("\ndef f(a):\n    b = a\n    return b + 1\nc = 1\n", "def f(a): 0 c = 1"),
        ("\ndef f(a):\n\tb = a\n\treturn b\nc = 1\n", "def f(a): return b c = 1"),
        ("\nclass C:\n\tdef f(a):\n\t\tpass\n\td = 1\n", "class C: def f(a): 0 d = 1"),
        ("\ndef f(a): return a\nclass C:\n    d = 1\n", "def f(a): return a class C: d = 1"),
        ("\nd = '''\ndef f():\n    a'''\n", "d = ''' def f(): a'''"),
        ("\ndef f():\n    a = '''\n'''\nc = 1\n", "def f(): a = ''' ''' c = 1"),
        ("\ndef f():\n    a = '''\nc = 1\n", "def f(): a = ''' c = 1"),
        ("\r\ndef f():\r\n    a\r\n\r\n    b\r\nc = 1\r\n", "def f(): 0 c = 1"),
        ('# a\n\nr"""Some\n\'text\'. \\"""\n  """  # b\nc = 1\n', '# a r""" """ # b c = 1'),
        ('a = 1\n"""Some\ntext."""\n', 'a = 1 """Some text."""'),
    ],
)
def test_bodies_are_left_out(text: str, kept: str) -> None:
    assert _kept(text) == kept


def test_what_is_left_keeps_its_place() -> None:
    text = _METHODS.replace("self.fruits = [\n    1]", "self.fruits(self.last, a=[\n            1])")
    before, after = text.encode().split(b"\n"), outline(text.encode()).split(b"\n")
    assert len(before) == len(after)
    assert all(
        old == new or not new.strip() or (new.strip() == b"0" and len(new) == len(old))
        for old, new in zip(before, after, strict=True)
    )
    assert b"def add" in after[2]
    assert b"hidden" not in b"".join(after)


def test_a_docstring_keeps_its_lines_and_what_follows_it() -> None:
    before = b'"""License\n\n  of a fruit"""; import re\n\ndef f():\n    pass\n\nc = 1\n'
    after = outline(before)
    assert after == b'"""\n\n            """; import re\n\ndef f():\n       0\n\nc = 1\n'
    found = read("python", before)
    assert found is not None
    assert [(one.name, one.line) for one in (*found.further, *found.found)] == [("re", 3), ("f", 5), ("c", 8)]


def _whole(data: bytes, monkeypatch: pytest.MonkeyPatch) -> SourceDeclarations | None:
    with monkeypatch.context() as context:
        context.setattr(python, "outline", lambda data: data)
        return read("python", data)


@pytest.mark.parametrize(
    "name", [*(path.name for path in sorted(_STANDARD.glob("[a-d]*.py"))), "typing.py", "turtle.py"]
)
def test_real_modules_offer_the_same(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    data = (_STANDARD / name).read_bytes()
    assert read("python", data) == _whole(data, monkeypatch)


@pytest.mark.parametrize("old", ["", "\n", "\n    ", "self", "'''", ")", '"'])
def test_methods_offer_the_same(old: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever is missing somewhere, no name is lost that the whole source has, unless the module is open."""
    for match in re.finditer(re.escape(old), _METHODS) if old else [re.search("", _METHODS)]:
        assert match is not None
        data = (_METHODS[: match.start()] + _METHODS[match.end() :]).encode()
        found, whole = read("python", data), _whole(data, monkeypatch)
        assert found is not None
        assert whole is not None
        assert found.is_open or found == whole or (whole.is_broken and _names(whole) <= _names(found))


def _names(found: SourceDeclarations) -> set[str]:
    return {name for one in found.found for name in (one.name, *(member.name for member in one.members))}


@pytest.mark.parametrize(
    "statement",
    [
        "self.a = 1",
        "self . a: int",
        "b = self.a = 1",
        "b, (self.a, c) = d",
        "(\n            self.a,\n        ) = b",
        "[self.a] = b",
        "if b: self.a = 1",
        "for b, self.a in c: pass",
        "async for self.a in c: pass",
        "with b as self.a: pass",
        "with b as (c, self.a): pass",
        f"{'b, ' * 200}self.a = c",
    ],
)
def test_methods_that_assign_attributes_stay(statement: str) -> None:
    text = f"class C:\n    def f(self):\n        {statement}\n        g()\n"
    assert outline(text.encode()).decode() == text
    found = read("python", text.encode())
    assert found is not None
    assert [one.name for one in found.found[0].members] == ["f", "a"]


@pytest.mark.parametrize(
    "statement",
    ["self.a == 1", "if self.a: pass", "b(self.a, c=1)", "b[self.a] = 1", "other.self.a = 1", "for b in self.a: pass"],
)
def test_methods_that_only_use_attributes_are_left_out(statement: str) -> None:
    assert b"self.a" not in outline(f"class C:\n    def f(self):\n        {statement}\n        g()\n".encode())


def test_broken_body_hides_nothing() -> None:
    found = read("python", textwrap.dedent(_METHODS).replace("text = f", "text = (").encode())
    assert found is not None
    names = [one for one in found.found if one.name in ("Basket", "last", "after")]
    assert len(names) == 3


@pytest.mark.parametrize(
    "bomb",
    [
        '"""\\',
        "def a(\n",
        '\ndef a("""\\"',
        '\ndef a(\\"""',
        "\ndef a():\n ",
        '\\"',
        "\ndef a(b=((",
        "\n\tdef a():\n\t  '''\n",
        "'\"",
        "\ndef a()->'''",
    ],
)
def test_twice_as_much_is_twice_the_work(bomb: str) -> None:
    def seconds(times: int) -> float:
        start = time.process_time()
        outline(b"\n" + bomb.encode() * times)
        return time.process_time() - start

    few, many = seconds(5_000), seconds(20_000)
    assert many < 10 * few + 0.2
