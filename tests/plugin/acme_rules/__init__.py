"""The rules of another house."""
