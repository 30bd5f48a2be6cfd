#!/usr/bin/env python3
"""Checks that a line of CSS has one selector or one whole declaration, and that its indentation follows the braces."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Public" / "css"
# What comes first counts: a comment may have quotation marks, and a text the beginning of a comment.
IGNORED = re.compile(r"/\*.*?\*/|\"(?:\\.|[^\"\\\n])*\"|'(?:\\.|[^'\\\n])*'", re.DOTALL)
GROUP = re.compile(r"\([^()]*\)")


def plain(text):
    """The text with the line breaks of its comments, and with empty texts."""
    return IGNORED.sub(lambda found: "\n" * found.group().count("\n") if found.group().startswith("/*") else '""', text)


def without_groups(words):
    """The words without what is in parentheses."""
    while GROUP.search(words):
        words = GROUP.sub("", words)
    return words


def faults(text):
    """The numbers of the lines that are wrong, with the reason."""
    depth = 0
    for number, line in enumerate(plain(text).split("\n"), 1):
        words = line.strip()
        if not words:
            continue
        if re.search(r"[{};].*\S", words):
            yield number, "more than one rule or declaration"
        if not words.endswith(("{", "}", ";", ",")):
            yield number, "no end: a declaration ends with ; on its line"
        if words.endswith(("{", ",")) and not words.startswith("@") and "," in without_groups(words[:-1]):
            yield number, "more than one selector"
        level = depth - words.startswith("}")
        if len(line) - len(line.lstrip()) != 2 * level:
            yield number, f"indent by {2 * level}"
        depth += words.count("{") - words.count("}")


def self_test():
    for right in [
        "a,\nb {\n  color: red;\n}\n\n@media (x) {\n  a {\n    b: c; /* why; } */\n  }\n}\n",
        'a::before {\n  content: "; }";\n}\n',
        "a:is(b, c:not(d, e)) {\n  f: g(h, i);\n}\n",
        "/* it's */\na {\n  b: 'c';\n}\n",
    ]:
        assert not list(faults(right)), right
    for wrong in [
        "a, b {\n  c: d;\n}\n", "a, b,\nc {\n  d: e;\n}\n", "a { b: c; }\n", "a {\n  b: c; d: e;\n}\n",
        "a {\nb: c;\n}\n", "a {\n  b: c;\n} d {\n}\n", "a {\n  b: c\n}\n",
        "/* the user's */\na { b: c; }\n/* the tenant's */\n",
    ]:
        assert list(faults(wrong)), wrong


def main():
    self_test()
    found = False
    for path in sorted(FOLDER.glob("*.css")):
        # The entry is a list of files, one a line.
        if path.name == "console.css":
            continue
        for number, reason in faults(path.read_text()):
            print(f"Public/css/{path.name}:{number}: {reason}", file=sys.stderr)
            found = True
    sys.exit(found)


main()
