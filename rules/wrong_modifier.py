from collections.abc import Iterator, Set as AbstractSet
from functools import partial

import doclint
from doclint import Capture, Invalid, Message, Page, Span, Valid, Violation, kit
from doclint.kit import MemberRule, expression

from ._member_pages import TYPED_MEMBERS, member_page
from ._names import with_article
from ._pages import format_in
from ._remedies import INSPECT

_STATIC, _INSTANCE, _READONLY = "static", "instance", "readonly"
_CALLED = frozenset({"function", "method"})
_VALUES = frozenset({"class", "constant", "enum", "member", "property", "variable"})
_WORDS = frozenset({"abstract", "protected", _READONLY, _STATIC})
_OF_RUST = frozenset({"const", "unsafe"})
_OF_CSHARP = frozenset({"abstract", "override", _READONLY, "required", "sealed", _STATIC, "virtual"})
_ACCESSORS = frozenset({"get", "init", "set"})
_PYTHON = {"classmethod": "a class method", "exception": "an exception", _STATIC: _STATIC, "property": "a property"}
_SETTER = ".setter"  # decorates a property, too
_KNOWN = frozenset({"abstractmethod", "classmethod", "property", "staticmethod"})
_TAGGED = expression(r"(?m)^[ \t]*+@readonly\b")
_MOVING = expression(r"@(?:instance|kind|lends|member[oO]f|name|static)\b")
_invalid = partial(Invalid, path="docs/Basket.md", format=TYPED_MEMBERS)
_valid = partial(Valid, path="docs/Basket.md", format=TYPED_MEMBERS)
_WORDED = format_in("wrong_modifier_words")
_PROPERTY = format_in("wrong_modifier_accessors")
_ACCESSED = "# Class Basket\n\n## Size\n\n```csharp\npublic int Size {{ {} }}\n```\n"
_SHOP = {"shop.cs": "public class Basket { public int Size { get; private set; } }\n"}
_CALLS = {"shop.ts": "export class Basket {\n  /** Fills it. */\n  fill() {}\n  static empty() {}\n}\n"}
_DECORATED = format_in("wrong_modifier_decorators")
_SHOWN = format_in("wrong_modifier_fences")
_METHODS = {
    "shop.py": "class Basket:\n    @classmethod\n    def make(cls): ...\n    @property\n    def size(self): ...\n"
    "    @other\n    def owner(self): ...\n    def fill(self): ...\n\n\nclass Empty(KeyError): ...\n"
}
_RAISING = format_in("wrong_modifier")
_HEADINGS = "# Class Basket\n\n## {}make\n\n## {}size\n\n## owner\n\n## {}fill\n"


def _typed(members: str) -> dict[str, str]:
    return {"shop.ts": f"export class Basket {{\n  {members}\n}}\n"}


_FILES = _typed("protected readonly size: number\n  static owner: string")


class WrongModifier(MemberRule):
    """A page gives a member a modifier that it does not have, or leaves one out: `readonly`, `static`, `abstract`.

    Readers assign to what cannot be changed, or call on a class what only its instances have.

    The rule checks members of classes and interfaces whose format has the hole `modifiers`, `static` or `readonly`, and
    in Python methods by `classmethod`, `static` and `property`, unless they have decorators of other kinds, and classes
    by `exception`, if all their bases are known; of classes in C# and their members, the modifiers in front of the
    name; and of functions in Rust, `const` and `unsafe`. A comment may have the word as a tag (`@readonly`), and tags
    such as `@memberof` may move a member: then nothing is certain. A page may also contradict itself: it may call a
    member static in one place and an instance member in another, or call something a property under the heading of a
    method.
    """

    family = "members"
    severity = "error"
    claims = "signature"
    reads = {
        "{classmethod} of signature",
        "{classmethod} of symbol",
        "{exception} of symbol",
        "{instance} of symbol",
        "{kind} of symbol",
        "{modifiers} of signature",
        "{property} of signature",
        "{property} of symbol",
        "{readonly} of symbol",
        "{static} of signature",
        "{static} of symbol",
    }
    covers = ("K23",)
    remedy = INSPECT
    messages = {
        "extra": Message(
            "The page calls `{name}` {word}, but its declaration does not ({place})", key=("name", "word")
        ),
        "missing": Message("`{name}` is {word}, but the page does not say so ({place})", key=("name", "word")),
        "accessor-extra": Message(
            "The page shows `{name}` with the accessor `{word}`, which its declaration does not have ({place})",
            key=("name", "word"),
        ),
        "accessor-missing": Message(
            "`{name}` has the accessor `{word}`, which the page does not show ({place})", key=("name", "word")
        ),
        "contrary": Message("The page calls `{name}` {word}, and elsewhere {other}", key=("name", "word")),
    }
    examples = (
        _invalid(
            _HEADINGS.format("", "", "property "),
            files=_METHODS,
            format=_DECORATED,
            lines={3: "missing", 5: "missing", 9: "extra"},
        ),
        _valid(_HEADINGS.format("class method ", "property ", ""), files=_METHODS, format=_DECORATED),
        _invalid("# Shop\n\n## exception Basket\n", files=_METHODS, format=_RAISING, lines={3: "extra"}),
        _valid("# Shop\n\n## exception Empty\n", files=_METHODS, format=_RAISING),
        *(
            _invalid(
                f"# Class Basket\n\n## fill\n\n```python\n@{word}\ndef fill(self)\n```\n",
                files=_METHODS,
                format=_SHOWN,
                lines={6: "extra"},
            )
            for word in ("classmethod", "property")
        ),
        _invalid(_ACCESSED.format("get; set;"), files=_SHOP, format=_PROPERTY, lines={6: "accessor-extra"}),
        _invalid(_ACCESSED.format("set;"), files=_SHOP, format=_PROPERTY, lines={6: "accessor-missing"}),
        _valid(_ACCESSED.format("get;"), files=_SHOP, format=_PROPERTY),
        _invalid(
            member_page("protected size", "readonly static owner"), files=_FILES, lines={6: "missing", 12: "extra"}
        ),
        _valid(member_page("protected readonly size", "static owner"), files=_FILES),
        _valid(member_page("readonly size", "owner"), files=_typed("/** @readonly */ size: number; owner: string")),
        _invalid(
            "# Class Basket\n\n## static fill\n\n## empty\n",
            files=_typed("fill() {}\n  static empty() {}"),
            lines={3: "extra", 5: "missing"},
        ),
        _valid(member_page("readonly size", "owner"), files=_typed("get size() { return 1 }\n  owner: string")),
        _valid(
            "# Class Basket\n\n## static fill\n\n## static empty\n",
            files=_typed("/** @memberof Basket */\n  fill() {}\n  static empty() {}"),
        ),
        _invalid(
            "# Class Basket\n\n## fill()\n\nKind: property\n\n## static empty()\n\nKind: instance method\n",
            files=_CALLS,
            format=_WORDED,
            lines={5: "contrary", 9: "contrary"},
        ),
        _invalid(
            "# Class Basket\n\n## fill()\n\nKind: method, read-only\n", files=_CALLS, format=_WORDED, lines={5: "extra"}
        ),
        _valid(
            "# Class Basket\n\n## fill()\n\nKind: instance method\n\n## static empty()\n\nKind: method\n",
            files=_CALLS,
            format=_WORDED,
        ),
        _valid(
            "# Class Basket\n\n## size()\n\nKind: property, read-only\n\n## fill()\n\nKind: method\n",
            files=_typed("/** How many. */\n  get size() { return 1 }\n  fill() {}"),
            format=_WORDED.replace('defines = "method"', 'defines = ["method", "property"]'),
        ),
        _invalid(
            "# Class Basket\n\n## size\n\n```ts\nstatic size: number\n```\n",
            files=_FILES,
            format=TYPED_MEMBERS.replace("{modifiers:words}", "[{static='static '}]"),
            lines={3: "extra"},
        ),
        _valid("# Class Basket\n\n## static fill\n", files=_typed("static fill() {}\n  private fill() {}")),
        _valid("# Class Basket\n\n## static fill\n", files={"shop.ts": "export interface Basket { fill(): void }\n"}),
    )

    def check_symbols(self, page: Page) -> Iterator[Violation]:
        wrong: set[int] = set()
        for one in kit.compared(page):
            if one.types.dialect == "python":
                yield from _of_python(page, one)
                continue
            # The members of a constant are readonly by `as const`.
            is_member = one.declaration.kind in ("field", "method", "property")
            is_type = one.declaration.kind == "class" and one.types.language == "csharp" and not one.declaration.is_open
            is_function = one.declaration.kind == "function" and one.types.language == "rust"
            if is_type or is_function or (is_member and one.outer and one.outer[-1].kind != "constant"):
                for violation in self._check(page, one):
                    wrong.add(id(one.symbol))
                    yield violation
            stated, spec = one.symbol.says(_READONLY), kit.spec_of(page, one.symbol)
            if stated and not _may_be_read_only(one):
                yield one.violation(stated.span, "extra", name=one.symbol.qualified, word=_READONLY)
            elif not stated and _TAGGED.search(one.declaration.docstring) and kit.can_say(page, spec, _READONLY):
                yield one.violation(one.symbol.name.span, "missing", name=one.symbol.qualified, word=_READONLY)
        for symbol in kit.every_symbol(page):
            if id(symbol) not in wrong:
                yield from _contradictions(symbol)

    def _check(self, page: Page, one: "kit.Compared") -> Iterator[Violation]:
        known = frozenset(one.declaration.modifiers) | ({_STATIC} if one.declaration.is_static else set())
        for place, said, sayable in _statements(page, one):
            wrong = sorted(word for word in (said ^ known) & sayable if _is_certain(one, word))
            if not wrong:
                page.claim("signature", place.span, related=(one.lines,))
                continue
            message = "extra" if wrong[0] in said else "missing"
            message = f"accessor-{message}" if wrong[0] in _ACCESSORS else message
            yield one.violation(place.span, message, name=one.symbol.qualified, word=wrong[0])
            return


def _of_python(page: Page, one: "kit.Compared") -> Iterator[Violation]:
    """Yield that a page takes a method for one of the class, a static one or a property, or does not."""
    own, symbol = one.declaration, one.symbol
    said = symbol.said("exception") if own.kind == "class" else None
    if said and not kit.documented.may_inherit(page, one, "with_traceback"):
        yield one.violation(said.span, "extra", name=symbol.qualified, word=_PYTHON["exception"])
    if own.kind not in ("method", "property") or not one.outer or not _KNOWN.issuperset(own.decorator_names):
        return
    shapes = [each.shape for each in symbol.signatures]
    shown = page.text(Span(symbol.span.start, max(symbol.span.end, *(each.span.end for each in shapes), 0)))
    known = {
        "classmethod": "classmethod" in own.decorator_names,
        _STATIC: own.is_static,
        "property": own.kind == "property" and _SETTER not in shown,
    }
    for word, is_so in known.items():
        specs = (kit.spec_of(page, symbol), *(each.element for each in shapes))
        can_say = any(kit.can_say(page, each, word) for each in specs)
        is_called = word == "property" and symbol.kinds == ("method",) and symbol.section is not None
        said = symbol.said(word)
        if said and not is_so:
            yield one.violation(said.span, "extra", name=symbol.qualified, word=_PYTHON[word])
        elif is_so and not said and (can_say or is_called) and word not in shown:
            yield one.violation(symbol.name.span, "missing", name=symbol.qualified, word=_PYTHON[word])


def _contradictions(symbol: "doclint.DocumentedSymbol") -> Iterator[Violation]:
    """Yield where a page contradicts itself: a member is static and an instance member, or is called a function but has
    the heading of a value, or the reverse.
    """
    static, instance, kind = map(symbol.says, (_STATIC, _INSTANCE, "kind"))
    if static and instance:
        second = max(static, instance, key=lambda one: one.start)
        words = (_INSTANCE, _STATIC) if second is instance else (_STATIC, _INSTANCE)
        yield Violation(second.span, "contrary", name=symbol.qualified, word=words[0], other=words[1])
    is_called = _CALLED.issuperset(symbol.kinds)
    others = (_VALUES if is_called else _CALLED).difference(symbol.kinds)
    if kind and kind.text in others and "module" not in symbol.kinds:
        other = with_article(symbol.kinds[0] if is_called or symbol.kinds[0] != "definition" else "something else")
        yield Violation(kind.span, "contrary", name=symbol.qualified, word=with_article(kind.text), other=other)


def _statements(page: Page, one: "kit.Compared") -> Iterator[tuple[Capture, AbstractSet[str], AbstractSet[str]]]:
    """Yield the modifiers that a page gives a member in one place, and those that it could give it there."""
    symbol = one.symbol
    # The comment of a field in JSDoc may be where a method assigns it, with tags of its own.
    is_method = one.declaration.kind == "method" and kit.can_say(page, kit.spec_of(page, symbol), _STATIC)
    shown = (each.shape for each in symbol.signatures if each.shape.captures)
    shows = any(kit.can_say(page, one.element, _STATIC) for one in shown)
    if is_method or shows:
        yield symbol.name, {_STATIC} if symbol.said(_STATIC) else set(), {_STATIC}
    for shape in [each.shape for each in symbol.signatures if not kit.documented.other_name(one, each)]:
        words = shape.captures.get("modifiers")
        if one.types.language == "csharp" and "symbol" in shape.spans:
            start, end = shape.spans["symbol"]
            before, after = shape.code.text[:start], shape.code.text[end:]
            sayable = frozenset() if bool(one.outer) and one.outer[-1].kind == "interface" else _OF_CSHARP
            said = sayable.intersection(before.split())
            if "{" in after and not _ACCESSORS.isdisjoint(one.declaration.modifiers):
                said |= _ACCESSORS.intersection(after.replace(";", " ").split())
                sayable |= _ACCESSORS
            yield shape.captures.get("symbol", symbol.name), said, sayable
        if words is not None and one.types.language == "rust":
            yield shape.captures.get("symbol", symbol.name), _OF_RUST.intersection(words.text.split()), _OF_RUST
        if words is not None and one.types.dialect == "typescript":
            said = _WORDS.intersection(words.text.lower().split())
            yield shape.captures.get("symbol", symbol.name), said, said if "modifiers" in shape.hides else _WORDS


def _may_be_read_only(one: "kit.Compared") -> bool:
    """Whether a member may be read-only: a modifier or its comment says so, it has no comment, or it is computed."""
    said, is_computed = one.declaration.docstring, one.declaration.kind == "property"
    return not said or is_computed or f"@{_READONLY}" in said or _READONLY in one.declaration.modifiers


def _is_certain(one: "kit.Compared", word: str) -> bool:
    """Whether a member has a modifier by its declaration alone."""
    declaration = one.declaration
    if f"@{word}" in declaration.docstring or (word == _READONLY and declaration.kind != "field"):
        return False
    if one.types.dialect != "typescript" and len(declaration.signatures) > 1:
        return False  # one of several overloads may be static
    is_in_class = bool(one.outer) and one.outer[-1].kind == "class" and not _MOVING.search(declaration.docstring)
    return word != _STATIC or declaration.kind == "class" or is_in_class
