#!/usr/bin/env python3
"""Checks that each file of Sources holds one idea: neither two of them, nor a crumb of one.

- A file has at most 300 lines.
- `X.swift` and `X+Topic.swift` are about the type X. A file that declares types declares X, and X comes first; or its types are
  of one kind, as the plural in its name says (`Identities.swift`, `Actions.swift`), by name or by the protocol that all have, or
  those of under 25 lines by their last word (`ComponentViews.swift`); or it extends a type and declares only what stands below
  that. `X+Topic.swift` declares or extends X. A type stands above its extensions.
- Below X stands a type that the file needs and the rest of the program hardly: one under 25 lines that another declaration of the
  file names, or that names X; an error that the file throws; a protocol that the file names; a type that no other file names;
  below a view, the views of its page; one that shares a private name with another declaration.
- A file of types under 25 lines, which one other file of its folder names, is joined with that file where both fit in 200
  lines. Alone stay a part that a list names (routes, endpoints, commands, …), the lists themselves, and files with `#if` or `@_spi`.

Names behind a dot, in comments and in texts do not count; those in the interpolations of a text do.
"""

import collections
import pathlib
import re
import sys

from check_folders import DECLARATION, EXTENSION, NESTED, code_of

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"
CRUMB = 25
PAGE = 200
GREATEST = 300
# Parts of which a list names each: the list does not own them.
PART = re.compile(r"(Routes|Endpoints?|Command|Services|Settings|Operations|Middleware|Format)$")
LISTS = re.compile(r"^(GatehouseCommand|Server|Services|AllRoutes|ManagementAPI|StoreSet|DatabaseStores|ConsoleRoutes|IngestRoutes|HTTPStack|Maintenance)\b")
GENERATED = "/Generated/"
USE = re.compile(r"(?<![\w.`])[A-Z]\w*")
# What only this file can name.
HIDDEN = re.compile(r"\bfileprivate\s(?:\w+\s)*(?:let|var|func|init|struct|enum|class|typealias)\s+`?(\w+)")
VALUE = re.compile(r"^private\s(?:\w+\s)*(?:let|var|func|struct|enum|class|actor|protocol|typealias)\s+`?(\w+)")
ERROR = re.compile(r":[^{]*\bError\b")


class Declaration:
    def __init__(self, lines):
        self.text = "\n".join(lines)
        found = DECLARATION.match(self.text)
        self.name = found.group(1) if found and "typealias" not in found.group() else None
        self.is_private = bool(found and re.search(r"\b(?:file)?private\b", found.group()))
        self.head = self.text.split("{")[0]
        extension = EXTENSION.match(self.text)
        # The outermost type: an extension of `Tenant.State` is about the tenant's states too.
        self.extended = extension.group(1) if extension else None
        makes = {self.name or self.extended} if "fileprivate init" in self.text else set()
        self.hidden = makes | set(HIDDEN.findall(self.text)) | ({VALUE.match(self.text).group(1)} if VALUE.match(self.text) else set())
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
        self.main = path.stem.split("+")[0]
        self.name = path.relative_to(SOURCES).as_posix()
        self.lines = text.count("\n")
        self.code = code_of(path)
        self.has_conditions = "#if" in self.code
        self.declarations = declarations(self.code)
        self.types = [each for each in self.declarations if each.name and not each.is_private]
        own = {each.name for each in self.declarations if each.name} | set(NESTED.findall(self.code))
        self.uses = set(USE.findall(self.code)) - own

    def shares_with_others(self, type_):
        """Whether a type and another declaration of the file name the same thing that only this file can name."""
        hidden = set().union(*(each.hidden for each in self.declarations))
        mine = {name for name in hidden if re.search(rf"\b{name}\b", type_.text)}
        return any(re.search(rf"\b{name}\b", each.text) for name in mine for each in self.declarations if each is not type_)


def stands_below(file, type_, users):
    """Why a type stands in a file that has another name, or None."""
    others = [each for each in file.declarations if each is not type_ and type_.name in USE.findall(each.text)]
    return (
        type_.lines < CRUMB and (others or file.main in USE.findall(type_.text))
        or ERROR.search(type_.head) and re.search(rf"\bthrows?\b\W*{type_.name}\b", file.code)
        or not users - {file}
        or type_.head.lstrip().startswith(("public protocol", "package protocol", "protocol")) and others
        or type_.name.endswith("View") and file.main.endswith("View") and file.lines <= GREATEST
        or file.shares_with_others(type_)
    )


def singulars(plural):
    """The words that a plural can be of: `Identities` has the first, `Cookies` the second."""
    if plural.endswith("ies"):
        yield plural[:-3] + "y"
    if plural.endswith("s"):
        yield plural[:-1]


def last_word(name):
    return re.findall(r"[A-Z][a-z]*", name)[-1]


def have_one_protocol(types, kind):
    """Whether all types conform to one protocol, whose last word is that of the kind: `KeyCommands`, `AdministrationCommand`."""
    lists = [re.search(r":([^{]*)", re.sub(r"\bwhere\b.*", "", each.head, flags=re.DOTALL)) for each in types]
    common = set.intersection(*({name.strip() for name in found.group(1).split(",")} if found else set() for found in lists))
    return any(name.endswith(last_word(kind)) for name in common)


def problems_of(file, users):
    if file.lines > GREATEST and GENERATED not in file.name:
        yield f"{file.name} has {file.lines} lines: split it by idea."
    if GENERATED in file.name:
        return
    extended = [each.extended for each in file.declarations if each.extended]
    if "+" in file.path.stem and file.main not in [each.name for each in file.types] + extended:
        yield f"{file.name} does not extend {file.main}: name it after what it extends."
    if not file.types:
        return
    names = [each.name for each in file.types]
    is_kind = len(names) > 1 and any(
        all(name.endswith((singular, file.main)) for name in names)
        or have_one_protocol(file.types, singular)
        or all(each.lines < CRUMB and each.name.endswith(last_word(singular)) for each in file.types)
        for singular in singulars(file.main)
    )
    if file.main not in names and not extended and not is_kind:
        yield f"{file.name} has no type {file.main}: name it after the type that its other types serve."
        return
    if file.main in names and file.types[0].name != file.main and not is_kind:
        yield f"{file.name} begins with {names[0]}: {file.main} comes first."
    seen = set()
    for each in file.declarations:
        if each.name and each.name in seen:
            yield f"{file.name}: an extension of {each.name} stands above it."
        seen.add(each.extended)
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
    problems = []
    for target, own in by_target.items():
        declared = {each.name for file in own for each in file.types}
        users = collections.defaultdict(set)
        for other, theirs in by_target.items():
            # Another target that declares the name means its own type.
            foreign = declared - {each.name for file in theirs for each in file.types} if other != target else declared
            for file in theirs:
                for name in file.uses & foreign:
                    users[name].add(file)
        for file in own:
            problems += problems_of(file, users)
            if host := crumb(file, users):
                problems.append(f"{file.name}: only {host.path.name} uses it; put it there.")
    if problems:
        print("\n".join(problems), file=sys.stderr)
        sys.exit(1)


main()
