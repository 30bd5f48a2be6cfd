#!/usr/bin/env python3
"""Checks the texts that users read: the catalogue in `templates/texts`, its keys in templates and Sources.

All languages have the same keys in the same order, with the same placeholders and plural forms, one entry a line.
Templates hold no text of their own, French follows its typographic rules, and each key that is used exists. A text that
a rule has in English, for APIs, is that of the catalogue. With `--unused`, each key is used too.
"""

import html.parser
import json
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
TEMPLATES = ROOT / "templates"
MODEL = "en"
FORMS = ["one", "other"]
# The same in every language.
NAMES = re.compile(r"\bGatehouse\b")
TEXT_ATTRIBUTES = {
    "alt", "aria-description", "aria-label", "aria-placeholder", "aria-roledescription", "aria-valuetext",
    "data-copied", "label", "lang", "placeholder", "title",
}

KEY = re.compile(r"[a-z][a-z0-9]*([.-][a-z0-9]+)*")
PLACEHOLDER = re.compile(r"\{([a-z][A-Za-z0-9]*)\}")
MARKER = re.compile(r"\[\[(.*?)\]\]", re.S)
TAG = re.compile(r"\{\{\{.*?\}\}\}|\{\{.*?\}\}", re.S)
WORD = re.compile(r"[^\W\d_]{2,}")
# Punctuation that French writes with a space, and quotation marks.
SPACED = re.compile(r"[:;!?“”«»\"]")
LITERAL = re.compile(r'"((?:[^"\\\n]|\\.)*)"')
# Keys have dots; the names of fields in `fields.texts("ids", …)` have none.
CALL = re.compile(r'\btexts\(\s*"([^".\n]*\.(?:[^"\\\n]|\\.)*)"\s*(,\s*count:)?')
# A text of a rule, with its key and its English pattern.
LOCALIZABLE = re.compile(r'\blocalizable\(\s*"([^"]*)",\s*"((?:[^"\\\n]|\\.)*)"')
ENGLISH = re.compile(r"(?<![\w)])\.english\(")
PAGES = ["Console", "ConsoleKit"]
INTERPOLATION = re.compile(r"\\\\\\\(.*\\\)")

FRENCH = [
    (re.compile(r"'"), "an apostrophe is ’"),
    (re.compile(r'["“”]'), "quotation marks are « and »"),
    (re.compile(r"(?<!\u00a0):(?=[\s»)]|$)"), "a colon follows U+00A0"),
    (re.compile(r"(?<!\u202f)[;!?](?=[\s»)]|$)"), "; ! ? follow U+202F"),
    (re.compile(r"«(?!\u00a0)|(?<!\u00a0)»"), "U+00A0 is inside « and »"),
]

problems = []


def report(path, text):
    problems.append(f"{path.relative_to(ROOT)}: {text}")


def read(path):
    """Returns the entries of a file, in order."""
    source = path.read_text()
    try:
        pairs = json.loads(source, object_pairs_hook=lambda pairs: pairs)
        entries = {key: dict(value) if isinstance(value, list) else value for key, value in pairs}
    except (ValueError, TypeError) as error:
        report(path, f"It is not an object of texts: {error}")
        return {}
    if source != written(entries):
        report(path, "Write one entry a line, each key once, indented by two spaces.")
    for key, value in entries.items():
        check_entry(path, key, value)
    return entries


def written(entries):
    lines = (f"  {json.dumps(key)}: {json.dumps(value, ensure_ascii=False)}" for key, value in entries.items())
    return "{\n" + ",\n".join(lines) + "\n}\n"


def check_entry(path, key, value):
    if not KEY.fullmatch(key) or not key.startswith(path.stem + "."):
        report(path, f"{key}: The key must be {path.stem}. and words of a-z, 0-9, with hyphens and dots.")
    texts = forms(value)
    if not all(isinstance(text, str) for text in texts) or (isinstance(value, dict) and list(value) != FORMS):
        report(path, f"{key}: It must be a text, or an object of “one” and “other”.")
        return
    for text in texts:
        if not text or text != text.strip():
            report(path, f"{key}: A text is not empty, and has no space around it.")
        if re.search(r"[{}]", PLACEHOLDER.sub("", text)):
            report(path, f"{key}: A placeholder is a name in braces, like {{name}}.")
        if path.parent.name == "fr":
            for pattern, rule in FRENCH:
                if pattern.search(text):
                    report(path, f"{key}: In French {rule}: {text}")
    if len({frozenset(placeholders(text) - {"count"}) for text in texts}) > 1:
        report(path, f"{key}: Plural forms may differ in {{count}} only.")


def forms(value):
    return list(value.values()) if isinstance(value, dict) else [value]


def placeholders(text):
    return set(PLACEHOLDER.findall(text))


def all_placeholders(value):
    return set().union(*(placeholders(text) for text in forms(value) if isinstance(text, str)))


def check_languages(model, other):
    """Compares the files of a language with those of the model."""
    for name in sorted({path.name for path in [*model.glob("*.json"), *other.glob("*.json")]}):
        path = other / name
        if not path.exists() or not (model / name).exists():
            report(path, f"{model.name} and {other.name} need the same files.")
            continue
        own, expected = read(path), catalogue[name]
        for key in expected.keys() ^ own.keys():
            report(path, f"{key}: It is not in every language.")
        if expected.keys() == own.keys() and list(expected) != list(own):
            report(path, f"The order of keys is not that of {model.name}.")
        for key in expected.keys() & own.keys():
            if isinstance(expected[key], dict) != isinstance(own[key], dict):
                report(path, f"{key}: The languages disagree about plural forms.")
            if all_placeholders(expected[key]) != all_placeholders(own[key]):
                report(path, f"{key}: The languages disagree about placeholders.")


class TextFinder(html.parser.HTMLParser):
    """Collects the texts of a page that users can read."""

    def __init__(self):
        super().__init__()
        self.found = []

    def handle_starttag(self, tag, attributes):
        self.found += [value for name, value in attributes if name in TEXT_ATTRIBUTES and value]

    def handle_data(self, data):
        self.found.append(data)


def check_template(path):
    source = path.read_text()
    for key in MARKER.findall(source):
        used.add(key)
        if key not in keys:
            report(path, f"[[{key}]] is not in the catalogue.")
        elif isinstance(keys[key], dict):
            report(path, f"[[{key}]] has plural forms, which templates cannot choose.")
    finder = TextFinder()
    finder.feed(MARKER.sub(" ", TAG.sub(" ", source)))
    finder.close()
    for text in finder.found:
        if WORD.search(NAMES.sub("", text)) or SPACED.search(text):
            report(path, f"“{' '.join(text.split())}” belongs in the catalogue.")


def check_source(path):
    source = path.read_text()
    used.update(match for literal in LITERAL.findall(source) for match in matches(literal))
    for key, count in CALL.findall(source):
        found = matches(key)
        if not found:
            report(path, f"{key} is not in the catalogue.")
        if not count and any(isinstance(keys[match], dict) for match in found):
            report(path, f"{key} has plural forms and needs a count.")
    for key, english in LOCALIZABLE.findall(source):
        if keys.get(key) != english:
            report(path, f"{key}: The catalogue says {keys.get(key)!r}, not {english!r}.")
    if path.relative_to(ROOT).parts[1] in PAGES and ENGLISH.search(source):
        report(path, "A page has no text of APIs alone: use .localizable with a key.")


def matches(literal):
    """The keys that a literal of Swift can be: with an interpolation, all that fit around it."""
    if "\\(" not in literal:
        return [literal] if literal in keys else []
    pattern = INTERPOLATION.sub(".+", re.escape(literal))
    return [key for key in keys if "." in literal.split("\\(")[0] and re.fullmatch(pattern, key)]


model = TEMPLATES / "texts" / MODEL
catalogue = {path.name: read(path) for path in sorted(model.glob("*.json"))}
keys = {key: value for entries in catalogue.values() for key, value in entries.items()}
used = set()
for folder in sorted((TEMPLATES / "texts").iterdir()):
    if folder != model:
        check_languages(model, folder)
for template in sorted(TEMPLATES.glob("*.mustache")):
    check_template(template)
for source in sorted((ROOT / "Sources").glob("**/*.swift")):
    check_source(source)
if "--unused" in sys.argv[1:]:
    problems += [f"{key} is not used." for key in keys if key not in used]
if problems:
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1)
