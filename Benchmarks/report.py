"""What a benchmark measured: as lines while it runs, and as tables in a file of Markdown."""

import contextlib
import datetime
import os
import pathlib
import re
import subprocess

ROOT = pathlib.Path(__file__).resolve().parents[1]
HEADINGS = ("What", "Gatehouse", "Beside it", "To reach", "Notes")


class Report:
    """Takes figures one by one. `problems` are answers that were wrong."""

    def __init__(self, quiet=False):
        self.quiet, self.part, self.parts, self.problems = quiet, None, {}, []

    def begin(self, part):
        self.part = part
        self.parts[part] = []

    def __call__(self, name, figure, note="", *, beside="", reach=""):
        """`beside` is what the figure is compared with, `reach` what it should be."""
        self.parts.setdefault(self.part, []).append((name, figure, beside, reach, note))
        said = "; ".join(text for text in (note, beside, reach and f"reach {reach}") if text)
        self.say(f"{name:<58} {figure:>16}  {said}")

    def problem(self, name, text):
        self.problems.append(f"{name}: {text}")
        self.say(f"{name}: {text}")

    def say(self, line):
        if not self.quiet:
            print(line, flush=True)

    def write(self, file, engine):
        """Replaces the tables of the measured parts in a file of Markdown; what it has of other parts and engines stays.

        The tables stand between two comments. A file without them gets them at its end.
        """
        text = file.read_text() if file.exists() else ""
        for part, rows in self.parts.items():
            begin, end = f"<!-- figures of {part} on {engine} -->", f"<!-- end of {part} on {engine} -->"
            table = "\n".join([begin, f"### {part} on {engine}", "", machine(), "", *lines(rows), end])
            pattern = re.compile(re.escape(begin) + ".*?" + re.escape(end), re.S)
            if pattern.search(text):
                text = pattern.sub(lambda _: table, text)
            else:
                text = text.rstrip("\n") + "\n\n" + table + "\n"
        file.write_text(text.lstrip("\n"))


def lines(rows):
    yield "| " + " | ".join(HEADINGS) + " |"
    yield "|---" * len(HEADINGS) + "|"
    for row in rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def machine():
    """When, with which version, and on what."""
    processor = "unknown processor"
    with contextlib.suppress(OSError, AttributeError):
        processor = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text()).group(1)
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / (1 << 30)
    done = subprocess.run(["git", "describe", "--always", "--dirty"], cwd=ROOT, capture_output=True, text=True)
    version = done.stdout.strip() or "unknown version"
    cores = len(os.sched_getaffinity(0))
    return f"{datetime.date.today().isoformat()}, {version}; {cores} cores ({processor}), {memory:.0f} GiB."
