"""What all tests share."""

# Sources that the sample pages describe; one of them looks like a test.
collect_ignore = ["pages"]
