"""What a format says about its pages: kinds, sections and contents, as a format file has them.

Each name is loaded when it is asked for, because pages of no format need none of them; `schema.pyi` lists them.
"""

from doclint.errors.lazy_names import lazy_names

__all__, __getattr__ = lazy_names(__name__, __file__)
