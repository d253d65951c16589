"""What identifies a finding in the text of a terminal, its place and its rule, as links where the terminal has them."""

from doclint.output.fixes import fix_mark
from doclint.output.paths import path_from_here
from doclint.output.rendering import RenderOptions
from doclint.output.terminal import safe
from doclint.rule.finding import Finding


def place(finding: Finding, root: str, options: RenderOptions) -> str:
    """Return the path, line and column of a finding; the path is relative to the working directory."""
    shown = f"{path_from_here(finding.path, root)}:{finding.start.line}:{finding.start.column}"
    return linked(safe(shown), finding, root, options)


def linked(shown: str, finding: Finding, root: str, options: RenderOptions) -> str:
    """Return a text as a link to the line of a finding, if there are links."""
    if not options.has_links:
        return shown
    from doclint.output import links

    return links.to_file(shown, root, finding.path, finding.start.line)


def rule(finding: Finding, options: RenderOptions, *, width: int = 0) -> str:
    """Return the id of the rule of a finding and its mark, with spaces up to a width."""
    mark = fix_mark(finding)
    length = len(finding.rule) + len(mark) + bool(mark)
    named = manual(finding.rule, options) + (f" {mark}" if mark else "")
    return named + " " * (width - length)


def manual(rule: str, options: RenderOptions) -> str:
    """Return the id of a rule, as a link to its manual if there are links and it has one."""
    if not options.has_links:
        return rule
    from doclint.output import links

    return links.to_page(rule, options.page_of(rule))
