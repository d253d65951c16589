; Rust, by the grammar of tree-sitter-rust 0.24. Public is what is `pub` without a restriction, and what a trait names.

(struct_item name: (_) @name) @struct
(union_item name: (_) @name) @union
(enum_item name: (_) @name) @enum
(trait_item name: (_) @name) @trait
(type_item name: (_) @name) @type
(function_item name: (_) @name) @function
(mod_item name: (_) @name) @namespace
(const_item name: (_) @name) @constant
(static_item name: (_) @name) @constant
(foreign_mod_item body: (declaration_list (function_signature_item name: (_) @name) @function))

(struct_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @struct
(union_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @union
(enum_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @enum
(trait_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @trait
(type_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @type
(function_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @function
(foreign_mod_item body: (declaration_list
    (function_signature_item (visibility_modifier) @_pub name: (_) @name) @function)
  (#eq? @_pub "pub")
  (#set! public yes))
(mod_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @namespace
(const_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @constant
(static_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")
  (#set! public yes)) @constant

(enum_variant name: (_) @name
  (#set! public yes)) @constant

; What an implementation defines lies in its type, whose arguments are left out.
(impl_item type: (_) @name) @scope
(impl_item type: [
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (reference_type type: (type_identifier) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
  ]) @scope

; A trait, and what implements one.
(trait_item body: (declaration_list [
    (function_item name: (_) @name)
    (function_signature_item name: (_) @name)
  ] @function)
  (#set! public yes))
(trait_item body: (declaration_list (associated_type name: (_) @name) @type)
  (#set! public yes))
(trait_item body: (declaration_list (const_item name: (_) @name) @constant)
  (#set! public yes))
(impl_item trait: (_) body: (declaration_list (function_item name: (_) @name) @function)
  (#set! public yes))
(impl_item trait: (_) body: (declaration_list (type_item name: (_) @name) @type)
  (#set! public yes))
(impl_item trait: (_) body: (declaration_list (const_item name: (_) @name) @constant)
  (#set! public yes))

(macro_definition name: (_) @name) @macro
((attribute_item (attribute (identifier) @_attribute)) . (macro_definition name: (_) @name) @macro
  (#eq? @_attribute "macro_export")
  (#set! public yes))

(extern_crate_declaration name: (_) @name) @import

; A group has its path in front of it; groups in groups in groups are not told apart.
(use_declaration argument: [
    (identifier) @name
    (scoped_identifier path: (_) @module name: (_) @name)
    (scoped_identifier !path name: (_) @name)
    (use_as_clause path: (identifier) @name)
    (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name))
    (use_as_clause path: (scoped_identifier !path name: (_) @name))
    (use_wildcard (_) @module "*" @name)
  ]) @import
(use_declaration argument: (use_list [
      (identifier) @name
      (scoped_identifier path: (_) @module name: (_) @name)
      (scoped_identifier !path name: (_) @name)
      (use_as_clause path: (identifier) @name)
      (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name))
      (use_as_clause path: (scoped_identifier !path name: (_) @name))
      (use_wildcard (_) @module "*" @name)
    ])) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list [
        (identifier) @name
        (scoped_identifier path: (_) @module name: (_) @name)
        (scoped_identifier !path name: (_) @name)
        (use_as_clause path: (identifier) @name)
        (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name))
        (use_as_clause path: (scoped_identifier !path name: (_) @name))
        (use_wildcard (_) @module "*" @name)
      ]))) @import
(use_declaration argument: [
    (use_list (scoped_use_list path: (_) @module list: (use_list [
        (identifier) @name
        (scoped_identifier path: (_) @module name: (_) @name)
        (scoped_identifier !path name: (_) @name)
        (use_as_clause path: (identifier) @name)
        (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name))
        (use_as_clause path: (scoped_identifier !path name: (_) @name))
        (use_wildcard (_) @module "*" @name)
      ])))
    (scoped_use_list path: (_) @module list: (use_list (scoped_use_list path: (_) @module list: (use_list [
        (identifier) @name
        (scoped_identifier path: (_) @module name: (_) @name)
        (scoped_identifier !path name: (_) @name)
        (use_as_clause path: (identifier) @name)
        (use_as_clause path: (scoped_identifier path: (_) @module name: (_) @name))
        (use_as_clause path: (scoped_identifier !path name: (_) @name))
        (use_wildcard (_) @module "*" @name)
      ]))))
  ]) @import

; `self` in a group is what the path says.
(use_declaration argument: (scoped_use_list
  path: [(identifier) @name (crate) @name (scoped_identifier path: (_) @module name: (_) @name)]
  list: (use_list (self)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list
  path: [(identifier) @name (scoped_identifier path: (_) @module name: (_) @name)]
  list: (use_list (self)))))) @import
