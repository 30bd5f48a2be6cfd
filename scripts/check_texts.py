#!/usr/bin/env python3
"""Checks the texts that users read: the catalogue in `templates/texts`, its keys in templates and Sources.

All languages have the same keys in the same order, with the same placeholders and plural forms, one entry a line.
Templates and pages hold no text of their own, French follows its typographic rules, and each key that is used exists. A
text that a rule or an error has in English, for APIs, is that of the catalogue, and each field of an audit entry has a
label. With `--unused`, each key is used too.
"""

import html.parser
import json
import pathlib
import re
import sys

from swift_literals import MARK, literals

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
# An error of a page, which APIs may answer too.
FAILURE = re.compile(
    r'\bWebFailure\(\s*\.\w+,\s*"(\w+)",\s*title:\s*("(?:[^"\\\n]|\\.)*"),\s*detail:\s*("(?:[^"\\\n]|\\.)*")'
)
# A field of an audit entry.
AUDITED = re.compile(r'\b(?:Change|init)\(\s*"(\w+)",\s*from:')
# What is before a literal that no user reads: a stop of the server, a text with a key.
UNREAD = re.compile(r'\b(?:assert|precondition|assertionFailure|preconditionFailure|fatalError)\([^"]*$')
KEYED = re.compile(r'\blocalizable\(\s*"[^"]*",\s*$')
# Literals with words that are no text for users, by file, each with its reason.
NOTATION = {
    "Console/Keys/KeyExample.swift": ("curl ", "A command is the same in every language."),
    "Console/Tenants/TenantListView.swift": ("gatehouse ", "A command is the same in every language."),
    "Console/Sessions/SessionLabels.swift": ("Mac OS X", "A part of the header User-Agent, to compare with."),
    "Console/SecondFactor/SecondFactorRoutes.swift": ('"cache", "storage"', "A value of the header Clear-Site-Data."),
    "ConsoleKit/Admission/Console.swift": (
        ("text/html; ", "POST "), "A media type. The method and the path of a route, in the audit log."
    ),
    "ConsoleKit/Assets/ConsoleAssets.swift": (
        ("The file ", "Asset ", "text/", "@layer ", "The line "), "Stops the start; the operator reads it in the log. A media type. CSS, and what stops the start."
    ),
    "ConsoleKit/Assets/AssetRoutes.swift": ("public, ", "A value of the header Cache-Control."),
    "ConsoleKit/Shell/ConsoleErrorRenderer.swift": ("text/html; ", "A media type."),
    "ConsoleKit/Templates/ConsoleTemplates.swift": (
        ("Template ", "The file ", "The text ", "It needs ", "{{% CONTENT_TYPE:"), "Mustache, and what stops the start."
    ),
    "ConsoleKit/Texts/TimeView.swift": ("· ", "A moment in UTC, in digits."),
}
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
    for field in AUDITED.findall(source):
        if f"audit.field.{field.replace('_', '-')}" not in keys:
            report(path, f"The field {field} of an audit entry has no label audit.field.{field.replace('_', '-')}.")
    if path.relative_to(ROOT).parts[1] in PAGES:
        check_page(path, source)


def check_page(path, source):
    """Finds texts for users that are not in the catalogue."""
    if ENGLISH.search(source):
        report(path, "A page has no text of APIs alone: use .localizable with a key.")
    keyed = set()
    for match in FAILURE.finditer(source):
        keyed.update([match.start(2), match.start(3)])
        for group, part in [(2, "title"), (3, "detail")]:
            key = f"errors.{match.group(1).replace('_', '-')}.{part}"
            if f'"{keys.get(key)}"' != match.group(group):
                report(path, f"{key}: The catalogue says {keys.get(key)!r}, not {match.group(group)}.")
    notation = NOTATION.get(path.relative_to(ROOT / "Sources").as_posix(), ("\n", ""))[0]
    for place, text in literals(source):
        before = source[max(0, place - 200):place]
        if is_sentence(text) and place not in keyed and not UNREAD.search(before) and not KEYED.search(before):
            if text.lstrip().startswith(notation):
                allowed.add(path)
            else:
                report(path, f"“{' '.join(text.replace(MARK, '…').split())}” belongs in the catalogue.")


def is_sentence(text):
    """Whether a literal has words with a space between; an interpolation counts as one."""
    words = [word for word in text.split() if WORD.search(word) or MARK in word]
    return len(words) > 1 and bool(WORD.search(text))


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
allowed = set()
for folder in sorted((TEMPLATES / "texts").iterdir()):
    if folder != model:
        check_languages(model, folder)
for template in sorted(TEMPLATES.glob("*.mustache")):
    check_template(template)
for source in sorted((ROOT / "Sources").glob("**/*.swift")):
    check_source(source)
for name in NOTATION:
    if ROOT / "Sources" / name not in allowed:
        report(ROOT / "Sources" / name, "It has no notation: take it off the list in scripts/check_texts.py.")
if "--unused" in sys.argv[1:]:
    problems += [f"{key} is not used." for key in keys if key not in used]
if problems:
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1)
