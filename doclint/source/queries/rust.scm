; Rust, for the grammar of tree-sitter-rust 0.24. Public are items that are `pub` without a restriction, and those of a
; trait.

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
  (#eq? @_pub "pub")) @struct @public
(union_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @union @public
(enum_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @enum @public
(trait_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @trait @public
(type_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @type @public
(function_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @function @public
(foreign_mod_item body: (declaration_list
    (function_signature_item (visibility_modifier) @_pub name: (_) @name) @function @public)
  (#eq? @_pub "pub"))
(mod_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @namespace @public
(const_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @constant @public
(static_item (visibility_modifier) @_pub name: (_) @name
  (#eq? @_pub "pub")) @constant @public

(enum_variant name: (_) @name) @constant @public

; The type encloses the items of its implementation; its arguments are left out.
(impl_item type: (_) @name) @scope
(impl_item type: [
    (generic_type type: (type_identifier) @name)
    (scoped_type_identifier name: (type_identifier) @name)
    (generic_type type: (scoped_type_identifier name: (type_identifier) @name))
    (reference_type type: (type_identifier) @name)
    (reference_type type: (generic_type type: (type_identifier) @name))
  ]) @scope

; A trait, and implementations of one.
(trait_item body: (declaration_list [
    (function_item name: (_) @name)
    (function_signature_item name: (_) @name)
  ] @function @public))
(trait_item body: (declaration_list (associated_type name: (_) @name) @type @public))
(trait_item body: (declaration_list (const_item name: (_) @name) @constant @public))
(impl_item trait: (_) body: (declaration_list (function_item name: (_) @name) @function @public))
(impl_item trait: (_) body: (declaration_list (type_item name: (_) @name) @type @public))
(impl_item trait: (_) body: (declaration_list (const_item name: (_) @name) @constant @public))

(macro_definition name: (_) @name) @macro
((attribute_item (attribute (identifier) @_attribute)) . (macro_definition name: (_) @name) @macro @public
  (#eq? @_attribute "macro_export"))

(extern_crate_declaration name: (_) @name) @import

; A group, with its path in front; groups more than two levels deep are not distinguished.
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

; `self` in a group imports the path itself.
(use_declaration argument: (scoped_use_list
  path: [(identifier) @name (crate) @name (scoped_identifier path: (_) @module name: (_) @name)]
  list: (use_list (self)))) @import
(use_declaration argument: (scoped_use_list path: (_) @module list: (use_list (scoped_use_list
  path: [(identifier) @name (scoped_identifier path: (_) @module name: (_) @name)]
  list: (use_list (self)))))) @import
