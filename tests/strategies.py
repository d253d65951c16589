"""Texts for properties to hold on."""

from hypothesis import strategies as st

_PIECES = st.sampled_from(
    ["# ", "> ", "- ", "1. ", "```", "~~~", "[a]", "(b)", "[c][d]", "[d]: e", "**", "_", "`", "|", "|-|", "- [ ] "]
    + [
        "<a href=x>",
        "<!--",
        "---",
        "+++",
        "===",
        "\t",
        "    ",
        "\r\n",
        "\r",
        "\n",
        "\n\n",
        "\x00",
        "é",
        "â†’",
        "\ufffd",
    ]
    + ["text ", "&amp;", "\\"]
)
MARKDOWN = st.lists(_PIECES, max_size=60).map("".join)
"""Markdown made of pieces of its syntax: mostly nonsense, sometimes deep."""
