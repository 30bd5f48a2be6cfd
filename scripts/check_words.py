#!/usr/bin/env python3
"""Checks that names in the code use the terms of `docs/glossary.md`.

A name is split into its words, and case is ignored: `AccountRescue` stands for `accountRescue` and `newAccountRescues` too. Names in
comments and in texts do not count; those in the interpolations of a text do. In README.md and docs, types in backticks count.

With `--self-test`, each of some lines with an old name must be found, and each of some without one must not.
"""

import functools
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[1]
# A name that gave way, and the term that took its place.
WORDS = {
    "Moment": "now, time, cutoff", "Person": "user", "People": "users", "Household": "TestTenant",
    "Refuse": "reject (a request), deny (a permission)", "Refused": "rejected, denied", "Refuses": "rejects", "Refusing": "rejecting",
    "Refusal": "rejection, denial", "Truth": "bool", "Rescue": "recovery", "FirstEntry": "onboarding", "Begun": "started",
    "Arrive": "signIn, receive", "Arrival": "result, receivedAt", "Arriving": "incoming", "Fate": "effect, outcome", "Learnt": "delta",
    "Wish": "request, change", "LookAt": "check", "LookedAt": "examined", "Trouble": "fault", "OwnProfile": "profileSelfService",
    "OwnSessions": "sessionSelfService", "OwnChanges": "selfServiceLimits", "OwnWords": "the text catalogue",
    "Surroundings": "SystemContext", "HTTPFloor": "HTTPStack", "Door": "SignIn", "Visitor": "ConsoleUser, AnonymousContext",
    "ConsoleStanding": "ConsoleAuthenticationState", "TimeCode": "TOTP",
    "SecondFactorSeed": "TOTPSecret", "SignInPlace": "SignInContext", "Tongue": "SupportedLanguage", "KeptByTenant": "TenantCache",
    "Upkeep": "Maintenance", "Companions": "MultiSession", "TenantNaming": "TenantResolver", "Desk": "endpoint, runner",
    "AppleSilence": "AppleConnectionError", "AppleStanding": "AppleAccountStatus", "AppleDeparture": "AppleAccountDeletion",
    "AppleNews": "AppleNotification", "AppleNotices": "AppleNotificationHandler",
    "TimeKeeping": "ClockMonitor", "FileKeeping": "FileCommand",
    "ContentInvitation": "ExpectContinueMiddleware", "BodyWanted": "ExpectContinueMiddleware", "PathCheck": "PathValidation",
    "EventRest": "EventExtras", "CountSlice": "CountWindow", "AnswerShape": "ResponseSchema", "TenantReading": "TenantScopeParser",
    "SchemaWitness": "SchemaAuthorizer", "DeviceMark": "deviceToken",
    "NobodyKnown": "a plain word", "MadeOnce": "a plain word", "InnerPlace": "a plain word",
}
# Types that one would not look for.
TYPES = {"Made", "Away", "Some", "OwnAccount", "CodeChallenge"}
# What no name is in: comments, and literals but for their interpolations; then the names, without those in backticks that are sentences.
TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|(#*)""".*?"""\1|(#+)"[^\n]*?"\2|"(?:\\.|[^"\\\n])*"|`[^`\n]*[^`\w][^`\n]*`|\w+', re.S)
INTERPOLATION = re.compile(r"\\#*\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
DECLARED = re.compile(r"\b(?:struct|class|enum|actor|protocol|typealias|associatedtype)\s+$")
PART = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")


def words(name):
    return [part.lower() for part in PART.findall(name)]


BANNED = {tuple(words(name)): term for name, term in WORDS.items()}


def names(text, start=0, end=None):
    """Yields the offset and the text of each name in the code."""
    for match in TOKEN.finditer(text, start, len(text) if end is None else end):
        token = match.group()
        if token[0].isalpha() or token[0] == "_":
            yield match.start(), token
        elif '"' in token[:8]:
            for inner in INTERPOLATION.finditer(text, match.start(), match.end()):
                yield from names(text, *inner.span(1))


@functools.cache
def term(name):
    """Returns what to say in place of the name; None where the name is fine."""
    parts = words(name)
    singular = [part[:-1] if part.endswith("s") else part for part in parts]
    for banned, replacement in BANNED.items():
        for place in range(len(parts) - len(banned) + 1):
            span = slice(place, place + len(banned))
            if tuple(parts[span]) == banned or tuple(singular[span]) == banned:
                return replacement
    return None


# Guides name types; their prose, and the names of the wire, are free.
TYPE = re.compile(rf"\b(?:{'|'.join(sorted(TYPES | {name for name in WORDS if len(words(name)) > 1}))})\b")


def old_names(text):
    """Yields the offset of each old name in Swift source, the name, and what to say in its place."""
    for place, name in names(text):
        if name in TYPES and DECLARED.search(text[max(0, place - 20):place]):
            yield place, name, "a term of the field"
        elif better := term(name):
            yield place, name, better


def old_types(text):
    """Yields the same for the types in the backticks of a guide."""
    for code in re.finditer(r"`[^`\n]+`", text):
        for found in TYPE.finditer(code.group()):
            yield code.start(), found.group(), WORDS.get(found.group(), "a term of the field")


def check():
    pages = [(ROOT / "README.md", old_types)] + [(path, old_types) for path in sorted((ROOT / "docs").glob("*.md"))]
    for folder in ["Sources", "Tests", "Benchmarks"]:
        pages += [(path, old_names) for path in sorted((ROOT / folder).rglob("*.swift")) if not path.name.endswith(".pb.swift")]
    for path, find in pages:
        text = path.read_text()
        for place, name, better in find(text):
            yield f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, place) + 1}: {name}: say {better}"


def self_test():
    found = [
        "let truthValue = 1", "func lookAtIt()", "let refusedItems = 2", "case REFUSAL", 'let a = "x \\(person.id)"', "let ownSessions = 1",
        "    struct Some {", "let rescues = 1", "let `person` = 1", "let lastMoment = 2", 'let b = #"\\#(people)"#', "func new(household: Int)",
    ]
    free = [
        "let now = 1", "// a person", 'let a = "a person"', "@Test func `a person signs in`()", "let impersonator = 1", "let ownKey = 1",
        "func f(_ value: some Sequence)", "let shown = known", 'let b = #"{"person": "moment"}"#',
    ]
    for line in found:
        if not any(old_names(line)):
            yield f"not found: {line}"
    for line in free:
        for _, name, _ in old_names(line):
            yield f"found {name} in: {line}"
    if not any(old_types("the type `OwnSessions`")) or any(old_types("a person in `people_affected`, OwnSessions")):
        yield "types in backticks"


problems = list(self_test() if "--self-test" in sys.argv[1:] else check())
if problems:
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1)
