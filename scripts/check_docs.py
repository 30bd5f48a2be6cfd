#!/usr/bin/env python3
"""Checks that README.md and docs quote code, name files and link to places that exist.

- A block of code that names a file, in a comment on its first line (`// Sources/….swift`, `<!-- templates/….mustache -->`)
  or on the line above it (`templates/texts/en/keys.json`: ), quotes that file: its lines follow each other there as they do
  here. A line of only `…` or `// …` means left out lines; spaces around lines and empty lines don't count.
- In a guide, each block of Swift, JSON and HTML names its file.
- A path of the repository in backticks exists, and so does the name of a Swift file or a template. `…`, `*` and `<name>`
  match any text, `{en,fr}` each of these.
- A relative link leads to a file, and to a heading of it.

With `--self-test`, checks of broken pages must fail.
"""

import itertools
import pathlib
import re
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[1]
GUIDES = {"docs/add-a-page.md", "docs/add-an-endpoint.md"}
QUOTING = {"swift", "json", "html"}
FOLDERS = {"Benchmarks", "Public", "Sources", "Tests", "docs", "migrations", "scripts", "templates"}

FENCE = re.compile(r"^\s*(```+)(\w*)\s*$")
NAMED = re.compile(r"(?://|#|<!--) (\S+/\S+\.\w+)(?: -->)?")
NAMED_ABOVE = re.compile(r"(?:.*\s)?`([^`\s]+/[^`\s]+\.\w+)`:")
LEFT_OUT = {"…", "// …", "<!-- … -->"}
CODE = re.compile(r"(`+)(.+?)\1", re.S)
FILE_NAME = re.compile(r"(?:[\w.+-]+/)*[\w+-]+\.(?:swift|mustache)")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ +(.*)$", re.M)


class Page:
    """A page of Markdown: its text without blocks of code, and the blocks."""

    def __init__(self, text):
        self.blocks = []  # (line number, language, line above, lines)
        rest, block, above = [], None, ""
        for number, line in enumerate(text.splitlines(), 1):
            fence = FENCE.match(line)
            if block:
                if fence and fence[1] == block[0] and not fence[2]:
                    self.blocks.append(block[1:])
                    block, above = None, ""
                else:
                    block[4].append(line)
            elif fence:
                block = (fence[1], number, fence[2], above, [])
            else:
                rest.append(line)
                above = line.strip() or above
        self.text = "\n".join(rest)

    @property
    def anchors(self):
        titles = (re.sub(r"[^\w\- ]", "", title.strip().lower()) for title in HEADING.findall(self.text))
        return {title.replace(" ", "-") for title in titles}


class Check:
    def __init__(self, root):
        self.root = root
        self.problems = []
        self.names = {path.name for folder in FOLDERS for path in (root / folder).rglob("*")}

    def run(self):
        for path in [self.root / "README.md", *sorted((self.root / "docs").glob("*.md"))]:
            if path.exists():
                self.page(path, path.relative_to(self.root).as_posix(), Page(path.read_text()))
        return self.problems

    def page(self, path, name, page):
        for number, language, above, lines in page.blocks:
            problem = self.block(name, language, above, lines)
            if problem:
                self.problems.append(f"{name}:{number}: {problem}")
        without_code = CODE.sub("", page.text)
        for target in LINK.findall(without_code):
            self.link(path, name, target)
        for _, code in CODE.findall(page.text):
            for word in code.split():
                self.word(name, word)

    # MARK: Quotations

    def block(self, page, language, above, lines):
        named = NAMED.fullmatch(lines[0].strip()) if lines else None
        if named:
            lines = lines[1:]
        else:
            named = NAMED_ABOVE.fullmatch(above)
        if not named or named[1].split("/")[0] not in FOLDERS:
            if page in GUIDES and language in QUOTING:
                return f"This block of {language} does not name the file that it quotes."
            return None
        file = self.root / named[1]
        if not file.is_file():
            return f"There is no {named[1]}."
        missing = first_missing(lines, file.read_text())
        return missing and (
            f"{named[1]} has no such line at this place: {missing}. Quote the changed code, or leave lines out with `// …`."
        )

    # MARK: Names

    def word(self, page, word):
        word = word.strip(",;:()")
        is_path = "/" in word and word.split("/")[0] in FOLDERS
        if is_path and not all(self.exists(path) for path in alternatives(word)):
            self.problems.append(f"{page}: There is no {word}.")
        elif not is_path and FILE_NAME.fullmatch(word) and word.split("/")[-1] not in self.names:
            self.problems.append(f"{page}: There is no file {word}.")

    def exists(self, path):
        pattern = re.sub(r"<[^>]*>|…", "*", path.rstrip("/"))
        return any(self.root.glob(pattern)) if "*" in pattern else (self.root / pattern).exists()

    def link(self, path, name, target):
        if re.match(r"[a-z][a-z0-9+.-]*:", target):
            return
        file, _, anchor = target.partition("#")
        place = (path.parent / file).resolve() if file else path
        if not place.exists():
            self.problems.append(f"{name}: The link to {target} leads nowhere.")
        elif anchor and anchor not in Page(place.read_text()).anchors:
            self.problems.append(f"{name}: {target}: The page has no such heading.")


def alternatives(word):
    """`templates/texts/{en,fr}/keys.json` as two paths."""
    parts = re.split(r"\{([^{}]*,[^{}]*)\}", word)
    choices = [part.split(",") if index % 2 else [part] for index, part in enumerate(parts)]
    return ["".join(choice) for choice in itertools.product(*choices)]


def first_missing(quoted, text):
    """The first line that is not where the lines before it are; nil when the file has all of them."""
    source = [line.strip() for line in text.splitlines() if line.strip()]
    start = 0
    for is_left_out, group in itertools.groupby((line.strip() for line in quoted), LEFT_OUT.__contains__):
        lines = [line for line in group if line]
        if is_left_out or not lines:
            continue
        places = range(start, len(source))
        found = next((place for place in places if source[place : place + len(lines)] == lines), None)
        if found is None:
            return lines[max((common(lines, source[place:]) for place in places), default=0)]
        start = found + len(lines)
    return None


def common(lines, source):
    """How many lines are the same from the beginning on."""
    return sum(1 for _ in itertools.takewhile(lambda pair: pair[0] == pair[1], zip(lines, source)))


# MARK: Self-test

SOURCE = """struct Gate {
    let isOpen: Bool

    func close() {
        audit()
        lock()
    }
}
"""
GUIDE = """# A guide

See [the other page](other.md#a-gate-of-two), `Sources/Gate`, `Gate.swift` and `templates/texts/{en,fr}/<area>.json`.

```swift
// Sources/Gate/Gate.swift
struct Gate {
    // …
    func close() {
        audit()
        lock()
```

The texts, in `templates/texts/en/gate.json`:

```json
"gate.title": "Gate",
```

```sh
anything at all
```
"""
FILES = {
    "Sources/Gate/Gate.swift": SOURCE,
    "templates/texts/en/gate.json": '{\n  "gate.title": "Gate",\n  "gate.close": "Close"\n}\n',
    "templates/texts/fr/gate.json": '{\n  "gate.title": "Portail",\n  "gate.close": "Fermer"\n}\n',
    "docs/add-a-page.md": GUIDE,
    "docs/other.md": "# Other\n\n## A gate, of two\n",
}
# What is changed in which file, and a part of the problem that must be found.
BREAKS = {
    "a quoted line that changed": ("Sources/Gate/Gate.swift", "lock()", "unlock()", "no such line at this place: lock()"),
    "a line between two quoted ones": ("Sources/Gate/Gate.swift", "lock()", "check()\nlock()", "no such line"),
    "quoted lines in another order": ("docs/add-a-page.md", "audit()\n        lock()", "lock()\n        audit()", "no such line"),
    "a line that is quoted before its place": ("docs/add-a-page.md", "struct Gate {\n    // …", "}\n    // …", "no such line"),
    "a text that changed": ("templates/texts/en/gate.json", '"Gate"', '"Fence"', "gate.json has no such line"),
    "a file that is quoted and not there": ("docs/add-a-page.md", "// Sources/Gate/Gate.swift", "// Sources/Gate/Fence.swift", "There is no"),
    "a block of a guide without its file": ("docs/add-a-page.md", "// Sources/Gate/Gate.swift\n", "", "does not name the file"),
    "a path that is not there": ("docs/add-a-page.md", "`Sources/Gate`", "`Sources/Fence`", "There is no Sources/Fence"),
    "a name of a file that is not there": ("docs/add-a-page.md", "`Gate.swift`", "`Fence.swift`", "There is no file Fence.swift"),
    "a path of a language that is not there": ("docs/add-a-page.md", "{en,fr}", "{en,de}", "There is no templates"),
    "a link to a page that is not there": ("docs/add-a-page.md", "other.md#", "another.md#", "leads nowhere"),
    "a link to a heading that is not there": ("docs/add-a-page.md", "a-gate-of-two", "a-gate", "no such heading"),
}


def self_test():
    def problems(files):
        with tempfile.TemporaryDirectory() as folder:
            for name, text in files.items():
                path = pathlib.Path(folder, name)
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_text(text)
            return Check(pathlib.Path(folder).resolve()).run()

    failures = [f"Pages without a mistake: {problem}" for problem in problems(FILES)]
    for name, (file, old, new, expected) in BREAKS.items():
        assert old in FILES[file], name
        found = problems(FILES | {file: FILES[file].replace(old, new, 1)})
        if len(found) != 1 or expected not in found[0]:
            failures.append(f"Found for {name}: {found}")
    return failures


problems = self_test() if "--self-test" in sys.argv[1:] else Check(ROOT).run()
if problems:
    print(*problems, sep="\n", file=sys.stderr)
    sys.exit(1)
