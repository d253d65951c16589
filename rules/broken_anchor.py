import re
from collections.abc import Iterator
from functools import partial
from posixpath import basename, normpath, splitext
from unicodedata import normalize

from doclint import Invalid, Message, Page, RelatedLines, Repository, Rule, Span, Valid, Violation
from doclint.kit import expression, is_markdown, links_and_definitions, misspelled_word, parse, slug, target_of
from doclint.kit.nodes import Definition, Html, Link, plain_text
from doclint.markdown.slugs import unique
from doclint.page.claims import Outcome
from doclint.page.links import note_link, with_fragment
from doclint.repository.hosting import project_of
from doclint.sites.site import NO_INCLUDES, Includes, Site

from ._developers import is_for_developers
from ._member_pages import invalid_shop, shop_page
from ._moved import is_fetched, is_part

# Fragments that need no heading: the top of a page, lines of a source, text to highlight, routes of an application.
_NEEDS_NO_HEADING = expression(r"(?:top|L\d+(?:C\d+)?(?:-L?\d+(?:C\d+)?)?|:~:.*|[/!].*)?\Z", re.DOTALL)
_PREFIX = "user-content-"  # GitHub puts it before every name, and removes it from the address that it shows
_TEXT_OF_TAG = expression(r"[^<>]*>([^<>]*)<")
_NOT_LETTER_OR_DIGIT = expression(r"[\W_]+")
_FILLED_IN = expression(r"^\{\w+\}[ \t\r]*$", re.MULTILINE)
_DOTTED = expression(r"(?:module-)?([^\W\d]\w*+(?:\.\w++)++)")  # `shop.Basket`
_WRITE = (
    'Write an anchor in front of each symbol, such as `<a id="shop.Basket"></a>`, and link to no others. '
    "sphinx-markdown-builder has `markdown_anchor_signatures` and `markdown_anchor_sections` for that."
)

_UPDATE = "If the heading was renamed, update the fragment; if it is gone, remove the fragment or the link."
_HINT = "[; did you mean `#{suggestion}`?][ It looks the same, but is Unicode in the form {form}]"
_COLOUR = expression(r"#(?:[0-9A-Fa-f]{3}){1,2}\Z")  # in place of an image, it is behind a cover page
_NUMBER = expression(r"-\d+\Z")
_REFERENCE = expression(r"\[([^\[\]]++)\]\[[^\[\]]*+\]")
_DIGITS = expression(r"\d+")
_UNKNOWN = "may be an anchor that only a build makes"
_MOST_INCLUDED = 200  # files that a page includes, also through others


class BrokenAnchor(Rule):
    """The fragment of a link is not an anchor of the page that the link leads to.

    The reader lands at the top of the page and has to search. Most often the generator makes fragments with another
    function than the renderer, or a heading was renamed.

    The rule compares fragments with the slugs that GitHub makes of headings, including the numbers of repeated ones,
    and with `id` and `name` in raw HTML, on the same page and on others. On sites of Docusaurus, Hugo, Jekyll, mdBook,
    MkDocs, Starlight and VitePress, it compares them with the ids that these make. Other renderers make other slugs, so
    except on pages whose format has a `docs-root`, and on those that only GitHub shows (at the root, `README.md`,
    `CONTRIBUTING.md`), a fragment is right there if its letters and digits are those of a heading. The rule ignores
    fragments that renderers make themselves, such as `#top` or `#L10`. Where fragments are full names of symbols and
    the other page has no anchor of that kind, the generator did not write them.
    """

    family = "links"
    severity = "error"
    covers = ("D04",)
    claims = "anchor"
    yields_to = ("unfenced-source", "unknown-member", "misplaced-signature")
    remedy = (
        "Build fragments with the same function that builds heading ids. Omit the fragment if the other page does "
        "not have the heading."
    )
    advice = _UPDATE
    messages = {
        "missing": Message(f"`{{path}}` has no heading `#{{fragment}}`{_HINT}", key=("path", "fragment")),
        "here": Message(f"This page has no heading `#{{fragment}}`{_HINT}", key=("fragment",)),
        "gone": Message(
            f"`{{path}}` has no heading `#{{fragment}}`{_HINT}",
            key=("path", "fragment"),
            remedy=_UPDATE,
            by_reason=True,
        ),
        "unwritten": Message(
            "`{path}` has no anchor `#{fragment}`: those of its headings have no dots, and it writes no others",
            key=("path", "fragment"),
            remedy=_WRITE,
            advice=_WRITE,
        ),
    }
    examples = (
        Invalid("# One\n\n[two](#two)\n", lines={3: "here"}),
        Invalid("[x](other.md#three)\n", files={"docs/other.md": "# Two\n"}, lines={1: "gone"}),
        invalid_shop(
            shop_page(behind=("[x](market.md#baskets), [y](../README.md#how-to-use-baskets)", "")),
            files={"docs/market.md": "# Module `market`\n", "README.md": "# Use Baskets\n", "shop.py": ""},
            lines=(12, 12),
        ),
        Invalid("# Use\n\n# Use\n\n[third](#use-2)\n", lines=(5,), fixed="# Use\n\n# Use\n\n[third](#use-1)\n"),
        Invalid(
            "[x](other.md#Instalation 'X')\n",
            files={"docs/other.md": "# Installation\n"},
            lines=(1,),
            fixed="[x](other.md#installation 'X')\n",
        ),
        Invalid("# \u30ac\n\n[x](#\u30ab\u3099)\n", lines=(3,), fixed="# \u30ac\n\n[x](#\u30ac)\n"),
        Invalid(
            "# B [1]\n\n<a id='ref4'></a>\n\n[x](#ref54), [y](#re4)\n",
            lines={5: ("here", "here")},
            fixed="# B [1]\n\n<a id='ref4'></a>\n\n[x](#ref54), [y](#ref4)\n",
        ),
        Invalid(
            "## Result<T>\n\n[a](#resultt), [b](#resullt), [c](b.md#ordera)\n",
            files={"docs/b.md": "## Order<A>\n"},
            lines=(3, 3, 3),
            fixed="## Result<T>\n\n[a](#resultt), [b](#result), [c](b.md#ordera)\n",
        ),
        Invalid(
            "[Basket](shop.md#shop.Basket)\n", files={"docs/shop.md": "# class shop.Basket\n"}, lines={1: "unwritten"}
        ),
        Valid("# A `b` & c\n\n[a](#a-b--c), [top](#), [t](#top)\n\n# A\n# A\n\n[n](#a-1)\n"),
        Valid("<h2 align=center>What <i>is</i> it</h2>\n\n# Own {#name}\n\n[a](#what-is-it), [b](#name), [c](#own)\n"),
        Valid("<a id='x'></a>\n\n[x](#x), [o](other.md#y)\n", files={"docs/other.md": "<p id=y>\n"}),
        Valid("[line](app.py#L10-L12), [gone](gone.md#x)\n", files={"docs/app.py": ""}),
        Invalid(
            "# Foo & Bar\n\n# 🚇 Go\n\n[a](#foo-bar), [b](#go), [c](#Foo--BAR), [d](#-go)\n",
            "src/README.md",
            lines={5: ("here", "here")},
        ),
        Valid("# Foo & Bar\n\n[mkdocs](#foo-bar)\n\n![color](#f0f0f0)\n"),
        Valid("# Foo & Bar\n\n[a](#foo-bar)\n", "docs/README.md", files={"mkdocs.yml": ""}),
        Invalid("# Foo & Bar\n\n[a](#foobar), [b](#Foo-Bar)\n", files={"mkdocs.yml": ""}, lines={3: "here"}),
        Valid("# Foo & Bar\n\n[a](#foo-bar)\n", "README.md", files={".gitlab-ci.yml": ""}),
        Valid("[more](#more)\n"),
        Valid(
            "# A\n\n[two](#two-1), [three](b.md#three)\n\n```sh\nls\n\n## Two\n\n## Two-1\n",
            files={"docs/b.md": "~~~\n# Three\n"},
        ),
        Valid("# A\n\n[more](#more), [b](b.md#x)\n\n{more}\n", files={"docs/b.md": "# B\n\n{x}\n"}),
        Invalid("# A\n\n[more](#more), {more}\n", lines={3: "here"}),
        Valid("# A\n\n[it](#till-is-new)\n\n## [`Till`][shop.Till] is new\n"),
        Valid("# ![x](x.png) Foo\n\n<h2><b></b> Bar</h2>\n\n[a](#-foo), [b](#-bar), [c](#foo)\n"),
        Valid("[🚇](#infra-me), <a href='#infra-me'>🚇</a>, [](#nothing)\n"),
    )

    def check(self, page: Page) -> Iterator[Violation]:
        results: dict[tuple[str, bool], Violation | Outcome | None] = {}
        for link in links_and_definitions(page):
            destination = link.destination
            if "#" not in destination or (not page.is_for_host and _is_decoration(page, link)):
                continue
            key = destination, link.is_html
            if key not in results:
                results[key] = _check_link(page, link)
                if isinstance(results[key], Violation) and _is_swallowed(page, link):
                    results[key] = "unknown"
            result = results[key]
            if isinstance(result, Violation):
                suggestion = result.arguments["suggestion"]
                fix = with_fragment(page, link, suggestion) if isinstance(suggestion, str) else None
                cause = page.remembered(_renamed).get(destination) or _text_behind(page, link)
                yield result.at(link.span, fix).following_from(cause or _misspelled(page, result))
            elif result is not None and page.claims is not None:
                note_link(page, "anchor", link, _UNKNOWN if result == "unknown" else "")


def _check_link(page: Page, link: Link | Definition) -> Violation | Outcome | None:
    """Return whether an anchor is there, or what is wrong with the link; None if it leads to no anchor of a page."""
    target = target_of(page, link.destination, is_html=link.is_html)
    if target is None or _NEEDS_NO_HEADING.match(target.fragment) or not is_markdown(target.path):
        return None
    path, fragment = target
    anchors = fragments_of(page, path)
    written = fragment if page.site is None or link.is_html else page.site.written(fragment)
    is_there = anchors is not None and not anchors.isdisjoint((written, fragment.removeprefix(_PREFIX)))
    if is_there:
        return "holds"
    if anchors is None or _is_of_other(page, path, fragment) or _is_of_reference(page, path, fragment):
        return "unknown"
    if not page.is_for_host:
        is_exact = _is_certain(page, path) or page.remembered(_is_on_github_only)
        is_wrong = is_exact and fragment.casefold() not in map(str.casefold, anchors)
        if _letters(fragment) in page.remembered(_letters_of_anchors, path) and not is_wrong:
            return "unknown"
    if _is_of_symbol(page, path, fragment) and not any("." in anchor for anchor in anchors):
        return Violation(
            link.span, "unwritten", related=[RelatedLines(path)], path=path, fragment=fragment, suggestion=None
        )
    has_lost_tag = fragment in page.remembered(_with_lost_tags, path)
    suggestion, form = (None, None) if has_lost_tag else _suggestion(fragment, anchors)
    # Of a page of no known format, a heading is gone; a generator did not make its fragments wrongly.
    other = page.parsed_at(path)
    is_gone = path != page.path and (page.format is None or other is None or other.identity is None)
    reason = f"{path}#{fragment}" if is_gone or page.format is None else ""
    wrong = partial(Violation, link.span, reason=reason, fragment=fragment, suggestion=suggestion, form=form)
    elsewhere = partial(wrong, "gone" if is_gone else "missing", related=[RelatedLines(path)], path=path)
    return wrong("here") if path == page.path else elsewhere()


def _text_behind(page: Page, link: Link | Definition) -> Span | None:
    """Return where the text of a link in HTML begins, behind its tag; None for other links."""
    end = page.source.text.find(">", link.span.end) + 1 if link.is_html else 0
    return Span(end, end + 1) if end else None


def _renamed(page: Page) -> dict[str, Span]:
    """Return the headings that links on a page may have meant before they were renamed, by the destinations of the
    links; each with the block after it, which may have the signature.

    If links lead to as many missing headings as there are headings without a link, of the sections and levels of those
    with one, each has its place. If no heading has a link, those of symbols count, unless they only have further words.
    """
    targets = ((one.destination, target_of(page, one.destination)) for one in links_and_definitions(page))
    own = {to: _letters(target.fragment) for to, target in targets if target and target.path == page.path}
    headings = [
        (_letters(name), (one.level, page.key_at(one.start)), span)
        for (name, span), one in zip(page.remembered(_places).items(), page.document.headings, strict=True)
    ][1:]
    linked = set(own.values())
    members = {one.key for one in page.sections if one.place and one.place.spec.defines}
    known = {kind for name, kind, _ in headings if name in linked}
    kinds = known or {kind for _, kind, _ in headings if kind[1] in members}
    unlinked = [(name, heading) for name, kind, heading in headings if kind in kinds and name not in linked]
    anchors = page.remembered(_letters_of_anchors, page.path)
    dead = list(dict.fromkeys(name for name in own.values() if name and name not in anchors))
    if len(dead) != len(unlinked):
        return {}
    pairs = zip(dead, unlinked, strict=True)
    places = {name: place for name, (heading, place) in pairs if known or name not in heading}
    return {to: places[name] for to, name in own.items() if name in places}


def _misspelled(page: Page, result: Violation) -> Span | None:
    """Return the heading that a link may mean if its name is another one, not only with further words."""
    fragment, suggestion = (str(result.arguments[one]) for one in ("fragment", "suggestion"))
    is_other = result.message == "here" and _letters(fragment) not in _letters(suggestion)
    return page.remembered(_places).get(suggestion) if is_other else None


def _places(page: Page) -> dict[str, Span]:
    """Return the headings of a page by their anchors, each with the block after it."""
    headings, text = page.document.headings, page.source.text
    ends = (text.find("\n\n", one.end + 2) for one in headings)
    spans = (Span(one.start, end if end >= 0 else len(text)) for one, end in zip(headings, ends, strict=True))
    return dict(zip(unique(slug(one.text) for one in headings), spans, strict=True))


def _letters_of_anchors(page: Page, path: str) -> frozenset[str]:
    return frozenset(map(_letters, fragments_of(page, path) or ()))


def _is_swallowed(page: Page, link: Link | Definition) -> bool:
    """Whether the heading that a link leads to is in a fence that is never closed, which `broken-fence` reports."""
    path, fragment = target_of(page, link.destination, is_html=link.is_html) or (page.path, "")
    return _letters(fragment) in page.remembered(_swallowed, path)


def _swallowed(page: Page, path: str) -> frozenset[str]:
    """Return the letters of the headings in the fences of a page that are never closed."""
    parsed = page.parsed_at(path)
    blocks = parsed.document.code_blocks if parsed else ()
    texts = (block.text for block in blocks if block.fence and not block.closed)
    return frozenset(_letters(heading.text) for text in texts for heading in parse(text).headings)


def _is_of_reference(page: Page, path: str, fragment: str) -> bool:
    """Whether a heading would have a fragment if a site resolved the references in it: `[`Till`][shop.Till] is new`."""
    parsed = page.parsed_at(path)
    if parsed is None or not parsed.document.missing_references or page.is_for_host:
        return False
    texts = (_REFERENCE.sub(r"\1", heading.text) for heading in parsed.document.headings if "][" in heading.text)
    return any(slug(text) == fragment for text in texts)


def _with_lost_tags(page: Page, path: str) -> frozenset[str]:
    """Return the fragments that headings would have if Markdown did not read text in them as a tag: `Result<T>`.

    What is wrong is the heading, which `vanishing-placeholder` reports, so that the fragment should stay.
    """
    parsed = page.parsed_at(path)
    headings = parsed.document.headings if parsed else ()
    with_tags = (one for one in headings if any(isinstance(child, Html) for child in one.children))
    texts = ((one.text if isinstance(one, Html) else plain_text([one]) for one in tag.children) for tag in with_tags)
    return frozenset(slug("".join(parts)) for parts in texts)


def _suggestion(fragment: str, anchors: frozenset[str]) -> tuple[str | None, str | None]:
    """Return the anchor that is meant, and its form of Unicode if it looks like the fragment.

    An anchor with other digits is another place, but for the numbers of repeated headings.
    """
    if not fragment.isascii():
        composed = normalize("NFC", fragment)
        twin = next((one for one in sorted(anchors) if normalize("NFC", one) == composed), None)
        if twin is not None:
            return twin, "NFC" if twin == composed else "NFD"
    near = slug(fragment)
    found = near if near in anchors else misspelled_word(fragment, anchors, by_words=True)
    is_other = found not in (None, near) and _DIGITS.sub("", found or "") == _DIGITS.sub("", fragment)
    return None if is_other and _NUMBER.sub("", fragment) not in anchors else found, None


def _is_certain(page: Page, path: str) -> bool:
    """Whether doclint makes the ids of headings on a page as the generator of its site does."""
    if page.repository is None or page.site is None or page.site.is_host:
        return False
    return page.sites.of(path, page.repository).has_certain_ids


def _is_on_github_only(page: Page) -> bool:
    """Whether people read a page on GitHub: one at the root or for developers, without a site or another host.

    Other pages without a site may belong to one that is configured in another repository.
    """
    site, repository = page.site, page.repository
    if page.kind is not None or site is None or repository is None or not site.is_host:
        return False
    if "/" in page.path and not is_for_developers(page):
        return False
    host = project_of(repository).name
    return host.startswith("github.com/") or not (host or repository.is_file(".gitlab-ci.yml"))


def _is_of_symbol(page: Page, path: str, fragment: str) -> bool:
    """Whether a fragment is the full name of a symbol: `shop.md#shop.Basket`."""
    named = _DOTTED.fullmatch(fragment)
    return named is not None and (page.kind is not None or named[1].startswith(splitext(basename(path))[0]))


def _is_of_other(page: Page, path: str, fragment: str) -> bool:
    """Whether a fragment may belong to something else: a page that includes this one, or what the site knows.

    A page of no site without a heading and without an id is itself a part of another one. Where a page has only
    `{name}` in a line, a program or JavaScript fills in what may have ids.
    """
    is_of_site = page.site is not None and not page.site.is_host
    is_whole = page.kind or is_of_site or page.document.headings or page.document.anchors
    if path == page.path and (not is_whole or is_part(page) or is_fetched(page)):
        return True
    if page.kind is None and page.remembered(_is_filled_in, path):
        return True
    return page.site is not None and page.site.understands(page.path, path, fragment)


def _is_filled_in(page: Page, path: str) -> bool:
    parsed = page.parsed_at(path)
    return parsed is not None and _FILLED_IN.search(parsed.source.text) is not None


def _is_decoration(page: Page, link: Link | Definition) -> bool:
    """Whether a link shows neither a letter nor a digit, such as an emoji with a hint, or is a color of Docsify."""
    if isinstance(link, Definition):
        return False
    if link.image and _COLOUR.match(link.destination):
        return True
    if link.is_html:
        text = _TEXT_OF_TAG.match(page.source.text, link.end)
        return text is not None and not _letters(text[1])
    has_image = any(isinstance(child, Link) for child in link.children)
    return not has_image and not _letters(plain_text(link.children))


def _letters(fragment: str) -> str:
    return _NOT_LETTER_OR_DIGIT.sub("", fragment).casefold()


def fragments_of(page: Page, path: str) -> frozenset[str] | None:
    """Return the fragments that a link on a page to the page at a path can have, with those of what that includes.

    Return None if they are not known: the page does not exist, a build may add some, or doclint cannot read all that
    the page includes. Without a repository, only those of the page with the link are known.
    """
    site, repository = page.site, page.repository
    if site is None or repository is None:
        return page.parsed.anchors if path == page.path else None
    if not site.is_host:
        site = page.sites.of(path, repository)
    if site.is_host:
        return _on_host(page, path, repository)
    return repository.answered((_on_site, path), lambda: _on_site(page, path, site))


def _on_host(page: Page, path: str, repository: Repository) -> frozenset[str] | None:
    if path == page.path:
        return page.parsed.anchors

    def find() -> frozenset[str] | None:
        data = repository.page(path)
        if data is None:
            return None
        question = "anchors", path, page.limits
        return repository.memo.of(data, question, frozenset[str] | None, lambda: page.parse(path, data).anchors)

    return repository.answered((_on_host, path), find)


def _on_site(page: Page, path: str, site: Site) -> frozenset[str] | None:
    found: set[str] = set()
    waiting, seen = [path], {path}
    while waiting:
        own, included = _of_file(page, waiting.pop(), site)
        if own is None:
            return None
        new = set(map(normpath, included.paths)) - seen
        if not included.is_complete or len(seen) + len(new) > _MOST_INCLUDED:
            return None
        found |= own
        seen |= new
        waiting += sorted(new)
    return frozenset(found)


def _of_file(page: Page, path: str, site: Site) -> tuple[frozenset[str] | None, Includes]:
    """Return the fragments of one file on a site, and what it includes. Many pages may include the same file."""

    def find() -> tuple[frozenset[str] | None, Includes]:
        parsed = page.parsed_at(path)
        own = None if parsed is None else site.fragments(path, parsed.document)
        return own, NO_INCLUDES if parsed is None or own is None else site.includes(path, parsed.source.text)

    return site.repository.answered((_of_file, path, site.id, site.folder, site.config), find)
