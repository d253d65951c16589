; Only C++ and CUDA.

(class_specifier name: [(type_identifier) @name (template_type name: (_) @name) (qualified_identifier) @name] body: (_))
  @class
(struct_specifier name: [(template_type name: (_) @name) (qualified_identifier) @name] body: (_)) @struct
(union_specifier name: [(template_type name: (_) @name) (qualified_identifier) @name] body: (_)) @union
(enum_specifier name: (qualified_identifier) @name body: (_)) @enum

(namespace_definition name: (_) @name) @namespace
(namespace_definition !name) @block
(namespace_definition !name body: (declaration_list "{" @access @private))
(class_specifier body: (field_declaration_list "{" @access @private))
((access_specifier ["private" "protected"]) @access @private)
((access_specifier "public") @access @public)

(alias_declaration name: (_) @name) @type
(concept_definition name: (_) @name) @type
(namespace_alias_definition name: (_) @name) @namespace

(function_definition declarator: [
  (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)
  (_ (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name))
  (_ (_ (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)))
  (_ (_ (_ (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name))))
  (operator_cast) @name
  (function_declarator declarator: (template_function name: (_) @name))
]) @function
; A conversion, `A::operator bool() {}`; not what a macro makes of `class A : public std::exception {`.
((function_definition declarator: (qualified_identifier) @name) @function (#match? @name "\\boperator\\b"))
(declaration declarator: [
  (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)
  (_ (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name))
  (_ (_ (function_declarator declarator:
    [(field_identifier) (qualified_identifier) (destructor_name) (operator_name)] @name)))
] @function)
(declaration declarator: [
  (operator_cast) @name
  (function_declarator declarator: (template_function name: (_) @name))
] @function)
(field_declaration declarator: [
  (function_declarator declarator: [(field_identifier) (destructor_name) (operator_name)] @name)
  (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))
  (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name)))
  (_ (_ (_ (function_declarator declarator: [(field_identifier) (operator_name)] @name))))
] @function)
(field_declaration declarator: (operator_cast) @name @function)
(friend_declaration (declaration) @local)

(field_declaration (storage_class_specifier "static") (type_qualifier ["const" "constexpr"]) declarator: [
  (field_identifier) @name
  (_ (field_identifier) @name)
  (_ (_ (field_identifier) @name))
] @constant)
