#!/usr/bin/env python3
"""Checks that only the files that admit callers can make an `Access`, or an `InstallationGrant` without one.

Every grant comes from these two. What makes them is `@_spi(Admission)`, so a file that makes one says so in its imports.
"""

import pathlib
import re
import sys

ADMISSION = {
    "Sources/AppAPI/BetterAuth/BetterAuthAdmission.swift",
    "Sources/AppAPI/GoTrue/GoTrueAdmission.swift",
    "Sources/AppAPI/Tokens/TokenClientAuthenticator.swift",
    "Sources/ConsoleKit/Admission/ConsoleAdmission.swift",
    "Sources/Demo/Installation/DemoMembers.swift",
    "Sources/Demo/Installation/DemoWriter.swift",
    "Sources/Gatehouse/Administration/Administration.swift",
    "Sources/ManagementAPI/Access/CallerAuthenticator.swift",
    "Sources/UseCases/Console/SignIn/ConsoleAccess+Tenants.swift",
    "Sources/WebCore/Requests/InstallationContext.swift",
}
DECLARATION = "Sources/Domain/Access/Grant.swift"
SPI = re.compile(r"@_spi\s*\(\s*Admission\s*\)")
# In Domain itself the initialiser is visible without an import; elsewhere the compiler asks for it.
CREATION = re.compile(
    r"(?<![\w.])Access\s*(?:\.\s*init\s*)?\(|(?:\bSelf\s*(?:\.\s*init\s*)?|(?<!self)\.\s*init)\(\s*tenant:[^,()]*,\s*principal:"
    r"|(?<!func )installationGrant\("
)

root = pathlib.Path(__file__).resolve().parents[1]
problems = []
admitting = set()
for path in sorted(root.glob("Sources/**/*.swift")):
    name = path.relative_to(root).as_posix()
    text = path.read_text()
    if SPI.search(text) and name != DECLARATION:
        admitting.add(name)
    if name.startswith("Sources/Domain/") and name != DECLARATION and CREATION.search(text):
        problems.append(f"{name} makes an Access or a grant")
problems += [f"{name} imports @_spi(Admission)" for name in sorted(admitting - ADMISSION)]
problems += [f"{name} no longer imports @_spi(Admission): take it off the list" for name in sorted(ADMISSION - admitting)]
if not SPI.search((root / DECLARATION).read_text()):
    problems.append(f"{DECLARATION} offers the initialiser of Access to every file")
if problems:
    print("\n".join(problems) + "\nOnly the files listed in scripts/check_admission.py admit callers.", file=sys.stderr)
    sys.exit(1)
