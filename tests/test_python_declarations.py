"""What Python sources declare: read from their text, and compared with what Python's own parser says of them."""

import sysconfig
import textwrap
import warnings
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, strategies as st
from python_oracle import facts_by_ast, facts_of
from test_corpora import CORPUS

from doclint.page.source_file import SourceFile
from doclint.repository.memo import Memo, MemoStore
from doclint.source.model import LONGEST_TEXT, OMITTED, Declaration, SourceDeclarations
from doclint.source.read import read

_LIBRARY = Path(sysconfig.get_paths()["stdlib"])
_HAYSTACK = CORPUS / "wild" / "haystack"
_LEFT_OUT = {"test", "tests", "idlelib", "lib2to3", "site-packages", "turtledemo"}


def declared(text: str) -> SourceDeclarations:
    found = read("python", textwrap.dedent(text).encode())
    assert found is not None
    return found


def named(text: str, name: str) -> Declaration:
    members = list(declared(text).found)
    for part in name.split("."):
        [one] = [member for member in members if member.name == part]
        members = list(one.members)
    return one


def differences(root: Path, step: int = 1) -> tuple[int, list[str]]:
    """Return how many facts about the sources below a folder are equal, and those that differ."""
    equal, different = 0, []
    for path in sorted(root.rglob("*.py"))[::step]:
        data = path.read_bytes()
        if not _LEFT_OUT.isdisjoint(path.relative_to(root).parts):
            continue
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                expected = facts_by_ast(data.decode("utf-8-sig"))
        except (SyntaxError, ValueError):
            continue
        source = read("python", data)
        assert source is not None, path
        found = facts_of(source)
        for key in expected.keys() | found.keys():
            if key in expected and key in found and expected[key] == found[key]:
                equal += 1
            else:
                different.append(f"{path}: {key}: {expected.get(key)} is read as {found.get(key)}")
    return equal, different


def test_standard_library_declares_what_its_parser_says() -> None:
    equal, different = differences(_LIBRARY, 4)  # of the whole, eight facts in a million differ
    assert equal > 15_000
    assert len(different) <= equal / 10_000, "\n".join(different)


@pytest.mark.skipif(not _HAYSTACK.is_dir(), reason=f"no corpora at {CORPUS}")
def test_real_package_declares_what_its_parser_says() -> None:
    equal, different = differences(_HAYSTACK)
    assert equal > 20_000
    assert different == []


def test_comparison_sees_every_kind_of_fact() -> None:
    text = 'class A(B):\n    "C."\n    a: int = 1\n    @d\n    async def f(self, x: int = 2, *y) -> str: ...\n'
    sound = facts_of(declared(text))
    assert sound == facts_by_ast(text)
    changes = [
        *(("B", "D"), ("C.", "E."), ("a:", "b:"), ("int =", "str ="), ("= 1", "= 3"), ("@d", "@e"), ("async ", "")),
        *(("x:", "z:"), ("int = 2", "str = 2"), ("= 2", "= 3"), ("*y", "y=1"), ("str:", "S:"), ("    @d", "\n    @d")),
    ]
    for old, new in changes:
        changed = text.replace(old, new, 1)
        assert facts_by_ast(changed) == facts_of(declared(changed)) != sound, changed


ENUMERATIONS = """
import enum
from enum import Flag, IntEnum as Numbers, auto

class Plain(enum.Enum):
    "About."
    _ignore_ = ["n"]
    _order_ = "A B C D _E F"
    A = 1
    "About A."
    B = C = auto()
    D, _E = "d", ("e", 1)
    f: int
    F: int = 3
    n = 4
    g = lambda self: 1
    h = property(g)
    __private = 5
    def i(self): self.j = 6
    @property
    def k(self): return 1
    @staticmethod
    def l(): ...

class Base(Numbers):
    def i(self): ...

class Derived(Base):
    A = 1
    if A:
        B = 2

class Bits(Flag):
    A = auto()
    B = 2 | 4
    AB = A | B
"""


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_enumerations_have_the_members_that_python_gives_them() -> None:
    module: dict[str, Any] = {"__name__": "enumerations"}
    exec(ENUMERATIONS, module)  # noqa: S102 - it stands above
    for one in declared(ENUMERATIONS).found:
        assert one.kind == "enum"
        members = [member.name for member in one.members if member.kind == "enum-member"]
        ignored = ["n"] if one.name == "Plain" else []  # a list of names is not looked into
        assert [name for name in members if name not in ignored] == [*module[one.name].__members__]


def test_kinds() -> None:
    text = """
        from enum import IntEnum as Numbers
        import typing as t
        a = 1
        B = 2
        c: t.Final = 3
        D: t.TypeAlias = "int | str"
        type E[T: int, *Ts] = list[T]
        async def f(): ...
        class G(Numbers):
            H = 1
            _I = J = 2
            _ignore_ = ["k"]
            __l = 3
            m: int
            n = lambda self: 1
            def o(self): self.p = 4
            class Q: ...
        class R(G):
            S, T = 1, 2
        class U:
            V = 1
            w: t.TypeAlias = int
            x = property(f)
            @property
            def y(self) -> int: ...
            @t.no_type_check
            @functools.cached_property
            def z(self): ...
    """
    found = [(one.kind, one.name) for one in declared(text).found]
    assert found == [
        ("variable", "a"),
        ("constant", "B"),
        ("constant", "c"),
        ("type", "D"),
        ("type", "E"),
        ("function", "f"),
        ("enum", "G"),
        ("enum", "R"),
        ("class", "U"),
    ]
    members = "H=enum-member _I=enum-member J=enum-member _ignore_=field __l=field m=field n=field"
    assert kinds(named(text, "G")) == f"{members} o=method Q=class p=field"
    assert kinds(named(text, "R")) == "S=enum-member T=enum-member"
    assert kinds(named(text, "U")) == "V=field w=type x=property y=property z=property"
    assert (named(text, "E").type_parameters, named(text, "E").value) == (("T", "Ts"), "list[T]")
    assert named(text, "U.y").type == "int"


def kinds(declaration: Declaration) -> str:
    return " ".join(f"{one.name}={one.kind}" for one in declaration.members)


@pytest.mark.parametrize(
    "text",
    [
        "class Enum: ...\nclass A(Enum):\n    B = 1",
        "from sqlalchemy import Enum\nclass A(Enum):\n    B = 1",
        "from .compat import StrEnum\nclass A(StrEnum):\n    B = 1",  # another source decides
        "import enum\nclass A(enum.EnumMeta):\n    B = 1",
    ],
)
def test_classes_that_are_no_enumerations_here(text: str) -> None:
    assert named(text, "A").kind == "class"
    assert named(text, "A.B").kind == "field"


def test_text_is_evened_outside_of_strings() -> None:
    text = """
        def f(
            a: dict[  # of names
                str,
                "b  c",
            ] = {
                'd  e': 1,  # "f
            },
            g=x \\
                + 1, \\
            h: "a #b" = ( 1 ),
        ) -> list[
            int
        ]: ...
    """
    [signature] = named(text, "f").signatures
    assert [(one.type, one.default) for one in signature.parameters] == [
        ('dict[str, "b  c",]', "{'d  e': 1,}"),
        ("", "x + 1"),
        ('"a #b"', "( 1 )"),
    ]
    assert signature.returns == "list[int]"


def test_long_text_is_left_out_but_said_to_be_there() -> None:
    fits, long = "a" * LONGEST_TEXT, "a" * (LONGEST_TEXT + 1)
    text = f"@d({long})\ndef f(b={fits}, c={long}, d: {long} = 1): ...\ne = {long}"
    assert [one.default for one in named(text, "f").signatures[0].parameters] == [fits, OMITTED, "1"]
    assert named(text, "f").signatures[0].parameters[2].type == OMITTED
    assert named(text, "f").decorators == (f"d({OMITTED})",)
    assert named(text, "e").value == OMITTED


def test_values_that_no_expression_shows_are_left_out() -> None:
    text = "a, (b, c) = x\nfor d in x: ...\nwith x as e, (y): ...\nf, *g = 1, 2\nh, i = 1, 2\n"
    assert [(one.name, one.value) for one in declared(text).found] == [
        *((name, OMITTED) for name in "abcdefg"),
        ("h", "1"),
        ("i", "2"),
    ]


def test_attributes_that_methods_assign() -> None:
    text = '''
        class A:
            own: int = 1
            __slots__ = ("slot", "given")
            def __new__(cls): self = object.__new__(cls); self.made = 1; return self
            def __init__(this):  # a comment
                this.own = 2
                this.plain = this.twice = 3
                this.typed: int = 4
                # on `typed`
                """What `typed` is."""
                this.given, (this.inner, *this.rest) = 5, x
                if x:
                    this.perhaps = 6
                class B:
                    def f(this): this.other = 7
                this.after = 8
                other.no = 9
                x = this.read
            @classmethod
            def make(cls): cls.of_class = 10
            @staticmethod
            def static(x): x.no = 11
            def late(self):
                self.late_typed = 12
                for self.item in x: ...
                with x as self.file: ...
            def later(self): self.late_typed: str = "13"
            def own_again(self): self.late = 14
    '''
    found = named(text, "A")
    fields = {one.name: one for one in found.members if one.kind == "field"}
    assert {name: one.value for name, one in fields.items()} == {
        "own": "1",
        "__slots__": '("slot", "given")',
        "made": "1",
        "plain": "3",
        "twice": "3",
        "typed": "4",
        "given": OMITTED,
        "inner": OMITTED,
        "rest": OMITTED,
        "perhaps": "6",
        "after": "8",
        "of_class": "10",
        "late_typed": '"13"',
        "item": OMITTED,
        "file": OMITTED,
        "slot": None,
    }
    assert fields["typed"].docstring == "What `typed` is."
    assert (fields["typed"].type, fields["late_typed"].type) == ("int", "str")
    assert [name for name in ("plain", "typed", "perhaps", "late_typed") if fields[name].is_conditional] == [
        "perhaps",
        "late_typed",
    ]


def test_overloads_are_one_function_with_its_implementation_last() -> None:
    text = """
        class A:
            @overload
            def f(self, a: int) -> int: "Of one."
            @typing.overload
            def f(self, a: str, b: str) -> str: ...
            def f(self, a, b=None): ...
            def f(self): ...
    """
    first, second = named(text, "A").members
    assert [(one.line, one.returns) for one in first.signatures] == [(4, "int"), (6, "str"), (7, "")]
    assert (first.start, first.line, first.docstring) == (3, 7, "Of one.")
    assert len(second.signatures) == 1


def test_accessors_of_a_property_are_no_members() -> None:
    text = """
        class A:
            @property
            def p(self) -> int: "Doc."
            @p.setter
            def p(self, value): self.q = value
            @p.deleter
            def p(self): ...
            @Base.r.setter
            def r(self, value): ...
    """
    assert kinds(named(text, "A")) == "p=property r=property q=field"
    assert named(text, "A.p").docstring == "Doc."


def test_what_binding_fills() -> None:
    text = """
        class A:
            def f(self, a): ...
            @classmethod
            def g(cls, a): ...
            @staticmethod
            def h(a): ...
            def i(*a): ...
            def __new__(cls, a): ...
        def j(self): ...
    """
    methods = [*named(text, "A").members, named(text, "j")]
    bound = {
        one.name: [parameter.name for parameter in one.signatures[0].parameters if parameter.is_bound]
        for one in methods
    }
    assert bound == {"f": ["self"], "g": ["cls"], "h": [], "i": [], "__new__": ["cls"], "j": []}
    assert [one.name for one in methods if one.is_static] == ["h"]


def test_lines_leave_comments_out() -> None:
    text = """\
        @a  # b
        # c
        @d
        class A:
            x = (
                1
            )
            # d
            def f(self):
                if y:
                    z
                    # e
            # f
    """
    found = named(text, "A")
    assert (found.start, found.line, found.end) == (1, 4, 11)
    assert [(one.start, one.line, one.end) for one in found.members] == [(5, 5, 7), (9, 9, 11)]


def test_conditional_definitions() -> None:
    text = """
        try: import x
        except ImportError:
            def f(): ...
        if TYPE_CHECKING: a: int
        else: b = 1
        class A:
            if x:
                c = 1
    """
    assert [(one.name, one.is_conditional) for one in declared(text).found] == [
        ("f", True),
        ("a", True),
        ("b", False),
        ("A", False),
    ]
    assert named(text, "A.c").is_conditional


def test_who_may_use_what() -> None:
    text = "a = _b = __c__ = 1\nclass D:\n    _e = __f = g = 1\n    def __init__(self): ..."
    assert public(declared(text).found) == ["a", "__c__", "D"]
    assert public(named(text, "D").members) == ["g", "__init__"]
    assert public(declared("__all__ = ['_b']\n__all__ += ['c']\n" + text + "\nc = 1").found) == ["_b", "c"]
    assert public(declared("__all__ = names()\n" + text).found) == []
    assert public(declared("__all__ = ['a']\n__all__ += names()\n" + text).found) == ["a"]


def public(declarations: Iterable[Declaration]) -> list[str]:
    return [one.name for one in declarations if one.is_public]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("@dataclass\nclass A: ...", "it has the decorator `dataclass`"),
        ("from dataclasses import dataclass\n@dataclass(frozen=True)\nclass A: ...", ""),
        ("@registry.add(1)\nclass A: ...", "it has the decorator `registry.add`"),
        ("class A(B, metaclass=C): ...", "it has a metaclass"),
        ("import abc\nclass A(B, metaclass=abc.ABCMeta): ...", ""),
        ("class A(**k): ...", "its keywords are computed"),
        ("class A:\n    def __getattr__(self, name): ...", "it defines `__getattr__`"),
        ("class A:\n    def f(self): setattr(self, name, 1)", "it sets attributes whose names are computed"),
        ("class A: ...\nA.b = 1", "its module sets attributes of it"),
        ("class A:\n    class B:\n        def f(self): vars(self)", ""),
    ],
)
def test_classes_that_may_have_more_members(text: str, reason: str) -> None:
    assert named(text, "A").is_open == reason


def test_docstrings() -> None:
    text = '''"""About
        the module."""
A = 1
"""A string behind
    a constant."""
B = 2
f()
"""No docstring."""
if x:
    C = 3
"""No docstring."""
def f():
    r"""Raw \\d."""
def g():
    f"""Not {plain}."""
class H:
    """One.

        Two.
    """
    i: int  # first
    # then
    "Of a field."
'''
    assert declared(text).docstring == "About\nthe module."
    found = {one.name: one.docstring for one in declared(text).found}
    assert found == {
        "A": "A string behind\na constant.",
        "B": "",
        "C": "",
        "f": r"Raw \d.",
        "g": "",
        "H": "One.\n\nTwo.",
    }
    assert named(text, "H.i").docstring == "Of a field."


def test_answers_are_kept_from_one_run_to_the_next() -> None:
    data = textwrap.dedent("class A:\n    class B:\n        def f(self, a: int = 1): ...\n").encode()
    store: dict[tuple[str, str], bytes] = {}
    memo = Memo(MemoStore(Store(store), "key"))
    before = SourceFile("a.py", data, memo=memo).declarations
    store |= {("key", key): value for key, value in memo.taken().items()}
    assert len(store) == 1
    again = Memo(MemoStore(Store(store), "key"))
    assert SourceFile("a.py", data, memo=again).declarations == before
    assert before is not None
    assert before.found[0].members[0].members[0].name == "f"
    assert again.taken() == {}


class Store:
    def __init__(self, facts: dict[tuple[str, str], bytes]) -> None:
        self._facts = facts

    def fact(self, key: tuple[str, str]) -> bytes | None:
        return self._facts.get(key)


def test_what_is_around_an_error_is_read() -> None:
    found = declared("def f(a, b): ...\nclass A:\n    def g(self): ...\ndef (:\nx = 1")
    assert found.is_broken
    assert {"f", "A"} <= {one.name for one in found.found}


def deep(depth: int) -> str:
    return "".join(f"{' ' * at}class C{at}:\n" for at in range(depth)) + " " * depth + "x = 1"


def test_very_deep_classes_are_open() -> None:
    one = named(deep(40), "C0")
    while one.members:
        [one] = one.members
    assert one.is_open == "it cannot be read"


def numbered(text: str) -> Iterator[str]:
    return (text.replace("0", str(number)) for number in range(20_000))


@pytest.mark.parametrize(
    "text",
    [
        f"x = {'(' * 50_000}{')' * 50_000}",
        f"def f(a={'(' * 50_000}",
        f"def f({', '.join(f'a{number}: int = 1' for number in range(100_000))}): ...",
        deep(900),
        "@overload\ndef f(): ...\n" * 5_000,
        "class A:\n  def f(self):\n" + "".join(numbered("    self.x0 = 1\n    'x'\n")),
        "class A:\n  def f(self):\n" + "".join(numbered("    class B0: ...\n    self.x0 = 1\n")),
        "class A:\n" + "  @x.setter\n  def x(self): self.y = 1\n" * 5_000,
        f"class A({', '.join(numbered('B0=1, C0'))}): ...",
        "class A:\n  x = 1\n" + "  # c\n" * 5_000,
        f"{' = '.join(numbered('a0'))} = 1",
        f"{', '.join(numbered('a0'))} = {'1, ' * 20_000}",
        "x = 1\n" + "'x'\n" * 20_000,
    ],
    ids="nested open parameters deep overloads attributes local accessors bases comments chain tuple strings".split(),
)
def test_hostile_modules_end(text: str) -> None:
    read("python", text.encode())


@given(st.binary())
def test_any_bytes_give_an_answer(data: bytes) -> None:
    read("python", data)


_TOKENS = (
    "class def if else : ( ) = a B self.x . , * / ** @ @property @overload import from as \n \n\x20\x20 __all__ += [ ]"
    " 'x' with for in type enum.Enum __slots__ self.x=1 -> \\\n # # \n lambda async"
)


@given(st.lists(st.sampled_from([*_TOKENS.split(" "), " "])))
def test_any_words_give_an_answer(words: list[str]) -> None:
    read("python", " ".join(words).encode())


@given(
    st.lists(
        st.sampled_from(["a", "  ", "\n", "\\\n", "#b\n", "'c  d'", "(", ")", ",", '"""e\n  f"""', "+"]), max_size=12
    )
)
def test_evened_text_means_the_same(parts: list[str]) -> None:
    source = f"x = [{''.join(parts)}\n]"
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            expected = facts_by_ast(source)
    except SyntaxError:
        return
    assert facts_of(declared(source)) == expected
