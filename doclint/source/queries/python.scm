; Python, for the grammar of tree-sitter-python 0.25.

(class_definition name: (identifier) @name) @class
(function_definition name: (identifier) @name) @function

; Constants: names in capitals that a module or a class binds.
(module (expression_statement (assignment left: (identifier) @name) @constant)
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))
(class_definition body: (block (expression_statement (assignment left: (identifier) @name) @constant))
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

(type_alias_statement left: (type (identifier) @name)) @type

(import_statement name: (dotted_name) @name) @import
(import_statement name: (aliased_import name: (dotted_name) @name)) @import
(import_from_statement module_name: (_) @module name: (dotted_name) @name) @import
(import_from_statement module_name: (_) @module name: (aliased_import name: (dotted_name) @name)) @import
(import_from_statement module_name: (_) @module (wildcard_import) @name) @import
(future_import_statement "__future__" @module name: (dotted_name) @name) @import
(future_import_statement "__future__" @module name: (aliased_import name: (dotted_name) @name)) @import
