class Form:
    """A form."""

    def show(self) -> None:
        """Show it."""

    def hide(self) -> None:
        """Hide it."""

    class Meta:
        """Its options."""

        depth: int = 1
        """How deep it is."""

    def send(self) -> None:
        """Send it."""
