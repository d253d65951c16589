"""What a page says about its file beyond the texts that its generator writes on every page."""

from itertools import islice

from doclint.errors.expressions import expression
from doclint.formats.reading.shapes import Claim, Imports, Prose, Shape, SourceCopy, Stated, Symbols, TableListing
from doclint.page.page import Page

# The text of a line that is not blank, with lines as Python splits them.
_LINE = expression(r"\S[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*+")


def is_default(shape: Shape) -> bool:
    """Whether a shape is a default text, which the generator writes if it has found nothing."""
    return isinstance(shape, Stated) and shape.spec.role == "default"


def has_no_information(page: Page, *, quoted_lines: int) -> bool:
    """Whether a page about a file says only what follows from the path of the file.

    A page that quotes more than `quoted_lines` lines of its source, not counting blank ones, has information.
    """
    subject, kind = page.subject, page.kind
    if subject is None or subject.path is None or subject.is_folder:
        return False
    if kind and kind.quotes_source and not page.all(SourceCopy):
        return False  # the copy that is missing may have been the information
    shapes = page.contents
    return any(map(is_default, shapes)) and not any(_is_informative(page, shape, quoted_lines) for shape in shapes)


def _is_informative(page: Page, shape: Shape, quoted_lines: int) -> bool:
    from doclint.formats.schema.statements import ClaimSpec

    match shape:
        case Symbols() | Imports() | TableListing() | Prose():
            return True
        case SourceCopy(content=content):
            lines = _LINE.finditer(page.source.text, *content)
            return next(islice(lines, quoted_lines, None), None) is not None
        case Claim(spec=ClaimSpec(true_of=[], false_of=[])):
            return not is_default(shape) and not _counts_nothing(shape)
    return False


def _counts_nothing(claim: Claim) -> bool:
    """Whether a claim has numbers, and all of them are zero."""
    numbers = [capture.number for capture in claim.captures.values() if capture.number is not None]
    return bool(numbers) and not any(numbers)
