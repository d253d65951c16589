"""The names of the elements that browsers know: text in tags of other names vanishes."""

from collections.abc import Iterable

# The HTML standard, section 4 and the obsolete elements of 16.2; SVG 2 and MathML Core.
_HTML = (
    "a abbr acronym address applet area article aside audio b base basefont bdi bdo bgsound big blink "
    "blockquote body br button canvas caption center cite code col colgroup command data datalist dd del "
    "details dfn dialog dir div dl dt em embed fieldset figcaption figure font footer form frame frameset h1 "
    "h2 h3 h4 h5 h6 head header hgroup hr html i iframe image img input ins isindex kbd keygen label legend li "
    "link listing main map mark marquee math menu menuitem meta meter multicol nav nextid nobr noembed "
    "noframes noscript object ol optgroup option output p param picture plaintext portal pre progress q rb rp "
    "rt rtc ruby s samp script search section select selectedcontent slot small source spacer span strike "
    "strong style sub summary sup svg table tbody td template textarea tfoot th thead time title tr track tt u "
    "ul var video wbr xmp"
).split()
_SVG = (
    "animate animatemotion animatetransform circle clippath cursor defs desc ellipse feblend fecolormatrix "
    "fecomponenttransfer fecomposite feconvolvematrix fediffuselighting fedisplacementmap fedistantlight "
    "fedropshadow feflood fefunca fefuncb fefuncg fefuncr fegaussianblur feimage femerge femergenode "
    "femorphology feoffset fepointlight fespecularlighting fespotlight fetile feturbulence filter "
    "foreignobject g hatch hatchpath line lineargradient marker mask metadata mesh meshgradient mpath path "
    "pattern polygon polyline radialgradient rect set stop switch symbol text textpath tspan use view"
).split()
_MATHML = (
    "annotation maction math menclose merror mfenced mfrac mi mmultiscripts mn mo mover mpadded mphantom "
    "mprescripts mroot mrow ms mspace msqrt mstyle msub msubsup msup mtable mtd mtext mtr munder munderover "
    "semantics"
).split()
_HOMES = {"svg": frozenset(_SVG), "math": frozenset(_MATHML)}
_ELEMENTS = frozenset(_HTML)


def elements(names: Iterable[str]) -> frozenset[str]:
    """Return the elements that a page with tags of these names can have: of SVG and MathML only if it uses them.

    >>> "path" in elements(["div"]), "path" in elements(["svg"])
    (False, True)
    """
    return _ELEMENTS.union(*(_HOMES[name] for name in _HOMES.keys() & set(names)))
