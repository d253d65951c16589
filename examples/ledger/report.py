"""Reports as Markdown.

A report quotes the books in a fence:

```
2024-02-01  rent  -800.00
```

# Totals

Below the fence stand the totals.
"""

from ledger.account import Account


def report(account: Account) -> str:
    lines = [f"{entry.text}  {entry.cents / 100:.2f}" for entry in account.entries]
    return "\n".join(["```", *lines, "```", f"**Total**: {account.balance() / 100:.2f}"])
