"""Templates in the text of a page, which a tool replaces before Markdown is read."""

from doclint.kit import expression

TEMPLATE = expression(r"\{\{|\{%|<%|\$\{|\}\}|%\}")
"""What shows that a text is filled in by Jinja, Liquid, Mustache, Hugo, EJS or a shell."""
