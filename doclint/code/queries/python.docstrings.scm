; Docstrings of Python: `@docstring` is the literal, `@name` the name of the definition (the module has none).

(module . (comment)* . (expression_statement . [
  (string) @docstring
  (concatenated_string) @docstring
  (parenthesized_expression . [(string) (concatenated_string)] .) @docstring
] .))

(class_definition name: (identifier) @name body: (block . (comment)* . (expression_statement . [
  (string) @docstring
  (concatenated_string) @docstring
  (parenthesized_expression . [(string) (concatenated_string)] .) @docstring
] .)))

(function_definition name: (identifier) @name body: (block . (comment)* . (expression_statement . [
  (string) @docstring
  (concatenated_string) @docstring
  (parenthesized_expression . [(string) (concatenated_string)] .) @docstring
] .)))
