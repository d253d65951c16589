"""What to change in the generator, where several rules find traces of one bug of it: they are told together."""

PARSE = (
    r"Parse the source instead of matching patterns like `class\s+(\w+)` in its text: comments and strings hold such "
    "words, calls and template parameters look alike, and definitions over several lines are missed."
)
REWRITE = "Write a page anew whenever its source has changed (keep a hash of it), instead of skipping pages that exist."
BINARY = (
    "Tell binary files by what is in them (a NUL byte near the beginning), not by a list of extensions, "
    "and neither quote nor search them."
)
SAME_DATA = (
    "Take each figure from the data that the list is written from, and that data from the parsed source: "
    "a second pattern counts calls and comments, and finds other things than the first."
)
