"""Starts the built program on a port of the system's choice, speaks HTTP to it, and ends it by its id.

GATEHOUSE_TEST_ENGINE=postgres gives each installation an empty database on a throw-away PostgreSQL instead of files.
"""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import uuid

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GATEHOUSE_PROGRAM", str(ROOT / ".build" / "debug" / "gatehouse"))
# Where time and memory are measured: a release build if there is one, which is what people run.
IS_RELEASE = "GATEHOUSE_RELEASE_PROGRAM" in os.environ
RELEASE_PROGRAM = os.environ.get("GATEHOUSE_RELEASE_PROGRAM", PROGRAM)
ENGINE = os.environ.get("GATEHOUSE_TEST_ENGINE", "sqlite")
PASSWORD = "correct horse battery"
# In seconds: only what hangs takes as long, on a busy machine too.
HANGS_AFTER = 120


def eventually(condition, within=HANGS_AFTER):
    """Waits until a condition holds; fails when it does not come to."""
    end = time.monotonic() + within
    while not condition():
        assert time.monotonic() < end, f"it did not happen within {within} s"
        time.sleep(0.005)


def sqlite_only(reason):
    """Skips a test that says nothing about an installation on PostgreSQL."""
    return unittest.skipIf(ENGINE != "sqlite", f"SQLite only: {reason}")


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Gatehouse:
    """One installation in a folder of its own."""

    def __init__(self, folder=None, program=PROGRAM, **settings):
        self.program = program
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.data = pathlib.Path(folder or self._temporary.name) / "data"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "GATEHOUSE_ASSETS": os.environ.get("GATEHOUSE_ASSETS", str(ROOT)),
            "GATEHOUSE_DATA": str(self.data),
            "GATEHOUSE_LISTEN": "127.0.0.1:0",
            "GATEHOUSE_PASSWORD_COST": "10",
            "GATEHOUSE_CONSOLE_SECOND_FACTOR": "optional",
            # The tests speak for many addresses.
            "GATEHOUSE_TRUSTED_PROXIES": "127.0.0.1/32",
            "GATEHOUSE_LOG_FORMAT": "json",
            "SWIFT_BACKTRACE": "enable=no",
            **settings,
        }
        self.database = None
        if ENGINE == "postgres" and "GATEHOUSE_DATABASE_URL" not in settings:
            from postgres import Server
            self.database = Server.shared().new_database()
            self.environment |= {
                "GATEHOUSE_DATABASE_URL": self.database.url, "GATEHOUSE_DATABASE_OWNER_URL": self.database.owner_url}
        self.process = None
        self.address = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        if self.database:
            self.database.drop()
        if self._temporary:
            self._temporary.cleanup()

    def start(self, ready_within=HANGS_AFTER):
        """Starts the server and waits until it can serve. Returns the seconds that it took."""
        began = time.monotonic()
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.data / "address").unlink(missing_ok=True)
        with open(self.data.parent / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [self.program, "serve"], env=self.environment, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT)
        while time.monotonic() - began < ready_within:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.log()[-4000:]}")
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                self.address = self._read_address()
                if self.call("GET", "/readyz", timeout=5).status == 200:
                    return time.monotonic() - began
            time.sleep(0.01)
        raise AssertionError(f"the server is not ready:\n{self.log()[-4000:]}")

    def _read_address(self):
        text = (self.data / "address").read_text().strip()
        return re.search(r"([0-9.]+:\d+)", text).group(1)

    def log(self):
        return (self.data.parent / "server.log").read_text(errors="replace")

    def kill(self):
        if self.process and self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()

    def terminate(self, within=HANGS_AFTER):
        """Asks it to stop. Returns the exit code and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=within)
        return code, time.monotonic() - began

    def command(self, *arguments, check=True, stdin=None):
        """Runs a command of the program; the JSON that it printed, or the finished process with `check=False`."""
        done = subprocess.run(
            [self.program, *arguments], env=self.environment, capture_output=True, text=True, cwd=ROOT, timeout=HANGS_AFTER, input=stdin)
        if not check:
            return done
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return json.loads(done.stdout) if "--json" in arguments else done.stdout

    def sql(self, part, text):
        """Asks the database itself, past the program: `part` is `control` or `events`. What the program says is another question."""
        if self.database:
            return [tuple(row) for row in self.database.query(f"SET search_path = {part}; {text}")]
        with contextlib.closing(sqlite3.connect(self.data / f"{part}.sqlite")) as database, database:
            return database.execute(text).fetchall()

    def stored_events(self):
        """The ids of all events, as often as they are stored."""
        column = "encode(id, 'hex')" if self.database else "hex(id)"
        return [str(uuid.UUID(hex=row[0])) for row in self.sql("events", f"SELECT {column} FROM events")]

    def counted_events(self):
        """How many there are by the counts of each span, which charts read."""
        return [int(self.sql("events", f"SELECT sum(n) FROM event_counts WHERE span = '{span}'")[0][0] or 0) for span in "mhd"]

    def new_tenant(self, slug):
        return self.command("tenant", "create", slug, "--name", slug.capitalize(), "--json")

    def connect(self, timeout=HANGS_AFTER):
        host, port = self.address.split(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=timeout)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def call(self, method, path, body=None, headers=None, timeout=HANGS_AFTER, connection=None):
        own = connection is None
        connection = connection or self.connect(timeout)
        headers = dict(headers or {})
        if isinstance(body, (dict, list)):
            body = json.dumps(body).encode()
            headers.setdefault("Content-Type", "application/json")
        try:
            connection.request(method, path, body=body, headers=headers)
            response = connection.getresponse()
            return Answer(response.status, response.headers, response.read())
        finally:
            if own:
                connection.close()

    def sign_up(self, tenant, email, address="203.0.113.1"):
        answer = self.call(
            "POST", "/api/auth/sign-up", {"email": email, "password": PASSWORD, "name": email.split("@")[0]},
            {"apikey": tenant["publishable_key"], "X-Forwarded-For": address})
        assert answer.status == 200, answer
        return answer.json()

    def sign_in(self, tenant, email, address="203.0.113.1"):
        answer = self.call(
            "POST", "/api/auth/sign-in", {"email": email, "password": PASSWORD},
            {"apikey": tenant["publishable_key"], "X-Forwarded-For": address})
        assert answer.status == 200, answer
        return answer.json()

    def session(self, tenant, token, connection=None):
        """What the app learns about its session; None when it has none."""
        answer = self.call(
            "GET", "/api/auth/get-session", None, {"apikey": tenant["publishable_key"], "Authorization": f"Bearer {token}"},
            connection=connection)
        assert answer.status == 200, answer
        return answer.json()

    def manage(self, tenant, method, path, body=None, headers=None, connection=None):
        return self.call(
            method, f"/api/v1/tenants/{tenant['slug']}{path}", body,
            {"Authorization": f"Bearer {tenant['secret_key']}", **(headers or {})}, connection=connection)

    def new_operator(self, email="olga@example.com"):
        """The cookie of an operator who has signed in to the console."""
        self.command(
            "admin", "create", "--email", email, "--name", "Olga", "--operator", "--password-stdin", "--json", stdin=PASSWORD)
        return self.console(email)

    def console(self, email, tenant="", address="203.0.113.1"):
        """Signs in to the console the way a browser does; the cookie."""
        origin = {"X-Forwarded-For": address}
        page = self.call("GET", "/sign-in", None, origin)
        csrf = re.search(r'name="csrf" value="([^"]+)"', page.body.decode()).group(1)
        form = urllib.parse.urlencode({"csrf": csrf, "email": email, "password": PASSWORD, "tenant": tenant})
        answer = self.call("POST", "/sign-in", form.encode(), {
            "Content-Type": "application/x-www-form-urlencoded", "Cookie": page.headers["Set-Cookie"].split(";")[0],
            "Sec-Fetch-Site": "same-origin", **origin})
        assert answer.status == 303, answer
        return next(field.split(";")[0] for field in answer.headers.get_all("Set-Cookie") if field.startswith("gh="))

    def everything(self, tenant, path):
        """All items of a list, page by page."""
        items, cursor = [], None
        while True:
            join = "&" if "?" in path else "?"
            more = f"{join}limit=200" + (f"&cursor={urllib.parse.quote(cursor)}" if cursor else "")
            answer = self.manage(tenant, "GET", path + more)
            assert answer.status == 200, answer
            page = answer.json()
            items += page["items"]
            cursor = page["next_cursor"]
            if not cursor:
                return items
