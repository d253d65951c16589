"""Reports as text: one module for each form."""
