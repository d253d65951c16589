; Shell, for the grammar of tree-sitter-bash 0.25. All functions are global, wherever they are defined: only their
; names are captured, so that they enclose nothing.

(function_definition name: (word) @name @function)

(program (declaration_command "readonly" [
    (variable_assignment name: (variable_name) @name)
    (variable_name) @name
  ] @constant))
(program (declaration_command ["declare" "typeset"] . (word) @_option
    (variable_assignment name: (variable_name) @name) @constant)
  (#match? @_option "^-[A-Za-z]*r"))

((command name: (command_name) @_command . argument: (_) @name) @include
  (#any-of? @_command "source" "."))
