#!/usr/bin/env python3
"""Checks that each file of Sources holds one idea: neither two of them, nor a crumb of one.

- A file has at most 300 lines.
- `X.swift` and `X+Topic.swift` are about the type X. A file that declares types declares X, or types whose names end with X or
  its singular (`Identities.swift`, `Actions.swift`), or extends a type and declares only what stands below that.
- Below X stands a type that the file needs and the rest of the target hardly: one under 25 lines that another declaration
  of the file names, that names X, or whose name begins with the same word; an error that the file throws; a type that no other file of the target
  names; a view of a page of at most 200 lines; one that shares private members.
- A file of types under 25 lines, which one other file of its folder names, is joined with that file where both fit in 200
  lines. A part that a list names (routes, endpoints, commands, …) stays alone.

Names behind a dot, in comments and in texts do not count; those in the interpolations of a text do.
"""

import collections
import pathlib
import re
import sys

from check_folders import DECLARATION, NESTED, code_of

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"
CRUMB = 25
PAGE = 200
GREATEST = 300
# Parts of which a list names each: the list does not own them.
PART = re.compile(r"(Routes|Endpoints?|Command|Services|Settings|Operations|Entries|Causes|Middleware|Format)$")
LISTS = re.compile(r"^(GatehouseCommand|Server|Services|AllRoutes|ManagementAPI|StoreSet|Stores|ConsoleRoutes|IngestRoutes|HTTPStack|Maintenance)\b")
GENERATED = "/Generated/"
# What is longer for a reason, each with it.
LONG = {
    "UseCases/Events/DecodingGate.swift": "one state machine, read as a whole",
}
USE = re.compile(r"(?<![\w.`])[A-Z]\w*")
SHARED = re.compile(r"\bfileprivate\s|^(?:private)\s", re.M)
ERROR = re.compile(r":[^{]*\bError\b")
WORDS = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+")


class Declaration:
    def __init__(self, lines):
        self.text = "\n".join(lines)
        found = DECLARATION.match(self.text)
        self.name = found.group(1) if found and "typealias" not in found.group() else None
        self.is_private = bool(found and re.search(r"\b(?:file)?private\b", found.group()))
        self.head = self.text.split("{")[0]
        self.lines = len(lines)


def declarations(text):
    """The declarations at the top level, without comments: each begins in column 0 and ends where its brackets close."""
    found, block, depth = [], [], 0
    for line in text.split("\n"):
        if not block and (not line.strip() or line.startswith(("import ", "@_spi", "#"))):
            continue
        block.append(line)
        depth += sum(map(line.count, "{([")) - sum(map(line.count, "})]"))
        if depth <= 0 and not (line.startswith("@") and "{" not in line) and not line.rstrip().endswith((":", ",")):
            found.append(Declaration(block))
            block, depth = [], 0
    return found


class File:
    def __init__(self, path):
        text = path.read_text()
        self.path = path
        self.name = path.relative_to(SOURCES).as_posix()
        self.lines = text.count("\n")
        self.code = code_of(path)
        self.has_conditions = "#if" in self.code
        self.declarations = declarations(self.code)
        self.types = [each for each in self.declarations if each.name and not each.is_private]
        own = {each.name for each in self.declarations if each.name} | set(NESTED.findall(self.code))
        self.uses = set(USE.findall(self.code)) - own
        self.main = path.stem.split("+")[0]


def stands_below(file, type_, users):
    """Why a type stands in a file that has another name, or None."""
    others = [each for each in file.declarations if each is not type_ and type_.name in USE.findall(each.text)]
    small = type_.lines < CRUMB
    first = WORDS.findall(type_.name)[0].rstrip("s")
    return (
        small and (others or file.main in USE.findall(type_.text) or any(WORDS.findall(name)[0].rstrip("s") == first for name in [file.main] + [
            each.name for each in file.types if each is not type_]))
        or ERROR.search(type_.head) and re.search(rf"\bthrows?\b\W*{type_.name}\b", file.code)
        or not users - {file}
        or type_.head.lstrip().startswith(("public protocol", "package protocol", "protocol")) and others
        or type_.name.endswith("View") and file.lines <= PAGE + 50
        or SHARED.search(file.code)
    )


def problems_of(file, users):
    if file.lines > GREATEST and GENERATED not in file.name and file.name not in LONG:
        yield f"{file.name} has {file.lines} lines: split it by idea."
    if file.has_conditions or GENERATED in file.name or not file.types:
        return
    names = [each.name for each in file.types]
    singular = re.sub(r"ies$", "y", file.main) if file.main.endswith("ies") else file.main.rstrip("s")
    is_kind = len(names) > 1 and all(name.endswith((singular, file.main)) for name in names)
    is_topic = "+" in file.path.stem or any("extension" in each.head.split("\n")[0] for each in file.declarations)
    if file.main not in names and not is_topic and not is_kind:
        yield f"{file.name} has no type {file.main}: name it after the type that its other types serve."
        return
    if not is_kind:
        for each in file.types:
            if each.name != file.main and not stands_below(file, each, users[each.name]):
                yield f"{file.name}: {each.name} is an idea of its own; give it a file of its own name."


def crumb(file, users):
    """The file that a crumb belongs into, or None."""
    if not file.types or file.has_conditions or any(PART.search(each.name) for each in file.types):
        return None
    if any(each.lines >= CRUMB for each in file.types) or file.lines >= 2 * CRUMB:
        return None
    others = set().union(*(users[each.name] for each in file.types)) - {file}
    if len(others) != 1:
        return None
    other = others.pop()
    fits = other.path.parent == file.path.parent and other.lines + file.lines <= PAGE and not other.has_conditions
    return other if fits and not LISTS.match(other.path.stem) and "_spi" not in other.code + file.code and not PART.search(other.main) else None


def main():
    files = [File(path) for path in sorted(SOURCES.rglob("*.swift"))]
    by_target = collections.defaultdict(list)
    for file in files:
        by_target[file.name.split("/")[0]].append(file)
    users = collections.defaultdict(set)
    for file in files:
        for name in file.uses:
            users[name].add(file)
    problems = []
    for target, own in by_target.items():
        of_target = {name: using & set(own) for name, using in users.items()}
        local = collections.defaultdict(set, of_target)
        for file in own:
            problems += problems_of(file, local)
            if other := crumb(file, users):
                problems.append(f"{file.name}: only {other.path.name} uses it; put it there.")
    if problems:
        print("\n".join(problems), file=sys.stderr)
        sys.exit(1)


main()
