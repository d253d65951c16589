"""Recipes.

Reading one
-----------

A recipe is text. See :func:`read`.
"""


class Recipe:
    """A recipe.

    :param title: its title
    :ivar servings: how many it serves
    """

    def __init__(self, title, servings=4):
        self.title = title
        self.servings = servings

    def scale(self, factor: "float" = 1.0) -> "Recipe":
        """Scale a recipe.

        :param factor: by how much
        :returns: a new recipe
        """


def read(text: str, encoding: str = "utf-8") -> Recipe:
    """Read a recipe.

    .. warning::
       Only UTF-8 is tried.

    ========  ======
    text      result
    ========  ======
    ``""``    none
    ========  ======
    """
