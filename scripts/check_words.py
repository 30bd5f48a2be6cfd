#!/usr/bin/env python3
"""Checks that names in the code use the terms of `docs/glossary.md`.

A name is split into its words, and case is ignored: `AccountRescue` stands for `accountRescue` and `newAccountRescues` too. Names in
comments and in texts do not count; those in the interpolations of a text do.
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
    "AppleNews": "AppleNotification", "TimeKeeping": "ClockMonitor", "FileKeeping": "FileCommands",
    "ContentInvitation": "ExpectContinueMiddleware", "BodyWanted": "ExpectContinueMiddleware", "PathCheck": "PathValidation",
    "EventRest": "EventExtras", "CountSlice": "CountWindow", "AnswerShape": "ResponseSchema", "TenantReading": "TenantScopeParser",
    "SchemaWitness": "SchemaAuthorizer", "NobodyKnown": "a plain word", "MadeOnce": "a plain word", "InnerPlace": "a plain word",
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


problems = []
for folder in ["Sources", "Tests", "Benchmarks"]:
    for path in sorted((ROOT / folder).rglob("*.swift")):
        if path.name.endswith(".pb.swift"):
            continue
        text = path.read_text()
        for place, name in names(text):
            if name in TYPES and DECLARED.search(text[max(0, place - 20):place]):
                better = "a term of the field"
            else:
                better = term(name)
            if better:
                problems.append(f"{path.relative_to(ROOT)}:{text.count(chr(10), 0, place) + 1}: {name}: say {better}")
# Guides name types; their prose, and the names of the wire, are free.
types = re.compile(rf"\b(?:{'|'.join(sorted(TYPES | {name for name in WORDS if len(words(name)) > 1}))})\b")
for path in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
    for number, line in enumerate(path.read_text().splitlines(), 1):
        for match in re.finditer(r"`[^`]+`", line):
            if found := types.search(match.group()):
                problems.append(f"{path.relative_to(ROOT)}:{number}: {found.group()}: say {WORDS.get(found.group(), 'a term of the field')}")
if problems:
    print("\n".join(problems), file=sys.stderr)
    sys.exit(1)
