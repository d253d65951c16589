"""Remedies that several rules share, because the findings come from one bug of the generator: `causes` joins them."""

PARSE = (
    r"Parse the source instead of matching patterns such as `class\s+(\w+)` in its text: comments and strings contain "
    "such words, calls and template parameters look alike, and patterns miss definitions on several lines."
)
REWRITE = (
    "Regenerate a page whenever its source has changed (store a hash of the source) instead of skipping existing pages."
)
BINARY = (
    "Detect binary files by their content (a NUL byte near the beginning), not by their extension, and neither quote "
    "nor search them."
)
SAME_DATA = (
    "Take each figure from the data that the list is written from, and take that data from the parsed source: "
    "a second pattern counts calls and comments, and finds other things than the first."
)
EMPTY_VALUE = (
    "Write a word if a value is empty, such as `none`, or `root` for the topmost folder: Markdown has no empty code "
    "span."
)
INSPECT = (
    "Write what a page says about a symbol (its parameters, types, defaults, bases and members) from the parsed source "
    "in one go, and write the page again whenever the source has changed."
)
REDRAW = "Correct the diagram by the source; if a model wrote the page, you can also ask for it again."
