"""The help of commands with many options, which lists them by subject."""

import os

import click

_SUBJECTS = {
    "What to check": ("about", "changed_since", "stdin_filename", "exclude", "root", "shard", "show_files", "watch"),
    "Rules": ("select", "extend_select", "ignore", "without", "no_local_rules"),
    "Fixes": ("fix", "unsafe_fixes", "diff"),
    "What fails": ("no_brake", "fail_on", "stale_for", "exit_zero", "baseline_file", "no_baseline", "ratchet"),
    "Output": (
        "output_format",
        "output_file",
        "statistics",
        "blame",
        "claims",
        "max_per_cause",
        "color",
        "quiet",
        "verbose",
    ),
    "Configuration and cache": ("config", "isolated", "is_hook", "jobs", "no_cache", "cache_dir", "hash_all"),
}
"""The names of options by subject, in the order of the help. Those that a command has alone follow at the end."""


class SubjectCommand(click.Command):
    """A command whose help lists its options by subject. With `--hook`, no name of a file is an option."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Put names of files that look like options last, where they are paths, if `--hook` is among the arguments."""
        if "--hook" in args:
            files = [one for one in args if one.startswith("-") and one != "--" and os.path.lexists(one)]
            others = [one for one in args if one not in files]
            args = [*others, *(["--"] if "--" not in others else []), *files]
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, with a heading for each subject."""
        options = [one for one in self.get_params(ctx) if isinstance(one, click.Option)]
        records = {option.name: option.get_help_record(ctx) for option in options}
        for subject, names in _SUBJECTS.items():
            found = [record for name in names if (record := records.pop(name, None))]
            if found:
                with formatter.section(subject):
                    formatter.write_dl(found)
        with formatter.section("Other options"):
            formatter.write_dl(list(filter(None, records.values())))
