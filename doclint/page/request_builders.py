"""Request builders in the Java clients of OpenAPI Generator, whose pages document a request as one call.

With the library `okhttp-gson` and grouped parameters, `listPets(owner)` returns an `APIlistPetsRequest`, with a method
for each optional parameter, and `execute()` sends it. With `native`, the parameters are fields of such a class, which
the operation takes; pages call that parameter `listPetsRequest`.
"""

from collections.abc import Iterator, Sequence

from doclint.source.model import Declaration, DeclaredParameter, DeclaredSignature

_EXECUTE = "execute"


def as_documented(operation: Declaration, outer: Sequence[Declaration]) -> Declaration:
    """Return an operation of a client in Java with the parameters and the result that its page has: those of the whole
    request. Anything else stays as it is.
    """
    name = f"API{operation.name}Request"
    request = next((one for one in outer[-1].members if one.name == name and one.kind == "class"), None)
    if request is None:
        return operation
    return operation._replace(signatures=tuple(_documented(one, request) for one in operation.signatures))


def _documented(signature: DeclaredSignature, request: Declaration) -> DeclaredSignature:
    parameters = tuple(
        one._replace(name=request.name.removeprefix("API")) if one.type == request.name else one
        for one in signature.parameters
    )
    execute = next((one for one in request.members if one.name == _EXECUTE and one.signatures), None)
    if signature.returns != request.name or execute is None:
        return signature._replace(parameters=parameters)
    return signature._replace(parameters=(*parameters, *_set_by(request)), returns=execute.signatures[0].returns)


def _set_by(request: Declaration) -> Iterator[DeclaredParameter]:
    """Yield the parameters that methods of a request set."""
    for method in request.members:
        for signature in method.signatures:
            if signature.returns == request.name and len(signature.parameters) == 1:
                yield DeclaredParameter(method.name, "keyword-only", signature.parameters[0].type, is_required=False)
