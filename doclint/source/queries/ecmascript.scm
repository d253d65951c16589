; JavaScript and TypeScript, for the grammars of tree-sitter-javascript 0.25 and tree-sitter-typescript 0.23. A name is
; public if it is exported, a member unless it is marked otherwise.

(class_declaration name: (_) @name) @class
[
  (function_declaration name: (_) @name)
  (generator_function_declaration name: (_) @name)
] @function

(class_body (method_definition name: (property_identifier) @name) @function @public)
(class_body (method_definition name: (private_property_identifier) @name) @function)

; Constants of the module, except for modules that `require` returns.
(program (lexical_declaration kind: "const"
  (variable_declarator name: (identifier) @name value: (_)? @_value) @constant)
  (#not-match? @_value "^require\\("))
(export_statement (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant @public))

; A class or function that is bound to a name is a class or function of that name.
(variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function
(variable_declarator name: (identifier) @name value: (class)) @class
(export_statement (_ (variable_declarator name: (identifier) @name
  value: [(arrow_function) (function_expression) (generator_function)]) @function @public))
(export_statement (_ (variable_declarator name: (identifier) @name value: (class)) @class @public))

(export_statement declaration: (class_declaration name: (_) @name) @class @public)
(export_statement declaration: [
    (function_declaration name: (_) @name)
    (generator_function_declaration name: (_) @name)
  ] @function @public)

; An export without a name is called `default`.
(export_statement "default" @name value: (class !name) @class @public)
(export_statement "default" @name
  value: [(arrow_function) (function_expression !name) (generator_function !name)] @function @public)

; Exports of names that are defined elsewhere in the source.
(export_statement !source (export_clause (export_specifier name: (identifier) @exported)))
(export_statement "default" value: (identifier) @exported)
((assignment_expression left: (_) @_left right: (identifier) @exported)
  (#match? @_left "^(module\\.)?exports\\b"))
((assignment_expression left: (_) @_left right: (object (shorthand_property_identifier) @exported))
  (#eq? @_left "module.exports"))
((assignment_expression left: (_) @_left right: (object (pair value: (identifier) @exported)))
  (#eq? @_left "module.exports"))

; Functions that are assigned: `exports.f = function () {}`, `Basket.prototype.weigh = function () {}`.
((assignment_expression
    left: (member_expression object: (_) @_object property: (property_identifier) @name)
    right: [(arrow_function) (function_expression) (generator_function)]) @function @public
  (#match? @_object "^(module\\.)?exports$"))
((assignment_expression
    left: (member_expression
      object: (member_expression object: (identifier) @within property: (property_identifier) @_prototype)
      property: (property_identifier) @name)
    right: [(arrow_function) (function_expression) (generator_function)]) @function @public
  (#eq? @_prototype "prototype"))

; The name of a default import is the one that the source gives it, that of a whole module its own.
(import_statement (import_clause (identifier) @name) source: (string (string_fragment) @module)) @import
(import_statement (import_clause (named_imports (import_specifier name: (_) @name)))
  source: (string (string_fragment) @module)) @import
(import_statement (import_clause (namespace_import)) source: (string (string_fragment) @name)) @import
(import_statement . source: (string (string_fragment) @name)) @import
(export_statement (export_clause (export_specifier name: (_) @name))
  source: (string (string_fragment) @module)) @import
(export_statement (namespace_export) source: (string (string_fragment) @name)) @import
(export_statement "*" @name source: (string (string_fragment) @module)) @import

; `require` of CommonJS.
((variable_declarator name: (object_pattern [
      (shorthand_property_identifier_pattern) @name
      (pair_pattern key: (property_identifier) @name)
    ])
    value: (call_expression
      function: (identifier) @_require
      arguments: (arguments . (string (string_fragment) @module))))
  @import
  (#eq? @_require "require"))
((call_expression function: (identifier) @_require arguments: (arguments . (string (string_fragment) @name))) @import
  (#eq? @_require "require"))
