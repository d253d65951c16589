"""The links that doclint reports on the pages of a repository with a site."""

from collections.abc import Mapping
from typing import Any

import doclint

RULES = ("broken-link", "broken-anchor", "undefined-reference")


def faults(files: Mapping[str, str], **config: Any) -> list[str]:
    """Return the links that doclint reports on the Markdown pages among some files: `docs/a.md: b.md#c`."""
    pages = {path: text for path, text in files.items() if path.endswith((".md", ".mdx"))}
    others = {path: text for path, text in files.items() if path not in pages}
    report = doclint.lint_corpus(pages, sources=others, rules=RULES, config=config)
    return [f"{one.path}: {_shown(one.arguments)}" for one in report.findings]


def _shown(arguments: Mapping[str, Any]) -> str:
    return str(
        arguments.get("target") or arguments.get("label") or f"{arguments.get('path', '')}#{arguments['fragment']}"
    )
