; Only JavaScript, whose nodes TypeScript names differently, for the grammar of tree-sitter-javascript 0.25.

(field_definition "static" property: (property_identifier) @name
  (#match? @name "^_*[A-Z][A-Z0-9_]*$")) @constant @public
(field_definition property: (property_identifier) @name value: [(arrow_function) (function_expression)]) @function @public
(field_definition property: (private_property_identifier) @name
  value: [(arrow_function) (function_expression)]) @function
