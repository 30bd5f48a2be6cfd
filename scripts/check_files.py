#!/usr/bin/env python3
"""Checks that each top-level type of Sources is in a file of its own name.

A type that shares private members with another one stays beside it: a file with `fileprivate` or with a private declaration
at the top level may declare several.
"""

import pathlib
import re
import sys

DECLARATION = re.compile(
    r"^(?:@\w+(?:\([^)]*\))?\s+)*(?:(public|package|private|fileprivate)\s+)?(?:(?:final|indirect)\s+)*"
    r"(?:struct|class|enum|actor|protocol)\s+(\w+)", re.M)
SHARED = re.compile(r"^\s*fileprivate\s|^(?:private|fileprivate)\s|\bfileprivate\s", re.M)

problems = []
for path in sorted(pathlib.Path(__file__).resolve().parents[1].glob("Sources/**/*.swift")):
    text = path.read_text()
    names = [name for access, name in DECLARATION.findall(text) if access not in ("private", "fileprivate")]
    foreign = [name for name in names if name != path.stem.split("+")[0]]
    if foreign and not SHARED.search(text) and "#if" not in text:
        problems.append(f"{path}: {', '.join(foreign)}")
if problems:
    print("\n".join(problems) + "\nGive each of these types a file of its own name.", file=sys.stderr)
    sys.exit(1)
