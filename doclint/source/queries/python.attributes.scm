; Attributes that code assigns: `@object` is what has the attribute `@name`, and `@docstring` the string behind the
; statement. `@class` is a class, whose methods have a `self` of their own.

(assignment left: (attribute object: (identifier) @object attribute: (identifier) @name)) @assignment
(block
  (expression_statement (assignment left: (attribute attribute: (identifier) @name)))
  . (comment)* . (expression_statement . (string) @docstring .))
(for_statement left: (attribute object: (identifier) @object attribute: (identifier) @name))
(pattern_list (attribute object: (identifier) @object attribute: (identifier) @name))
(tuple_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(list_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(list_splat_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(as_pattern_target (attribute object: (identifier) @object attribute: (identifier) @name))
(as_pattern_target (tuple (attribute object: (identifier) @object attribute: (identifier) @name)))

(class_definition) @class
