from collections.abc import Iterator
from typing import Any

from doclint import Fix, Invalid, Message, Page, Rule, Valid, Violation
from doclint.errors.tables import table
from doclint.errors.wording import shortened

_TYPES = {"flowchart": "flowchart", "entity": "entity relationship diagram"} | {
    kind: f"{kind} diagram" for kind in ("sequence", "class", "state")
}
_MOST = 60  # characters that messages quote


def _page(diagram: str) -> str:
    return f"# Shop\n\n```mermaid\n{diagram}\n```\n"


class BrokenDiagram(Rule):
    """A Mermaid diagram does not parse, so readers see an error in its place.

    GitHub and most sites draw diagrams in the browser: nothing fails when the page is written or built. Models write
    labels without quotes that have characters of shapes in them, the syntax of PlantUML, braces in members of classes,
    and names that are keywords.

    doclint reads flowcharts and diagrams of sequences, classes, states and entities as Mermaid 11 does, and reports the
    first place that cannot be read. It ignores other types. It also reports diagrams that parse but are not drawn, such
    as one with a subgraph that holds a node of its own id. A fix is offered if the repaired diagram parses; it is safe
    if it only adds quotes.
    """

    family = "structure"
    severity = "error"
    needs = {"rendering"}
    covers = ("J16",)
    remedy = "Parse each diagram with Mermaid before you write the page, and let the model correct those that fail."
    advice = "Correct the diagram; the editor at https://mermaid.live shows it while you type."
    messages = {
        "label": Message(
            "The label `{label}` has no quotes, and its `{mark}` {meaning}; put the label in quotes",
            key=("label",),
            remedy="Put each label of a flowchart in quotes.",
        ),
        "title": Message(
            "The title `{text}` of the subgraph has no quotes, and `{mark}` cannot be in it; put the title in quotes",
            key=("text",),
            remedy="Put each title of a subgraph in quotes.",
        ),
        "keyword": Message(
            "`{text}` is a keyword here and cannot be the name of a {node}; write `{name}`", key=("text",)
        ),
        "arrow": Message("`{text}` is not a link of flowcharts; write `{right}`", key=("text",)),
        "note": Message("`{text}` is a note of PlantUML; Mermaid has `note for {name}`", key=("text",)),
        "braces": Message(
            "The member `{text}` has braces, which end the class; write `#123;` and `#125;`", key=("text",)
        ),
        "quoted-name": Message('The name "{text}" of a class is in quotes; put it in backticks', key=("text",)),
        "colon": Message("`{text}` has a second `:`, which ends the label; write `#58;`", key=("text",)),
        "semicolon": Message("A `;` before `{text}` ends the statement; write `#59;` for a semicolon", key=("text",)),
        "generic": Message("`{text}` is not the way to write type parameters; write `{right}`", key=("text",)),
        "no-text": Message("`{text}` has no text; end it with `:` if it should have none", key=("text",)),
        "chain": Message("`{text}` begins a second message on the line; write each message on its own line"),
        "role": Message("The label `{text}` of the relation must be in quotes", key=("text",)),
        "unclosed": Message("`{text}` on line {line} is never closed", key=("text",)),
        "stray": Message("`{text}` closes or divides a block, but none that fits is open", key=("text",)),
        "own-subgraph": Message(
            "The subgraph `{text}` holds a node of the same id, so the diagram is not drawn; rename one", key=("text",)
        ),
        "no-such-link": Message("`{text}` is not the number of a link above, which are counted from 0", key=("text",)),
        "inactive": Message("`{text}` deactivates a participant that is not active", key=("text",)),
        "unknown-class": Message("`{text}` is annotated before it is declared", key=("text",)),
        "no-method": Message("`{text}` has a `)` but no name and `(` before it, so it cannot be read", key=("text",)),
        "incomplete": Message("`{text}` is incomplete, so the diagram does not parse", key=("text",)),
        "syntax": Message("The {type} does not parse[: `{text}` cannot be here]", key=("text",)),
    }
    examples = (
        *(
            Invalid(_page(diagram), lines={line: message}, fixed=_page(fixed[0]) if fixed else None)
            for message, line, diagram, *fixed in table("doclint_rules", "examples/broken_diagram")["broken"]
        ),
        Valid(_page('graph TD\n    A["validate()"] -->|"a (b)"| B[(Store)]\n    B --> C[/Slanted/]')),
        Valid(
            _page(
                "graph TD\n    A --> B\n    classDef a   fill:#fff\n    style A  fill:#fff\n    linkStyle 0  fill:#f00"
            )
        ),
        Valid(_page("sequenceDiagram\n    A->>B: a #59; b\n    alt c\n    B-->>A: d\n    else\n    B->>B: e\n    end")),
        Valid(_page("sequenceDiagram\n    % one (a-b)\n    A->>B: a\n    %% two - {")),
        Valid(_page("stateDiagram-v2\n    A --> B: key: value\n    B: http://a")),
        Valid(_page("stateDiagram-v2\n    % a no-op -\n    A --> B")),
        Valid(_page('classDiagram\n    class Shop~T~ {\n        +sell(item)\n    }\n    note for Shop "one"')),
        Valid(_page("gantt\n    title [(\n")),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        if not page.diagrams:
            return
        from doclint.markdown.diagrams.repairs import refusal  # no other page needs it

        broken = {fence.rendered.start for fence in page.broken_fences}
        for diagram in page.diagrams:
            is_whole = diagram.block.closed and diagram.block.start not in broken  # or `broken-fence` reports it
            found = refusal(diagram) if is_whole else None
            if found is None:
                continue
            cause = found.cause
            arguments: dict[str, Any] = {
                name: shortened(" ".join(text.split()), _MOST) for name, text in cause.arguments.items()
            }
            if cause.name == "syntax":
                arguments["type"] = _TYPES[diagram.type]
            if cause.opener is not None:
                arguments["line"] = page.source.position(diagram.text.place(cause.opener)).line
            adds_quotes = all(text == '"' and start == end for (start, end), text in found.repair)
            fix = Fix(found.repair, safe=adds_quotes) if found.repair else None
            yield Violation(found.span, cause.name, fix=fix, **arguments)
