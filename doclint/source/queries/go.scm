; Go, for the grammar of tree-sitter-go 0.25. Only declarations of the package, not those in functions.

(source_file (function_declaration name: (identifier) @name) @function)

; A method is written outside its type; the receiver names the type.
(source_file (method_declaration
    receiver: (parameter_list (parameter_declaration type: [
      (type_identifier) @within
      (generic_type type: (type_identifier) @within)
      (pointer_type (type_identifier) @within)
      (pointer_type (generic_type type: (type_identifier) @within))
    ]))
    name: (field_identifier) @name) @function)

(source_file (type_declaration [
    (type_spec name: (type_identifier) @name)
    (type_alias name: (type_identifier) @name)
  ] @type))
(source_file (type_declaration (type_spec name: (type_identifier) @name type: (struct_type)) @struct))
(source_file (type_declaration (type_spec name: (type_identifier) @name type: (interface_type)) @interface))
(source_file (type_declaration (type_spec
  type: (interface_type (method_elem name: (field_identifier) @name) @function))))

; One specification may name several.
(source_file (const_declaration (const_spec name: (identifier) @name @constant)
  (#not-eq? @name "_")))

(import_spec path: (interpreted_string_literal (interpreted_string_literal_content) @name)) @import
(import_spec path: (raw_string_literal (raw_string_literal_content) @name)) @import
