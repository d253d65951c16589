; Attributes that code assigns: `@object` is what has the attribute `@name`. `@class` is a class, which has its own `self`.

(assignment left: (attribute object: (identifier) @object attribute: (identifier) @name))
(for_statement left: (attribute object: (identifier) @object attribute: (identifier) @name))
(pattern_list (attribute object: (identifier) @object attribute: (identifier) @name))
(tuple_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(list_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(list_splat_pattern (attribute object: (identifier) @object attribute: (identifier) @name))
(as_pattern_target (attribute object: (identifier) @object attribute: (identifier) @name))
(as_pattern_target (tuple (attribute object: (identifier) @object attribute: (identifier) @name)))

(class_definition) @class
