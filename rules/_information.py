"""What a page tells beyond what its generator says of every file."""

import re
from itertools import islice

from doclint.formats.schema import ClaimSpec
from doclint.formats.shapes import Claim, Imports, Prose, Shape, SourceCopy, Stated, Symbols, Table
from doclint.page.page import Page

# What is not blank of a line, as Python splits them.
_LINE = re.compile(r"\S[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+")


def is_default(shape: Shape) -> bool:
    """Whether a text stands where there was nothing to say."""
    return isinstance(shape, Stated) and shape.spec.role == "default"


def tells_nothing(page: Page, *, quoted_lines: int) -> bool:
    """Whether a page about a file tells no more than its path does, and quotes no more than so many lines."""
    subject = page.subject
    if subject is None or subject.path is None or subject.is_folder:
        return False
    shapes = page.contents
    if page.kind and page.kind.quotes_source and not page.all(SourceCopy):
        return False  # what is missing may have been the information
    return any(map(is_default, shapes)) and not any(_tells(page, shape, quoted_lines) for shape in shapes)


def _tells(page: Page, shape: Shape, quoted_lines: int) -> bool:
    match shape:
        case Symbols() | Imports() | Table() | Prose():
            return True
        case SourceCopy(content=content):
            lines = _LINE.finditer(page.source.text, *content)
            return next(islice(lines, quoted_lines, None), None) is not None
        case Claim():
            return not is_default(shape) and not _follows_from_path(shape) and not _counts_nothing(shape)
    return False


def _follows_from_path(claim: Claim) -> bool:
    return bool(claim.spec.true_of or claim.spec.false_of) or not isinstance(claim.spec, ClaimSpec)


def _counts_nothing(claim: Claim) -> bool:
    """Whether a statement has figures, and all of them are zero."""
    numbers = [capture.number for capture in claim.captures.values() if capture.number is not None]
    return bool(numbers) and not any(numbers)
