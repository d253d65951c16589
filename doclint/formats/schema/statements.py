"""What a generator states: claims, descriptions, and the files and folders that they are true of."""

from typing import Annotated, Literal

from msgspec import Meta
from msgspec.structs import force_setattr

from doclint.formats.schema.models import (
    AnyCase,
    DottedName,
    Identifier,
    Model,
    Names,
    OneOrMore,
    OrName,
    SomePatterns,
    TemplateText,
    Word,
)


class Subjects(Model, frozen=True):
    """Files and folders, by their paths and types: those that meet all given conditions.

    Names consist of words, which end at characters other than letters and where capitals begin: `latest_test.py` has
    the words `latest`, `test` and `py`. A part of a word meets a condition on the words of a name: `test` is in
    `unit-tests`, and also in `runtests`.
    """

    path: Annotated[list[Word], "Parts of the name of a folder that contains it, or of its own name."] = []
    folders: Annotated[list[Word], "Parts of the name of a folder that contains it."] = []
    name: Annotated[list[Word], "Parts of its own name."] = []
    apart: Annotated[
        list[Word],
        "Parts of words that contain one of the other parts by chance: `latest` is not a `test`. Words "
        "with such a part do not count.",
    ] = []
    top: Annotated[
        OneOrMore[AnyCase], "The outermost folder that contains it, or that it is, by its whole name, in any case."
    ] = []
    languages: Annotated[list[str], "The types of file, by the ids of their languages: `markdown`, `python`."] = []
    empty: Annotated[bool, "Whether it must have no content."] = False

    def __post_init__(self) -> None:
        force_setattr(self, "top", [one.lower() for one in self.top])

    @property
    def is_empty(self) -> bool:
        """Whether there is no condition."""
        return not any((self.path, self.folders, self.name, self.top, self.languages, self.empty))


# Alternatives, one of which must be met. A single one may be written without the list.
AnySubjects = OneOrMore[Annotated[Subjects, OrName()]]


class Statement:
    """A text that a generator chooses: its role, and the files and folders that it is true of."""

    role: Annotated[
        Literal["", "default", "placeholder"],
        "`default`: the generator had nothing to say. `placeholder`: it announces text that never comes.",
    ] = ""
    true_of: Annotated[AnySubjects, "The text is true only of these files or folders."] = []
    false_of: Annotated[AnySubjects, "The text is not true of these files or folders."] = []
    groundless_of: Annotated[
        AnySubjects, "The text may be true of these files or folders, but the generator had no ground for it."
    ] = []
    about: Annotated[
        str, "The hole that names the file or folder that the text is about, in any case, without path."
    ] = ""


class Proof(Model, frozen=True):
    """What makes a statement about a source true; any of these is enough.

    Only code counts, the path of the source and what it imports; comments and strings count only under their own keys.
    In configuration and data (YAML, CMake) all of the text counts except comments, patterns for paths, labels of
    several words and the names of targets; `.gitignore` proves nothing, and neither does prose. If the language is
    unknown, so that doclint cannot separate code from the rest, it does not check the statement.
    """

    names: Annotated[
        list[DottedName],
        "Names and keywords, as whole words: `try`. With a dot, one after another: `torch.compile`, "
        "which is also found in `torch::compile`, but not in `compile`.",
    ] = []
    calls: Annotated[
        list[Identifier],
        "Functions that are called or passed on by their own name: `eval` as in `eval(x)` and `map(eval, "
        "all)`, but not as in `model.eval()`, `def eval(x)` or `run(eval=True)`.",
    ] = []
    words: Annotated[
        list[Word], "Words of names, in any case: `jit` is in `nb_jit` and `JITCache`, not in `jitter`."
    ] = []
    parts: Annotated[
        list[AnyCase], "Parts of names, in any case: `cache` is in `lru_cache`, `CacheKey` and `kvcached`."
    ] = []
    strings: Annotated[
        list[AnyCase],
        'Parts of strings, in any case, where a string is as good as code: `cuda` in `move("cuda:0")`. '
        "Docstrings do not count.",
    ] = []
    comments: Annotated[
        list[AnyCase],
        "Parts of comments and docstrings, in any case, where they describe what the code does not name: "
        "`cache` in `# Cache the result.`",
    ] = []
    languages: Annotated[
        list[str], "Languages, by their ids, of which the statement is always true: `shell`, `cuda`."
    ] = []
    never: Annotated[list[str], "Languages of which it is never true, whatever words a file has: `toml`, `csv`."] = []
    apart: Annotated[
        list[DottedName],
        "Dotted names that prove nothing, although a part of them would: with `re.compile`, `compile` "
        "only counts without `re`.",
    ] = []

    def __post_init__(self) -> None:
        for key in ("parts", "strings", "comments"):
            force_setattr(self, key, [one.lower() for one in getattr(self, key)])

    @property
    def is_empty(self) -> bool:
        """Whether nothing could prove the statement."""
        return not any((self.names, self.calls, self.words, self.parts, self.strings, self.comments, self.languages))


class ClaimSpec(Model, Statement, frozen=True, kw_only=True):
    """A statement of a closed set."""

    text: Annotated[SomePatterns, "The wording, as a pattern. Of several, the first one that matches counts."]
    approximate: Annotated[bool, "Whether its figures are approximate."] = False
    proof: Annotated[
        Proof | None, "What makes the statement true; without it, doclint does not check the statement."
    ] = None
    trigger: Annotated[
        list[Annotated[str, Meta(min_length=1)]],
        "Texts that make the generator choose the statement if they occur in a source, or in its path, "
        "in any case. With these, a message can show where the text occurs instead.",
    ] = []
    repeats: Annotated[Names, "Statements that mean the same, by set and name: `purpose.testing`."] = []


class Correction(Model, frozen=True):
    """Words that the generator combines wrongly in its statements and fixed texts."""

    wrong: Annotated[str, Meta(min_length=1), "What the generator writes: `is a python module`."]
    right: Annotated[str, "What it should write: `is a Python module`."]


class DescriptionSpec(Model, frozen=True):
    """A description of files, and the files that it is true of. For other files, doclint does not check it."""

    text: Annotated[str, "The description, as pages have it."]
    right: Annotated[list[str], "The languages, by their ids, whose files it describes."] = []
    wrong: Annotated[list[str], "The languages whose files it does not describe."] = []
    right_names: Annotated[list[str], "Names of files that it describes, whatever their language."] = []
    wrong_names: Annotated[list[str], "Names of files that it does not describe, with `*` for any characters."] = []


class FillerSpec(Model, frozen=True):
    """A description without information: its holes only repeat the name of the entry."""

    text: Annotated[
        TemplateText, "The description, as a template whose holes have the name of the entry: `Files for {subfolder}`."
    ]
    unless: Annotated[list[str], "Files; doclint accepts the description for folders that have one of them."] = []
