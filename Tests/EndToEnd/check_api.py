"""Holds the running program against its own description with schemathesis.

    check_api.py SCHEMATHESIS [its further options]

It starts a server with a tenant in which there are people, sessions, events, roles and keys, and calls every operation with what the
description allows and what it does not. Whatever is answered has to be described: status, media type, headers, body and code.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import uuid

from harness import Gatehouse

HERE = pathlib.Path(__file__).resolve().parent
PEOPLE = 60
EXAMPLES = 40
SETTINGS = """
[checks]
enabled = false
not_a_server_error.enabled = true
status_code_conformance.enabled = true
content_type_conformance.enabled = true
response_schema_conformance.enabled = true
response_headers_conformance.enabled = true
negative_data_rejection.enabled = true
unsupported_method.enabled = true
allow_header_conformance.enabled = true
code_is_described.enabled = true

[generation]
with-security-parameters = false

# Better Auth answers a wrong method as an unknown path.
[[operations]]
include-tag = "better-auth"
[operations.checks]
unsupported_method.enabled = false
allow_header_conformance.enabled = false

# Clients of GoTrue send empty numbers and fields that are not known, and are not refused for it.
[[operations]]
include-path-regex = "^/auth/v1/"
[operations.checks]
negative_data_rejection.enabled = false

# Only an item that is no event is rejected in the response, and an unknown field is kept.
[[operations]]
include-tag = "ingest"
[operations.checks]
negative_data_rejection.enabled = false
"""


def main():
    tool, options = sys.argv[1], sys.argv[2:]
    # Every request comes over a connection of its own, from one address.
    with Gatehouse(GATEHOUSE_CONNECTIONS_PER_ADDRESS="1024") as gatehouse, tempfile.TemporaryDirectory() as folder:
        gatehouse.start()
        site = furnish(gatehouse)
        settings = pathlib.Path(folder) / "schemathesis.toml"
        settings.write_text(SETTINGS)
        done = subprocess.run(
            [
                tool, "--config-file", settings, "run", f"http://{gatehouse.address}/openapi.json",
                "--phases", "examples,coverage,fuzzing", "--max-examples", str(EXAMPLES), "--seed", "1", "--workers", "1",
                "--generation-deterministic", "--continue-on-failure", "--request-timeout", "20", *options,
            ],
            cwd=folder, env={**os.environ, "PYTHONPATH": str(HERE), "SCHEMATHESIS_HOOKS": "api_hooks", "GATEHOUSE_API_SITE": json.dumps(site)})
        if gatehouse.call("GET", "/healthz").status != 200:
            raise SystemExit("the server does not answer any more")
        raise SystemExit(done.returncode)


def furnish(gatehouse):
    """Makes a tenant with something of everything, and says what there is."""
    tenant, spare = gatehouse.new_tenant("acme"), gatehouse.new_tenant("spare")
    people = [gatehouse.sign_up(tenant, f"person{number}@example.com", f"203.0.113.{number}") for number in range(PEOPLE)]
    report(gatehouse, tenant)
    for number in range(3):
        created = gatehouse.manage(tenant, "POST", "/roles", {"name": f"crew{number}", "title": "Crew", "rank": 5, "permissions": []})
        assert created.status == 201, created
    for number in range(20):
        created = gatehouse.manage(tenant, "POST", "/keys", {"kind": "ingest", "name": f"App {number}"})
        assert created.status == 201, created
    views = []
    for number in range(20):
        created = gatehouse.manage(tenant, "POST", "/views", {"name": f"View {number}", "shared": True})
        assert created.status == 201, created
        views.append(created.json()["id"])
    invited = []
    for number in range(20):
        created = gatehouse.manage(tenant, "POST", "/invitations", {"role": "driver", "email": f"guest{number}@example.com"})
        assert created.status == 201, created
        invited.append(created.json()["user"]["id"])
    sessions = gatehouse.everything(tenant, "/sessions")
    keys = gatehouse.everything(tenant, "/keys")
    description = gatehouse.call("GET", "/openapi.json").json()
    return {
        "base": f"http://{gatehouse.address}", "tenant": tenant["slug"], "spare": spare["slug"], "operator": gatehouse.new_operator(),
        "secret_key": tenant["secret_key"], "publishable_key": tenant["publishable_key"], "ingest_key": tenant["ingest_key"],
        "session": people[0]["token"],
        "precious": [key["id"] for key in keys if not key["name"].startswith("App")]
        + [s["id"] for s in sessions if s["user_id"] == people[0]["user"]["id"]] + [people[0]["user"]["id"]],
        "ending": ["betterAuthSignOut", "betterAuthRevokeSessions", "betterAuthRevokeSession", "betterAuthRevokeOtherSessions",
            "betterAuthDeleteUser", "betterAuthUnlinkAccount", "goTrueLogout", "goTrueUpdateUser",
            "goTrueUnlinkIdentity"],
        "responses": description["components"]["responses"],
        "ids": {
            # The first one's session is what the app's own calls come with; the last ones may go.
            "user": [person["user"]["id"] for person in people[1:PEOPLE // 2]],
            **{f"user of {operation}": [person["user"]["id"] for person in people[PEOPLE // 2:]]
               for operation in ("deleteUser", "goTrueDeleteUser", "betterAuthRemoveUser")},
            "user of inviteUserAgain": invited,
            "email": [person["user"]["email"] for person in people[1:PEOPLE // 2]],
            "session": [s["id"] for s in sessions if s["user_id"] != people[0]["user"]["id"]],
            "view": views,
            "project": [str(tenant["number"])],
            "key": [key["id"] for key in keys if key["name"].startswith("App")], "role": ["crew0", "crew1", "crew2", "driver"],
            "release": [release["version"] for release in gatehouse.everything(tenant, "/releases")],
            "event": [event["reference"] for event in gatehouse.everything(tenant, "/events")],
            "attempt": [attempt["id"] for attempt in gatehouse.everything(tenant, "/attempts")],
            "failure": [failure["id"] for failure in gatehouse.everything(tenant, "/failures")],
        },
    }


def report(gatehouse, tenant):
    now = int(time.time() * 1000)
    events = [
        {
            "id": str(uuid.UUID(int=number + 1)), "time": now - number * 60_000, "stage": "session-store", "platform": "ios",
            "outcome": ["failed", "success"][number % 2], "trace_id": f"{number // 2 + 1:032x}", "app_version": f"2.{number}.0", "attributes": {"n": number, "on": True},
            "error": {"domain": "NSOSStatusErrorDomain", "code": -25308, "chain": [{"domain": "AKError", "code": -7026}]},
        } for number in range(20)]
    answer = gatehouse.call("POST", "/ingest/v1/events", {"events": events}, {"Authorization": f"Bearer {tenant['ingest_key']}"})
    assert answer.status == 200 and answer.json()["accepted"] == len(events), answer


if __name__ == "__main__":
    main()
