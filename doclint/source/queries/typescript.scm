; Only TypeScript, for the grammar of tree-sitter-typescript 0.23. Members are public unless they are marked otherwise.

(abstract_class_declaration name: (_) @name) @class
(interface_declaration name: (_) @name) @interface
(enum_declaration name: (_) @name) @enum
(type_alias_declaration name: (_) @name) @type
(function_signature name: (_) @name) @function
[
  (internal_module name: [(identifier) (nested_identifier)] @name)
  (module name: [(identifier) (nested_identifier)] @name)
  (module name: (string (string_fragment) @name))
] @namespace
(program (ambient_declaration
  (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant)))

(export_statement declaration: (abstract_class_declaration name: (_) @name) @class @public)
(export_statement declaration: (interface_declaration name: (_) @name) @interface @public)
(export_statement declaration: (enum_declaration name: (_) @name) @enum @public)
(export_statement declaration: (type_alias_declaration name: (_) @name) @type @public)
(export_statement declaration: (function_signature name: (_) @name) @function @public)
(export_statement declaration: [
    (internal_module name: (_) @name)
    (module name: (_) @name)
  ] @namespace @public)

; `export declare`.
(export_statement (ambient_declaration [
    (class_declaration name: (_) @name)
    (abstract_class_declaration name: (_) @name)
  ] @class @public))
(export_statement (ambient_declaration (interface_declaration name: (_) @name) @interface @public))
(export_statement (ambient_declaration (enum_declaration name: (_) @name) @enum @public))
(export_statement (ambient_declaration (type_alias_declaration name: (_) @name) @type @public))
(export_statement (ambient_declaration (function_signature name: (_) @name) @function @public))
(export_statement (ambient_declaration (internal_module name: (_) @name) @namespace @public))
(export_statement (ambient_declaration
    (lexical_declaration kind: "const" (variable_declarator name: (identifier) @name) @constant @public)))

(enum_body (enum_assignment name: (property_identifier) @name) @constant @public)
(enum_body name: (property_identifier) @name @constant @public)

(interface_body (method_signature name: (property_identifier) @name) @function @public)
(class_body [
    (method_signature name: (property_identifier) @name)
    (abstract_method_signature name: (property_identifier) @name)
    (public_field_definition name: (property_identifier) @name value: [(arrow_function) (function_expression)])
  ] @function @public)
(class_body (public_field_definition
    name: (private_property_identifier) @name value: [(arrow_function) (function_expression)]) @function)
(class_body (public_field_definition "static" name: (property_identifier) @name) @constant @public
  (#match? @name "^_*[A-Z][A-Z0-9_]*$"))

(class_body [
    (method_definition (accessibility_modifier) @_access name: (_) @name)
    (method_signature (accessibility_modifier) @_access name: (_) @name)
    (abstract_method_signature (accessibility_modifier) @_access name: (_) @name)
    (public_field_definition (accessibility_modifier) @_access name: (_) @name
      value: [(arrow_function) (function_expression)])
  ] @function @private
  (#not-eq? @_access "public"))
(class_body (public_field_definition (accessibility_modifier) @_access "static" name: (property_identifier) @name)
  @constant @private
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")
  (#not-eq? @_access "public"))

; `export = Basket`, `import fs = require("fs")`.
(export_statement "=" (identifier) @exported)
(import_statement (import_require_clause source: (string (string_fragment) @name))) @import
