"""What is special in the symbols of the shell: all functions are global, wherever they are defined."""

from collections.abc import Iterator

from doclint.errors.expressions import expression
from doclint.source.symbol_collector import Enclosing, NodeDefinition, SymbolCollector
from doclint.source.trees import Node

_READ_ONLY = expression(r"-[A-Za-z]*r")


class ShellSymbols(SymbolCollector):
    """The symbols of a source of the shell."""

    def read_program(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield the variables of the program that it declares as read-only."""
        for statement in node.named_children:
            keyword, *given = statement.children or [statement]
            is_option = keyword.type in ("declare", "typeset") and given and given[0].type == "word"
            if keyword.type == "readonly" or (is_option and _READ_ONLY.match(self.text(given[0]))):
                for one in given:
                    name = one.child_by_field_name("name") if one.type == "variable_assignment" else one
                    if name is not None and name.type == "variable_name":
                        yield self.named("constant", name, encloses=False)

    def read_function_definition(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        name = node.child_by_field_name("name")
        if name is not None and name.type == "word":
            yield self.named("function", name, encloses=False)

    def read_command(self, node: "Node", _: Enclosing) -> Iterator[NodeDefinition]:
        """Yield the file that a command `source` or `.` includes."""
        file = node.child_by_field_name("argument")
        if file is not None and self.text(node.child_by_field_name("name")) in ("source", "."):
            yield self.named("include", file)


COLLECTOR = ShellSymbols
