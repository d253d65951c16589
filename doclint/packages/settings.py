"""The settings that the sources of a folder declare together: of a Terraform module, a Helm chart or an action.

Sources of the facts: how terraform-docs 0.20 finds the versions of providers (`terraform/load.go`), and "The Chart.yaml
File" in Helm's manual.
"""

from collections.abc import Mapping
from posixpath import basename, dirname, join

from msgspec import Struct

from doclint.errors.expressions import expression
from doclint.packages.answers import DeclaredAt
from doclint.repository.globs import files_matching
from doclint.repository.repository import Repository, remembered
from doclint.source.model import OMITTED, SourceDeclarations
from doclint.source.settings import terraform_settings, versions, versions_of

_TERRAFORM, _ACTION = ".tf", "action."
_GLOBAL = "global"  # what charts and those that they depend on share
_DEPENDING = ("Chart.yaml", "requirements.yaml")  # files of a Helm chart that name those that it depends on
_CAPITAL = expression(r"[A-Z]")
_COMMENTED_OUT = expression(rb"(?m)^[ \t]*+#[# \t]*+([\w.-]++):(?:\s|\Z)")  # a key of YAML
_COMMENTED = expression(rb"(?m)^((?:[ \t]*+#[^\n]*+(?:\n|\Z))++)(?:[ \t]*+([\w.-]++):(?!\S))?+")
_LOCK = ".terraform.lock.hcl"


class DeclaredSettings(Struct, frozen=True):
    """What the sources at some paths declare, by kind and name. If one of them cannot be read, `is_broken` names it.

    A chart that `has_others` depends on charts, whose values are below their own names. Keys that are `commented_out`,
    or that the generator leaves out, may be settings, too.
    """

    found: Mapping[tuple[str, str], DeclaredAt]
    where: str
    is_broken: str = ""
    has_others: bool = False
    commented_out: frozenset[str] = frozenset()

    def may_have(self, name: str) -> bool:
        """Whether a setting of a name may be declared elsewhere, or in a comment."""
        charts = {one.declaration.name.partition("(")[0] for one in self.of_kinds("dependency")}
        is_of_other = self.has_others and name.partition(".")[0] in {_GLOBAL, *charts}
        return is_of_other or name.rpartition(".")[2] in self.commented_out

    def of_kinds(self, *kinds: str) -> list[DeclaredAt]:
        """Return the declarations of some kinds, in the order of the sources."""
        return [one for (kind, _), one in self.found.items() if kind in kinds]


@remembered
def manifest_in(repository: Repository, path: str) -> Mapping[str, str]:
    """Return the texts at the top of a manifest by their keys in kebab case; none if it cannot be read."""
    data = repository.page(path)
    if data is None:
        return {}
    from doclint.source.yaml_settings import manifest_values

    return {_CAPITAL.sub(r"-\g<0>", key).lower(): value for key, value in manifest_values(data).items()}


@remembered
def settings_in(repository: Repository, files: tuple[str, ...], work: int = 1) -> DeclaredSettings:
    """Return the settings that some sources declare together."""
    folder = dirname(files[0]) if files else ""
    found: dict[tuple[str, str], DeclaredAt] = {}
    has_others = False
    for path in (join(folder, name) for name in _DEPENDING):
        chart = repository.page(path) or b""
        if b"dependencies:" in chart or b"maintainers:" in chart:
            from doclint.source.yaml_settings import chart_declarations

            parts = chart_declarations(chart)
            has_others = has_others or b"dependencies:" in chart
            for one in parts.found if parts else ():
                found[one.kind, one.name] = DeclaredAt(path, one)
    # What files in JSON declare, and what others override, is not known.
    further = files_matching(repository, join(folder, "*.tf.json")).files if files and files[0].endswith(".tf") else ()
    broken = next((one for one in (*further, *files) if one.endswith((".json", "override.tf"))), "")
    commented_out = set[str]()
    for path in files:
        data = repository.page(path)
        source = None if data is None else _read(path, data, work)
        if path.endswith((".yaml", ".yml")):
            # A comment may also make helm-docs leave out the key below it.
            ignored = (key for comment, key in _COMMENTED.findall(data or b"") if key and b"@ignore" in comment)
            commented_out.update(key.decode() for key in (*_COMMENTED_OUT.findall(data or b""), *ignored))
        if source is None or source.is_broken:
            broken = path
        for one in source.found if source else ():
            own = one._replace(value=OMITTED) if has_others and one.name == _GLOBAL else one
            before = found.setdefault((one.kind, one.name), DeclaredAt(path, own))
            if one.kind in ("setting", "output"):
                found[one.kind, one.name] = DeclaredAt(path, own)  # of several, terraform-docs shows the last one
            elif before.declaration is not own and one.kind == "requirement":
                value = versions(*versions_of(before.declaration), *versions_of(own))
                both = before.declaration._replace(value=value, is_public=value is not None)
                found[one.kind, one.name] = before._replace(declaration=both)
    _add_versions(found, _locked(repository.page(join(folder, _LOCK)) or b"", work))
    where = files[0] if len(files) == 1 else f"{dirname(files[0]) or '.'}/" if files else ""
    return DeclaredSettings(found, where, broken, has_others, frozenset(commented_out))


def _add_versions(found: dict[tuple[str, str], DeclaredAt], locked: Mapping[str, str]) -> None:
    """Give providers their versions: that of the lock file, or all that are required, as terraform-docs writes them."""
    for (kind, name), one in found.items():
        if kind == "provider":
            own = name.partition(".")[0]
            required = found.get(("requirement", own))
            known = versions_of(required.declaration) if required else []
            value = versions(locked.get(own, ""), " ".join(known), *known)
            found[kind, name] = one._replace(declaration=one.declaration._replace(value=value))


def _locked(lock: bytes, work: int) -> dict[str, str]:
    """Return the versions in a lock file by the last part of the address of each provider."""
    source = terraform_settings(lock, work) if lock else None
    every = ((one.name.rpartition("/")[2], versions_of(one)) for one in (source.found if source else ()))
    return {name: known[0] for name, known in every if known}


def _read(path: str, data: bytes, work: int) -> SourceDeclarations | None:
    if path.endswith(_TERRAFORM):
        return terraform_settings(data, work)
    from doclint.source.yaml_settings import action_settings, helm_values

    return action_settings(data) if basename(path).startswith(_ACTION) else helm_values(data)
