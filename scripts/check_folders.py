#!/usr/bin/env python3
"""Checks that no folders of a target in Sources depend on each other in a cycle, nor its features.

A folder depends on another one of its target when one of its files names a type that a file there declares at the top level.
A folder and a folder inside it are two folders. Names behind a dot, in comments and in texts do not count; those in the
interpolations of a text do.

A feature is a first folder of a target with all folders inside it. A feature also depends on another one when one of its files uses
a member that only extensions there declare, of a type that is declared elsewhere. It counts where the name says whose it is:
no other declaration of the target, or of a target that it can import, has a member of that name. Not seen are initialisers,
members without a dot before them, functions outside of types, and extensions on one line.

Usage: check_folders.py [TARGET...]   Without a target: all.
"""

import collections
import functools
import pathlib
import re
import sys

SOURCES = pathlib.Path(__file__).resolve().parents[1] / "Sources"
EXAMPLES = 3

ATTRIBUTES = r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|private|fileprivate|final|indirect|nonisolated)\s+)*"
DECLARATION = re.compile(ATTRIBUTES + r"(?:struct|class|enum|actor|protocol|typealias)\s+(\w+)", re.M)
EXTENSION = re.compile(ATTRIBUTES + r"extension\s+(\w+)", re.M)
NESTED = re.compile(r"^[ \t]+.*?\b(?:struct|class|enum|actor|typealias|associatedtype)\s+([A-Z]\w*)", re.M)
PARAMETERS = re.compile(r"\b(?:struct|class|enum|actor|func|init|subscript|typealias)\b[^\n(<]*<([^>]*)>")
USE = re.compile(r"(?<![\w.`])[A-Z]\w*")
QUOTES = re.compile(r'(#*)("""|")')
COMMENT = re.compile(r"/\*|\*/")
EXTENSIONS = re.compile(r"^(?:public |package )?extension\s+(\w+)[^\n]*\n(.*?)^\}", re.M | re.S)
MEMBER = re.compile(r"^    (?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|static|mutating|nonisolated)\s+)*(?:var|let|func)\s+`?(\w+)", re.M)
ANY_MEMBER = re.compile(r"\b(?:var|let|func|case)\s+`?(\w+)`?")
DOTTED = re.compile(r"\.\s*`?([a-z]\w*)`?")
# Members of the standard library, Foundation and NIO: their names say nothing about our folders.
COMMON = set(
    """
    all allCases allSatisfy append base bytes capacity code compactMap compare components contains count data date
    debugDescription decode description drop dropFirst dropLast elements encode endIndex enumerated error filter first
    firstIndex flatMap forEach get hasPrefix hasSuffix hash head headers host id index indices init insert isEmpty joined
    key keys last lazy length line lines lock lowercased map max message method min name next none now offset path port
    prefix query random range read reduce remove removeAll removeFirst removeLast replace reserveCapacity result reversed
    rounded run self send set size sorted split start startIndex status stop string suffix text time title trimmed type
    union update uppercased url utf8 value values version wait with write zero
    """.split()
)


def code(text, place=0, is_interpolation=False):
    """Returns the text without comments and string literals, but with their interpolations; and where it ends."""
    kept, depth = [], 0
    while place < len(text):
        if text.startswith("//", place):
            end = text.find("\n", place)
            place = len(text) if end < 0 else end
        elif text.startswith("/*", place):
            place = end_of_comment(text, place)
        elif quotes := QUOTES.match(text, place):
            inner, place = interpolations(text, quotes)
            kept.append(f" {inner} ")
        else:
            depth += {"(": 1, ")": -1}.get(text[place], 0)
            if is_interpolation and depth < 0:
                return "".join(kept), place + 1
            kept.append(text[place])
            place += 1
    return "".join(kept), place


@functools.cache
def code_of(path):
    return code(path.read_text())[0]


def interpolations(text, quotes):
    """Returns the code in the interpolations of the literal that begins with these quotes, and where the literal ends."""
    hashes, mark = quotes.groups()
    kept, place = [], quotes.end()
    while place < len(text) and not text.startswith(mark + hashes, place):
        if text.startswith(f"\\{hashes}(", place):
            inner, place = code(text, place + len(hashes) + 2, is_interpolation=True)
            kept.append(inner)
        else:
            place += 2 if text.startswith("\\", place) and not hashes else 1
    return " ".join(kept), place + len(mark + hashes)


def end_of_comment(text, place):
    depth = 0
    for mark in COMMENT.finditer(text, place):
        depth += 1 if mark.group() == "/*" else -1
        if depth == 0:
            return mark.end()
    return len(text)


def dependencies(target):
    """Returns, for each folder, the folders that it depends on, each with the uses (file, type) that say so."""
    files = {path: code_of(path) for path in sorted(target.rglob("*.swift"))}
    declared, nested = collections.defaultdict(set), collections.defaultdict(set)
    for path, text in files.items():
        for declaration in DECLARATION.finditer(text):
            if not re.search(r"\b(?:file)?private\b", declaration.group()):
                declared[declaration.group(1)].add(path.parent)
        for name in DECLARATION.findall(text) + EXTENSION.findall(text):
            nested[name].update(NESTED.findall(text))
    edges = collections.defaultdict(lambda: collections.defaultdict(list))
    for path, text in files.items():
        # Names that mean something else here: nested types, generic parameters, private types.
        own = set(DECLARATION.findall(text)) | set(NESTED.findall(text))
        own.update(*(nested[name] for name in EXTENSION.findall(text)))
        own.update(name for list_ in PARAMETERS.findall(text) for name in re.findall(r"(?:^|,)\s*(?:each\s+)?(\w+)", list_))
        for name in sorted(set(USE.findall(text)) - own):
            if path.parent not in declared.get(name, {path.parent}):
                for folder in declared[name]:
                    edges[path.parent][folder].append((path, name))
    return edges


def feature(folder):
    """The target and its first folder."""
    return SOURCES.joinpath(*folder.relative_to(SOURCES).parts[:2])


def features(target, edges, names_below):
    """Returns the same for features: the uses of types, and the uses of members that extensions declare."""
    result = collections.defaultdict(lambda: collections.defaultdict(list))
    for folder, others in edges.items():
        for other, uses in others.items():
            if feature(folder) != feature(other):
                result[feature(folder)][feature(other)] += uses
    files = {path: code_of(path) for path in sorted(target.rglob("*.swift"))}
    types = collections.defaultdict(set)
    count, places = collections.Counter(), collections.defaultdict(list)
    for path, text in files.items():
        for name in DECLARATION.findall(text):
            types[name].add(feature(path.parent))
        count.update(ANY_MEMBER.findall(text))
        for name, body in EXTENSIONS.findall(text):
            for member in MEMBER.findall(body):
                places[member].append((path, name))
    for path, text in files.items():
        here = feature(path.parent)
        for member in sorted(set(DOTTED.findall(text)) & set(places) - COMMON - names_below):
            there = {feature(file.parent) for file, _ in places[member]}
            own = {folder for _, name in places[member] for folder in types[name]}
            if count[member] == len(places[member]) and len(there) == 1 and here not in there and not there & own:
                result[here][there.pop()].append((path, f".{member}"))
    return result


def members_below(targets):
    """Returns, for each target, the names of members of the targets that it can import, by Package.swift."""
    package = (SOURCES.parent / "Package.swift").read_text()
    direct = {
        found.group(1): set(re.findall(r'(?<!name: )(?<!package: )"(\w+)"', found.group(2)))
        for found in re.finditer(r'\.(?:executableT|t)arget\(\s*name: "(\w+)",\s*dependencies: \[(.*?)\]', package, re.S)
    }
    own = {
        name: set(ANY_MEMBER.findall("\n".join(code_of(path) for path in (SOURCES / name).rglob("*.swift"))))
        for name in {*targets}.union(*direct.values()) if (SOURCES / name).is_dir()
    }

    return {name: set().union(*(own.get(other, set()) for other in reach(name, direct))) for name in targets}


def cycles(edges):
    """Returns the groups of folders of which each depends on each, directly or by others."""
    reached = {folder: reach(folder, edges) for folder in edges}
    groups = {
        frozenset(other for other in found if folder in reached.get(other, ()))
        for folder, found in reached.items() if folder in found
    }
    return sorted(sorted(group) for group in groups)


def reach(start, edges):
    found, waiting = set(), [start]
    while waiting:
        new = set(edges.get(waiting.pop(), ())) - found
        found |= new
        waiting.extend(new)
    return found


def describe(group, edges):
    yield "These folders depend on each other: " + ", ".join(str(folder.relative_to(SOURCES)) for folder in group)
    for folder in group:
        for other in sorted(set(edges[folder]) & set(group)):
            uses = edges[folder][other]
            examples = ", ".join(f"{path.name} → {name}" for path, name in uses[:EXAMPLES])
            rest = f" and {len(uses) - EXAMPLES} more" if len(uses) > EXAMPLES else ""
            yield f"  {folder.relative_to(SOURCES)} → {other.relative_to(SOURCES)}: {examples}{rest}"


def main():
    names = sys.argv[1:] or sorted(path.name for path in SOURCES.iterdir() if path.is_dir())
    below = members_below(names)
    problems = []
    for name in names:
        edges = dependencies(SOURCES / name)
        problems += [line for group in cycles(edges) for line in describe(group, edges)]
        edges = features(SOURCES / name, edges, below[name])
        problems += [line for group in cycles(edges) for line in describe(group, edges)]
    if problems:
        print("\n".join(problems), file=sys.stderr)
        print("Move a type to the folder whose idea it is, or declare a small protocol beside the code that calls it.", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
