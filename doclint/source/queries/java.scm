; Java, for the grammar of tree-sitter-java 0.23. Public are `public` members, and those of an interface or an enum.
; Methods of anonymous classes and of single constants of an enum are left out: nothing can name them.

(class_declaration name: (_) @name) @class
(record_declaration name: (_) @name) @class
(enum_declaration name: (_) @name) @enum
(interface_declaration name: (_) @name) @interface
(annotation_type_declaration name: (_) @name) @interface
(class_declaration (modifiers "public") name: (_) @name) @class @public
(record_declaration (modifiers "public") name: (_) @name) @class @public
(enum_declaration (modifiers "public") name: (_) @name) @enum @public
(interface_declaration (modifiers "public") name: (_) @name) @interface @public
(annotation_type_declaration (modifiers "public") name: (_) @name) @interface @public

(interface_body [(class_declaration name: (_) @name) (record_declaration name: (_) @name)] @class @public)
(interface_body (enum_declaration name: (_) @name) @enum @public)
(interface_body (interface_declaration name: (_) @name) @interface @public)

(class_declaration body: (class_body [
    (method_declaration name: (_) @name)
    (constructor_declaration name: (_) @name)
  ] @function))
(record_declaration body: (class_body [
    (method_declaration name: (_) @name)
    (constructor_declaration name: (_) @name)
    (compact_constructor_declaration name: (_) @name)
  ] @function))
(enum_body_declarations [
    (method_declaration name: (_) @name)
    (constructor_declaration name: (_) @name)
  ] @function)
(class_declaration body: (class_body [
    (method_declaration (modifiers "public") name: (_) @name)
    (constructor_declaration (modifiers "public") name: (_) @name)
  ] @function @public))
(record_declaration body: (class_body [
    (method_declaration (modifiers "public") name: (_) @name)
    (constructor_declaration (modifiers "public") name: (_) @name)
    (compact_constructor_declaration (modifiers "public") name: (_) @name)
  ] @function @public))
(enum_body_declarations (method_declaration (modifiers "public") name: (_) @name) @function @public)
(interface_body (method_declaration name: (_) @name) @function @public)
(interface_body (method_declaration (modifiers "private") name: (_) @name) @function @private)
(annotation_type_body (annotation_type_element_declaration name: (_) @name) @function @public)

; Constants are `static final`; modifiers come in any order, and none comes twice.
(field_declaration
  (modifiers ["static" "final"] ["static" "final"])
  declarator: (variable_declarator name: (identifier) @name) @constant)
(field_declaration
  (modifiers ["public" "static" "final"] ["public" "static" "final"] ["public" "static" "final"])
  declarator: (variable_declarator name: (identifier) @name) @constant @public)
(constant_declaration declarator: (variable_declarator name: (identifier) @name) @constant @public)
(enum_constant name: (identifier) @name) @constant @public

(import_declaration (scoped_identifier scope: (_) @module name: (_) @name) .) @import
(import_declaration (_) @module (asterisk) @name) @import
