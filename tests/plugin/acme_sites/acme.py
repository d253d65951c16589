"""The site of Acme: a link without a suffix leads to a page of that name."""

from collections.abc import Sequence

from doclint.sites.site import Address, Site, from_page


class Acme(Site):
    """A site that the generator of Acme builds."""

    id = "acme"
    name = "Acme"
    evidence = ("acme.json",)

    def candidates(self, address: Address) -> Sequence[str]:
        """Return the page of that name, which need not have the suffix."""
        return [from_page(address), f"{from_page(address)}.md"]
