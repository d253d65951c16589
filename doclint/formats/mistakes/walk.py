"""The parts of a format with their paths, in the order of the file."""

from collections.abc import Iterable, Iterator, Sequence

from doclint.errors.validation import Path
from doclint.formats.patterns.pattern import Pattern
from doclint.formats.patterns.template import Template, TemplateError
from doclint.formats.schema.contents import Content, Group, OneOf
from doclint.formats.schema.format import Kind
from doclint.formats.schema.sections import SectionPlace


def names_of(text: Pattern | Template) -> tuple[str, ...]:
    """Return the names of the holes of a text; none if it is not a pattern."""
    try:
        return text.names
    except TemplateError:
        return ()


def sections_of(path: Path, sections: Iterable[SectionPlace]) -> Iterator[tuple[Path, SectionPlace]]:
    """Yield the sections of all levels with their paths, given the path of those of the highest level."""
    for index, section in enumerate(sections):
        yield (*path, index), section
        yield from sections_of((*path, index, "child"), section.children)


def contents_of(path: Path, kind: Kind) -> Iterator[tuple[Path, Content]]:
    """Yield all elements of a kind with their paths, given the path of the kind."""
    yield from elements_of((*path, "content"), kind.content)
    for at, section in sections_of((*path, "section"), kind.sections):
        yield from elements_of((*at, "content"), section.spec.content)
    yield from elements_of((*path, "epilogue"), kind.epilogue)


def elements_of(path: Path, contents: Sequence[Content]) -> Iterator[tuple[Path, Content]]:
    """Yield the elements of a content with their paths, and those of groups and alternatives in place of these."""
    for index, content in enumerate(contents):
        place = (*path, index)
        match content:
            case Group(group=group):
                yield from elements_of((*place, "group"), group)
            case OneOf(one_of=alternatives):
                for number, alternative in enumerate(alternatives):
                    yield from elements_of((*place, "one-of", number), alternative)
            case _:
                yield place, content
