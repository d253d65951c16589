"""Members of classes, interfaces, enumerations and objects in JavaScript and TypeScript."""

from msgspec import Struct

from doclint.source.languages.comments import DocumentedNode, documented_nodes
from doclint.source.languages.ecmascript_signatures import (
    EcmascriptText,
    is_function,
    line_of,
    signature_of,
    with_function,
    with_value,
)
from doclint.source.languages.joining import DeclarationList
from doclint.source.languages.nodes import last_line
from doclint.source.model import OMITTED, Declaration, DeclarationKind, DeclaredSignature
from doclint.source.trees import Node

_METHODS = {"method_definition", "method_signature", "abstract_method_signature", "construct_signature"}
_FIELDS = {"public_field_definition", "field_definition", "property_signature"}
_CONSTRUCTOR = "constructor"
_MODIFIERS = frozenset({"abstract", "readonly"})


class EcmascriptBody(Struct, frozen=True):
    """What is between the braces of a class, an interface or an object.

    `signatures` are the ways to call an object with such members, and `is_open` says why it may have others.
    """

    members: tuple[Declaration, ...] = ()
    signatures: tuple[DeclaredSignature, ...] = ()
    is_open: str = ""


def body_of(text: EcmascriptText, block: "Node | None") -> EcmascriptBody:
    """Return the members in the braces of a class, an interface, or the type of an object; none for None."""
    reader = _BodyReader(text)
    for item in documented_nodes(text.data, block) if block is not None else ():
        reader.read(item)
    return reader.body()


def enum_members(text: EcmascriptText, block: "Node | None") -> tuple[Declaration, ...]:
    """Return the members of an enumeration, given its braces, with the values that they are assigned."""
    found = []
    for item in documented_nodes(text.data, block) if block is not None else ():
        name = item.node.child_by_field_name("name") or item.node
        value = item.node.child_by_field_name("value")
        if item.node.type != "ERROR":
            found.append(
                Declaration(
                    "enum-member",
                    text.name(name),
                    line_of(name),
                    line_of(item.node),
                    last_line(item.node),
                    value=text.written(value) if value is not None else None,
                    docstring=item.docstring,
                )
            )
    return tuple(found)


class Head(Struct, frozen=True):
    """What is around the name of a declaration: keywords and marks (`static`, `?`), access, and decorators."""

    words: frozenset[str]
    access: str
    decorators: tuple["Node", ...]

    @property
    def is_hidden(self) -> bool:
        return self.access in ("private", "protected")


def head_of(text: EcmascriptText, node: "Node") -> Head:
    """Return the head of a declaration."""
    words = set()
    access = ""
    decorators = []
    for child in node.children:
        if not child.is_named:
            words.add(child.type)
        elif child.type == "accessibility_modifier":
            access = text.written(child)
        elif child.type == "decorator":
            decorators.append(child)
    return Head(frozenset(words), access, tuple(decorators))


class _BodyReader:
    """The members that were read so far."""

    def __init__(self, text: EcmascriptText) -> None:
        self._text = text
        self._found = DeclarationList()
        self._signatures: list[DeclaredSignature] = []
        self._is_open = ""

    def body(self) -> EcmascriptBody:
        return EcmascriptBody(self._found.finished(), tuple(self._signatures), self._is_open)

    def read(self, item: DocumentedNode) -> None:
        node = item.node
        if node.type in _METHODS:
            self._read_method(item)
        elif node.type in _FIELDS:
            self._read_field(item)
        elif node.type == "call_signature":
            self._signatures.append(signature_of(self._text, node))
        elif node.type == "index_signature":
            self._opens("it has an index signature")
        elif node.type == "pair":
            self._read_pair(item)
        elif node.type == "shorthand_property_identifier":
            self._found.add(self._member("field", node, item)._replace(value=self._text.written(node)))
        elif node.type == "spread_element":
            self._opens(f"it has the members of `{self._text.written(node).removeprefix('...')}`")

    def _opens(self, why: str) -> None:
        self._is_open = self._is_open or why

    def _read_method(self, item: DocumentedNode) -> None:
        node, text = item.node, self._text
        head = head_of(text, node)
        found = self._member("method", node.child_by_field_name("name"), item, head)
        signature = signature_of(text, node)
        if head.words & {"get", "set"}:
            types = [signature.returns, *(one.type for one in signature.parameters)]
            self._found.add_accessor(found._replace(kind="property", type=next(filter(None, types), "")))
            return
        found = found._replace(signatures=(signature,), is_async="async" in head.words)
        self._found.add_overload(found, is_implementation=node.type == "method_definition")
        if found.name == _CONSTRUCTOR and node.type != "construct_signature":
            self._read_parameter_properties(node)

    def _read_parameter_properties(self, constructor: "Node") -> None:
        """Add the fields that parameters of a constructor declare: `constructor(readonly size: number)`."""
        block = constructor.child_by_field_name("parameters")
        for node in block.named_children if block is not None else ():
            name = node.child_by_field_name("pattern")
            head = head_of(self._text, node)
            if name is not None and name.type == "identifier" and (head.access or "readonly" in head.words):
                found = self._member("field", name, DocumentedNode(node, "", ()), head)
                self._found.add(self._with_type(found, node)._replace(is_optional=node.type == "optional_parameter"))

    def _read_field(self, item: DocumentedNode) -> None:
        node = item.node
        head = head_of(self._text, node)
        name = node.child_by_field_name("name") or node.child_by_field_name("property")
        found = self._member("property" if "accessor" in head.words else "field", name, item, head)
        self._found.add(self._with_type(found, node))

    def _read_pair(self, item: DocumentedNode) -> None:
        key = item.node.child_by_field_name("key")
        if key is not None and key.type == "computed_property_name":
            self._opens(f"it computes the name `{self._text.written(key)}`")
        else:
            self._found.add(self._with_type(self._member("field", key, item), item.node))

    def _with_type(self, field: Declaration, node: "Node") -> Declaration:
        """Return a field with its type and its value. One without a type that is assigned a function is a method."""
        annotation, value = node.child_by_field_name("type"), node.child_by_field_name("value")
        if value is not None and annotation is None and is_function(value):
            return with_function(self._text, field._replace(kind="method", value=OMITTED), value)
        return with_value(self._text, field, annotation, value)

    def _member(
        self, kind: DeclarationKind, name: "Node | None", item: DocumentedNode, head: Head | None = None
    ) -> Declaration:
        node, text = item.node, self._text
        decorators = (*item.decorators, *(head.decorators if head else ()))
        return Declaration(
            kind,
            text.name(name) if name is not None else _CONSTRUCTOR,
            line_of(name if name is not None else node),
            line_of(decorators[0] if decorators else node),
            last_line(node),
            decorators=tuple(text.written(one).removeprefix("@") for one in decorators),
            docstring=item.docstring,
            is_public=not (head and head.is_hidden) and (name is None or name.type != "private_property_identifier"),
            is_static=head is not None and "static" in head.words,
            is_optional=head is not None and "?" in head.words,
            modifiers=(*sorted(head.words & _MODIFIERS), *filter(None, [head.access])) if head else (),
        )
