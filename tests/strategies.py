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
    + ["text ", "&amp;", "\\", "2) ", "<script>", "</pre>", "](\x7f)"]
    + ["\u00a0", "\u0085", "\u2003", "\u3000", "\u2028", "\f", "\v", "\x1c", "\x7f", "\u0663", "\u00b2", "9" * 400]
)
MARKDOWN = st.lists(_PIECES, max_size=60).map("".join)
"""Markdown made of pieces of its syntax: mostly nonsense, sometimes deep."""
