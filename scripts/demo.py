"""Fills a running installation with sample data, through the same APIs and pages that apps and operators use.

    demo.py PROGRAM ADDRESS
"""

import datetime
import gzip
import http.client
import json
import random
import subprocess
import sys
import urllib.parse
import uuid

PASSWORD = "open the gate"
PEOPLE = 24
DAYS = 30
EVENTS_A_DAY = 120

TENANTS = [("coachme", "CoachMe"), ("infinite-stories", "Infinite Stories"), ("mimi-supply", "Mimi Supply"), ("mysubguard", "MySubGuard")]
NAMES = [
    "Ada Moreau", "Karl Brandt", "Mina Okafor", "Tomás Rivera", "Yuki Tanaka", "Elif Demir", "Noor Haddad", "Jonas Weber", "Lea Dubois",
    "Sven Larsen", "Priya Nair", "Marco Conti", "Ewa Nowak", "Omar Farouk", "Chloé Petit", "Anna Novak", "Luis Ortega", "Ines Costa",
    "Paul Meyer", "Zoe Papas", "Ravi Shah", "Nina Berg", "Hugo Blanc", "Vera Kovač",
]
ROLES = ["customer"] * 8 + ["driver"] * 3 + ["partner"] * 2
VERSIONS = [("2.3.1", 3), ("2.4.0", 6), ("2.4.1", 4)]
PHONES = [("iPhone14,5", "17.6.1"), ("iPhone15,2", "18.1"), ("iPhone16,1", "18.2"), ("iPhone17,3", "18.2")]
# stage, outcome, error (domain, code, message), how often
STORIES = [
    ("token-exchange", "success", None, 60),
    ("session-restore", "success", None, 70),
    ("refresh", "success", None, 50),
    ("credential", "cancelled", ("com.apple.AuthenticationServices.AuthorizationError", 1001, "The person closed the sheet."), 14),
    ("password-entry", "rejected", ("Gatehouse", 401, "Invalid email or password"), 9),
    ("session-store", "failed", ("NSOSStatusErrorDomain", -25308, "User interaction is not allowed."), 6),
    ("refresh", "failed", ("NSURLErrorDomain", -1001, "The request timed out."), 5),
    ("token-exchange", "failed", ("NSURLErrorDomain", -1009, "The Internet connection appears to be offline."), 4),
    ("apple-sheet", "failed", ("com.apple.AuthenticationServices.AuthorizationError", 1000, "The operation could not be completed."), 3),
]


class Server:
    def __init__(self, program, address):
        self.program = program
        self.connection = http.client.HTTPConnection(urllib.parse.urlsplit(address).netloc, timeout=60)

    def call(self, method, path, body, headers):
        self.connection.request(method, path, body, headers)
        response = self.connection.getresponse()
        text = response.read()
        if response.status not in (200, 201, 204):
            raise SystemExit(f"{method} {path} answered {response.status}: {text[:300]!r}")
        return json.loads(text) if text else None

    def command(self, *arguments, stdin=None):
        done = subprocess.run([self.program, *arguments, "--json"], input=stdin, capture_output=True, text=True)
        if done.returncode != 0:
            raise SystemExit(f"gatehouse {' '.join(arguments)}: {done.stderr}")
        return json.loads(done.stdout)


def people(server, tenant, domain, chance):
    """Signs people up from a phone each; most sign in on a second device too."""
    signed_up = []
    for number, name in enumerate(NAMES[:PEOPLE]):
        model, system = chance.choice(PHONES)
        headers = {
            "apikey": tenant["publishable_key"], "Content-Type": "application/json", "X-Forwarded-For": f"198.51.100.{number + 1}",
            "User-Agent": f"App/{chance.choice(VERSIONS)[0]} ({model}; iOS {system})",
        }
        first = "".join(c for c in name.split()[0].lower() if c.isascii())
        account = {"email": f"{first}.{number}@{domain}", "password": PASSWORD, "name": name}
        answer = server.call("POST", "/api/auth/sign-up", json.dumps(account), headers)
        if chance.random() < 0.5:
            headers["User-Agent"] = "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Safari/605.1.15"
            server.call("POST", "/api/auth/sign-in", json.dumps({"email": account["email"], "password": PASSWORD}), headers)
        signed_up.append(answer["user"]["id"])
    return signed_up


def roles(server, slug, tenant, users, chance):
    headers = {"Authorization": f"Bearer {tenant['secret_key']}", "Content-Type": "application/json"}
    for user in users:
        role = chance.choice(ROLES)
        if role != "customer":
            server.call("PUT", f"/api/v1/tenants/{slug}/users/{user}/role", json.dumps({"role": role}), headers)
    for user in users[-2:]:
        server.call("PUT", f"/api/v1/tenants/{slug}/users/{user}/disablement", None, headers)


def event(moment, users, chance, is_bad_day):
    weights = [often * (6 if is_bad_day and outcome == "failed" else 1) for _, outcome, _, often in STORIES]
    stage, outcome, error, _ = chance.choices(STORIES, weights)[0]
    model, system = chance.choice(PHONES)
    version = chance.choices([v for v, _ in VERSIONS], [w for _, w in VERSIONS])[0]
    fields = {
        "id": str(uuid.uuid4()), "time": int(moment.timestamp() * 1000), "stage": stage, "outcome": outcome, "app_version": version,
        "platform": "ios", "os_version": system, "device_model": model, "environment": "production",
        "user_id": chance.choice(users), "trace_id": uuid.uuid4().hex, "network": chance.choice(["wifi", "wifi", "cellular"]),
        "provider": chance.choice(["apple", "apple", "password"]),
    }
    if error:
        fields["error"] = {"domain": error[0], "code": error[1], "message": error[2]}
    return fields


def events(server, tenant, users, chance):
    """A month of them: more by day than by night, and one bad afternoon."""
    now = datetime.datetime.now(datetime.timezone.utc)
    bad_day = chance.randrange(3, 10)
    events = []
    for day in range(DAYS):
        for _ in range(EVENTS_A_DAY):
            hour = min(23.99, max(0, chance.gauss(14, 5)))
            moment = (now - datetime.timedelta(days=day)).replace(hour=0, minute=0, second=0) + datetime.timedelta(hours=hour)
            if moment < now:
                events.append(event(moment, users, chance, day == bad_day and 12 < hour < 17))
    for start in range(0, len(events), 500):
        body = gzip.compress(json.dumps({"events": events[start:start + 500]}).encode())
        answer = server.call("POST", "/ingest/v1/events", body, {
            "Authorization": f"Bearer {tenant['ingest_key']}", "Content-Type": "application/json", "Content-Encoding": "gzip"})
        if answer["rejected"]:
            raise SystemExit(f"events were rejected: {answer}")
    return len(events)


def main():
    program, address = sys.argv[1:]
    server = Server(program, address.strip())
    server.command("admin", "create", "--operator", "--email", "operator@example.com", "--name", "Olga Operator", "--password-stdin",
                   stdin=PASSWORD)
    for slug, name in TENANTS:
        chance = random.Random(slug)
        tenant = server.command("tenant", "create", slug, "--name", name)
        server.command("admin", "create", "--tenant", slug, "--role", "admin", "--email", f"admin@{slug}.example", "--name",
                       f"{name} Admin", "--password-stdin", stdin=PASSWORD)
        users = people(server, tenant, f"{slug}.example", chance)
        count = events(server, tenant, users, chance)
        roles(server, slug, tenant, users, chance)
        print(f"{name}: {len(users)} people, {count} events", flush=True)
    print(f"""
    {address.strip()}

    operator       operator@example.com
    administrator  admin@coachme.example, and likewise of {", ".join(slug for slug, _ in TENANTS[1:])}
    password       {PASSWORD}
""", flush=True)


if __name__ == "__main__":
    main()
