#!/usr/bin/env python3
"""Finds the SQL statements of Sources/Stores that no test ran.

usage: check_statements.py FOLDER

FOLDER holds what the tests wrote while GATEHOUSE_TEST_STATEMENTS named it: the fixed parts of every statement that a
store ran. While it runs, each statement is checked by the rules of Tests/Fixtures (its tenant, its plan), so one that
no test runs would be checked by none of them.
"""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
STATEMENT = re.compile(r"(SELECT|INSERT|UPDATE|DELETE|WITH)\b")
ESCAPES = {"n": "\n", "t": "\t", "0": "\0", "\n": ""}


class Literals:
    """The string literals of a Swift file, each with its line and the fixed parts between interpolations."""

    def __init__(self, text):
        self.text = text
        self.found = []
        self.read(0, None)

    def read(self, at, closing):
        """Reads code from `at` to the parenthesis that closes it, or to the end; returns the place behind it."""
        text, depth = self.text, 0
        while at < len(text):
            if text.startswith("//", at):
                at = text.find("\n", at)
                if at < 0:
                    return len(text)
            elif text.startswith("/*", at):
                at = text.index("*/", at) + 2
            elif text[at] == '"':
                at = self.literal(at)
            else:
                if text[at] == "(":
                    depth += 1
                elif text[at] == ")":
                    if depth == 0 and closing:
                        return at + 1
                    depth -= 1
                at += 1
        return at

    def literal(self, start):
        text = self.text
        quote = '"""' if text.startswith('"""', start) else '"'
        at, parts = start + len(quote), [""]
        while not text.startswith(quote, at):
            if text[at] == "\\" and text[at + 1] == "(":
                at = self.read(at + 2, ")")
                parts.append("")
            elif text[at] == "\\":
                parts[-1] += ESCAPES.get(text[at + 1], text[at + 1])
                at += 2
            else:
                parts[-1] += text[at]
                at += 1
        self.found.append((text.count("\n", 0, start) + 1, parts))
        return at + len(quote)


def plain(text):
    return " ".join(text.split())


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    ran = set()
    files = list(pathlib.Path(sys.argv[1]).glob("*.statements"))
    for file in files:
        ran.update(plain(part) for part in file.read_text().split("\0"))
    if not files:
        sys.exit(f"{sys.argv[1]} holds no statements: run the tests with GATEHOUSE_TEST_STATEMENTS={sys.argv[1]}.")

    count, missing = 0, []
    for file in sorted((ROOT / "Sources/Stores").rglob("*.swift")):
        for line, parts in Literals(file.read_text()).found:
            parts = [plain(part) for part in parts]
            if not STATEMENT.match(parts[0]):
                continue
            count += 1
            if not all(part in ran for part in parts if part):
                missing.append(f"{file.relative_to(ROOT)}:{line}: {' … '.join(parts)[:140]}")
    for text in missing:
        print(text, file=sys.stderr)
    if missing:
        sys.exit(f"{len(missing)} of {count} statements were run by no test; add one that uses the store's method.")
    print(f"All {count} statements of Sources/Stores were run by tests.")


main()
