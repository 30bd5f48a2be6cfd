"""Checks that a line of CSS has one selector or one declaration, and that its indentation follows the braces."""

import pathlib
import re
import sys

FOLDER = pathlib.Path(__file__).resolve().parents[1] / "Public" / "css"
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
TEXT = re.compile(r"\"[^\"]*\"|'[^']*'")
GROUP = re.compile(r"\([^()]*\)")


def faults(text):
    """The numbers of the lines that are wrong, with the reason."""
    # What a comment or a text contains is none of the rules; its line breaks stay.
    plain = COMMENT.sub(lambda comment: "\n" * comment.group().count("\n"), TEXT.sub('""', text))
    depth = 0
    for number, line in enumerate(plain.split("\n"), 1):
        words = line.strip()
        if not words:
            continue
        if re.search(r"[{};].*\S", words):
            yield number, "more than one rule or declaration"
        if words.endswith("{") and not words.startswith("@") and "," in without_groups(words):
            yield number, "more than one selector"
        level = depth - words.startswith("}")
        if len(line) - len(line.lstrip()) != 2 * level:
            yield number, f"indent by {2 * level}"
        depth += words.count("{") - words.count("}")


def without_groups(words):
    """The words without what is in parentheses."""
    while GROUP.search(words):
        words = GROUP.sub("", words)
    return words


def self_test():
    assert not list(faults("a,\nb {\n  color: red;\n}\n\n@media (x) {\n  a {\n    b: c; /* why; } */\n  }\n}\n"))
    assert not list(faults('a::before {\n  content: "; }";\n}\n'))
    assert not list(faults("a:is(b, c:not(d, e)) {\n  f: g;\n}\n"))
    for wrong in ["a, b {\n  c: d;\n}\n", "a { b: c; }\n", "a {\n  b: c; d: e;\n}\n", "a {\nb: c;\n}\n", "a {\n  b: c;\n} d {\n}\n"]:
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
