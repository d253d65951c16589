"""A linter and validator for generated documentation."""
