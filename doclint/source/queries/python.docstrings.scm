; What may begin with a docstring in Python: `@body` is the module or the block of a definition, `@name` the name of the
; definition. A pattern for the docstring itself would take tree-sitter ten times as long to prepare as these do.

(module) @body
(class_definition name: (identifier) @name body: (block) @body)
(function_definition name: (identifier) @name body: (block) @body)
