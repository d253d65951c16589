; C, C++ and CUDA, for the grammars of tree-sitter-c 0.24, tree-sitter-cpp 0.23, tree-sitter-cuda 0.21.

(preproc_include path: (_) @name) @include
(preproc_def name: (identifier) @name) @macro
(preproc_function_def name: (identifier) @name) @macro

; Only a type with a body is defined: `struct point *p` has none.
(struct_specifier name: (type_identifier) @name body: (_)) @struct
(union_specifier name: (type_identifier) @name body: (_)) @union
(enum_specifier name: (type_identifier) @name body: (_)) @enum
(enumerator name: (identifier) @name) @constant

(type_definition declarator: [
  (type_identifier) @name
  (_ (type_identifier) @name)
  (_ (_ (type_identifier) @name))
  (_ (_ (_ (type_identifier) @name)))
  (function_declarator declarator: (parenthesized_declarator (_ (type_identifier) @name)))
] @type)

; Functions, whose return type may enclose the name: `int *f()`, `int **f()`, `void (*f(int))(int)`. A definition is
; captured whole, of a declaration only the declarator, since it can have several.
(function_definition declarator: [
  (function_declarator declarator: [(identifier) (parenthesized_declarator (identifier))] @name)
  (_ (function_declarator declarator: (identifier) @name))
  (_ (_ (function_declarator declarator: (identifier) @name)))
  (_ (_ (_ (function_declarator declarator: (identifier) @name))))
]) @function
(declaration declarator: [
  (function_declarator declarator: (identifier) @name)
  (_ (function_declarator declarator: (identifier) @name))
  (_ (_ (function_declarator declarator: (identifier) @name)))
  (_ (_ (_ (function_declarator declarator: (identifier) @name))))
] @function)

; Constants outside of functions.
(declaration (type_qualifier ["const" "constexpr"]) declarator: (init_declarator declarator: [
  (identifier) @name
  (_ (identifier) @name)
  (_ (_ (identifier) @name))
]) @constant)
(declaration (type_qualifier ["const" "constexpr"]) declarator: [
  (identifier) @name
  (array_declarator declarator: (identifier) @name)
] @constant)

(function_definition body: (compound_statement) @local)
