"""What sources declare of the settings and outputs that a page documents."""

from posixpath import dirname, join

from doclint.errors.expressions import expression
from doclint.formats.documented.symbols import DocumentedSymbol
from doclint.packages.settings import DeclaredSettings, settings_in
from doclint.page.lookup import Lookup, Undeclared
from doclint.page.page import Page
from doclint.page.page_source import possible_source
from doclint.source.answer import Found, Missing, Unknown
from doclint.source.symbols import SETTINGS

_ANY_KEY = expression(r"<[\w -]+>")  # `projects.<name>.size`


def settings_of(page: Page, symbol: DocumentedSymbol) -> DeclaredSettings | Unknown:
    """Return the settings that the possible sources of a setting or an output declare together."""
    return page.remembered(_settings, symbol.files)


def declared_setting(page: Page, symbol: DocumentedSymbol) -> Lookup:
    """Return a setting or an output, which any of the possible sources may declare."""
    settings = settings_of(page, symbol)
    if isinstance(settings, Unknown):
        return settings
    stated = symbol.says("kind")  # a resource and a data source may have one name
    kinds = sorted(symbol.kinds, key=lambda kind: not (stated and stated.text.startswith(kind.partition("-")[0])))
    found = next((one for kind in kinds if (one := settings.found.get((kind, symbol.name.text)))), None)
    if found is not None:
        return Found(found)
    is_of_chart = symbol.kinds[0] in ("dependency", "maintainer")
    if not is_of_chart and settings.may_have(symbol.name.text):
        return Unknown("a comment may have it, or a chart that this one depends on")
    if "[]" in symbol.name.text or _ANY_KEY.search(symbol.name.text):
        return Unknown("it is a value of any item")
    alike = settings.of_kinds(*symbol.kinds)
    chart = alike[0].path if alike else join(dirname(settings.where), "Chart.yaml")
    beside = [one.declaration for one in alike]
    where = chart if is_of_chart else settings.where
    return Missing(Undeclared(where, None, None, symbol.name.text, symbol.kinds, beside))


def _settings(page: Page, paths: tuple[str, ...]) -> DeclaredSettings | Unknown:
    files = possible_source(page.repository, paths).files if page.repository else ()
    if page.repository is None or not files:
        return Unknown(f"there is no file `{min(paths, key=len, default='')}`")
    found = settings_in(page.repository, files, page.limits.source_work)
    if found.is_broken:
        return Unknown(f"`{found.is_broken}` cannot be read")
    # The generator may have been given other sources.
    own = [one for one in page.documented if one.files == paths and not SETTINGS.isdisjoint(one.kinds)]
    known = sum(any((kind, one.name.text) in found.found for kind in one.kinds) for one in own)
    return found if known * 2 >= len(own) else Unknown(f"`{found.where}` lacks most of what the page documents")
