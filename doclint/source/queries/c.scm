; Only C: `static` hides a name outside its file.

(function_definition (storage_class_specifier "static") declarator: [
  (function_declarator declarator: (identifier) @name)
  (_ (function_declarator declarator: (identifier) @name))
  (_ (_ (function_declarator declarator: (identifier) @name)))
  (_ (_ (_ (function_declarator declarator: (identifier) @name))))
]) @function @private
(declaration (storage_class_specifier "static") declarator: [
  (function_declarator declarator: (identifier) @name)
  (_ (function_declarator declarator: (identifier) @name))
  (_ (_ (function_declarator declarator: (identifier) @name)))
  (_ (_ (_ (function_declarator declarator: (identifier) @name))))
] @function @private)
(declaration (storage_class_specifier "static") (type_qualifier "const") declarator: (init_declarator declarator: [
  (identifier) @name
  (_ (identifier) @name)
  (_ (_ (identifier) @name))
]) @constant @private)
