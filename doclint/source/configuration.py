"""Configuration and data: which of their text says what they do."""

import re

from doclint.errors.expressions import expression

# A quoted text, which may have a `#`, or a comment.
_COMMENT = expression(rb"(?P<kept>\"(?:[^\"\\\n]|\\.)*+\"?|'[^'\n]*+')|(?:(?<=[ \t])|^)[#;].*", re.MULTILINE)
_CMAKE_COMMENT = expression(rb"(?P<kept>\"(?:[^\"\\]|\\[\s\S])*+\"?)|#\[\[[\s\S]*?(?:\]\]|\Z)|#.*")
_COMMENTS = {
    "cmake": _CMAKE_COMMENT,
    **dict.fromkeys(("docker", "ini", "make", "requirements", "toml", "yaml"), _COMMENT),
}
_WORD = expression(rb"[^\s\"'(){}\[\],;=:]++")
# `*name` refers to another part of a YAML file.
_REFERENCE = expression(rb"\*\w+")
_TARGET = expression(rb"\b(?:add_executable|add_library|add_custom_target)\s*\(\s*([\w.+-]++)", re.IGNORECASE)
_NAME = expression(rb"[\w.+-]+")
# A text of several words that people read.
_LABEL = expression(rb"^[ \t-]*(?:name|title|description|summary):[ \t]+(?![|>&*!])\S+[ \t]+\S.*", re.MULTILINE)


def telling(language: str, data: bytes) -> bytes:
    r"""Return what of a configuration or data, in a language given by its id, says what the file does.

    That is the text without comments, patterns for paths, labels of several words in YAML, and the names of targets in
    CMake. A list of patterns, such as `.gitignore`, says nothing.

    >>> telling("yaml", b"paths: ['**/cache/*']  # not a cache\nname: Fill the cache\nuses: *cache\n").split()
    [b'paths:', b"['", b"']", b'uses:', b'*cache']
    >>> telling("cmake", b"add_library(fast-cache a.cpp)\ninstall(TARGETS fast-cache)\n").split()
    [b'add_library(', b'a.cpp)', b'install(TARGETS', b')']
    """
    if language == "ignore":
        return b""
    comment = _COMMENTS.get(language)
    if comment:
        data = comment.sub(lambda match: match["kept"] or b" ", data)
    if language == "yaml":
        data = _LABEL.sub(b" ", data)
    if b"*" in data:
        data = _WORD.sub(_without_glob, data)
    targets = set(_TARGET.findall(data)) if language == "cmake" else None
    return _NAME.sub(lambda name: b" " if name[0] in targets else name[0], data) if targets else data


def _without_glob(word: re.Match[bytes]) -> bytes:
    return word[0] if b"*" not in word[0] or _REFERENCE.fullmatch(word[0]) else b" "
