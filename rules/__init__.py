"""The rules that come with doclint: one rule a file, named after it."""
