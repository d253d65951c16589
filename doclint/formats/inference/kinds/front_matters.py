"""The front matter of the pages of a kind."""

from collections.abc import Mapping, Sequence

from doclint.formats.inference.samples import SamplePage
from doclint.formats.inference.texts.plain_templates import draft_template

_SHARE = 0.95  # of the pages that have a key
_LONGEST = 200  # characters of a value that may be from a template


def draft_front_matter(pages: Sequence[SamplePage], knowns: Sequence[Mapping[str, str]]) -> tuple[dict[str, str], str]:
    """Return the templates of the values that nearly all pages have, by key, and a comment on what is left out.

    `knowns` are the values of holes of each page. A value that only varies says nothing, and is left out.
    """
    found: dict[str, str] = {}
    free: list[str] = []
    keys = dict.fromkeys(key for page in pages for key in page.front_matter)
    for key in keys:
        pairs = [
            (page.front_matter[key], known)
            for page, known in zip(pages, knowns, strict=True)
            if key in page.front_matter
        ]
        texts = [text for text, _ in pairs]
        is_short = all(0 < len(text) <= _LONGEST and "\n" not in text for text in texts)
        text = (
            draft_template(texts, [known for _, known in pairs])
            if is_short and len(texts) >= _SHARE * len(pages)
            else ""
        )
        if text and text not in ("{_}", "{_:any}"):
            found[key] = text
        else:
            free.append(key)
    comment = f"Other keys of the front matter: {', '.join(f'`{key}`' for key in free)}." if free else ""
    return found, comment
