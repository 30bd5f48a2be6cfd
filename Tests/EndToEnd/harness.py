"""Starts the built program on a port of the system's choice, speaks HTTP to it, and ends it by its id."""

import contextlib
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import tempfile
import time
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parents[2]
PROGRAM = os.environ.get("GATEHOUSE_PROGRAM", str(ROOT / ".build" / "debug" / "gatehouse"))
PASSWORD = "correct horse battery"


class Answer:
    def __init__(self, status, headers, body):
        self.status, self.headers, self.body = status, headers, body

    def json(self):
        return json.loads(self.body)

    def __repr__(self):
        return f"{self.status} {self.body[:300]!r}"


class Gatehouse:
    """One installation in a folder of its own."""

    def __init__(self, folder=None, **settings):
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.data = pathlib.Path(folder or self._temporary.name) / "data"
        self.environment = {
            "PATH": os.environ["PATH"],
            "HOME": os.environ.get("HOME", "/"),
            "GATEHOUSE_ASSETS": str(ROOT),
            "GATEHOUSE_DATA": str(self.data),
            "GATEHOUSE_LISTEN": "127.0.0.1:0",
            "GATEHOUSE_PASSWORD_COST": "10",
            # The tests speak for many addresses.
            "GATEHOUSE_TRUSTED_PROXIES": "127.0.0.1/32",
            "GATEHOUSE_LOG_FORMAT": "json",
            "SWIFT_BACKTRACE": "enable=no",
            **settings,
        }
        self.process = None
        self.address = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
        if self._temporary:
            self._temporary.cleanup()

    def start(self, ready_within=30.0):
        """Starts the server and waits until it can serve. Returns the seconds that it took."""
        began = time.monotonic()
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        (self.data / "address").unlink(missing_ok=True)
        with open(self.data.parent / "server.log", "ab") as log:
            self.process = subprocess.Popen(
                [PROGRAM, "serve"], env=self.environment, stdout=log, stderr=subprocess.STDOUT, cwd=ROOT)
        while time.monotonic() - began < ready_within:
            if self.process.poll() is not None:
                raise AssertionError(f"the server ended with {self.process.returncode}:\n{self.log()[-4000:]}")
            with contextlib.suppress(OSError, ValueError, http.client.HTTPException):
                self.address = self._read_address()
                if self.call("GET", "/readyz", timeout=2).status == 200:
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

    def terminate(self, within=25.0):
        """Asks it to stop. Returns the exit code and the seconds that it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=within)
        return code, time.monotonic() - began

    def command(self, *arguments, check=True, stdin=None):
        """Runs a command of the program; the JSON that it printed, or the finished process with `check=False`."""
        done = subprocess.run(
            [PROGRAM, *arguments], env=self.environment, capture_output=True, text=True, cwd=ROOT, timeout=120, input=stdin)
        if not check:
            return done
        if done.returncode != 0:
            raise AssertionError(f"{arguments}: {done.returncode}\n{done.stdout}\n{done.stderr}")
        return json.loads(done.stdout) if "--json" in arguments else done.stdout

    def new_tenant(self, slug):
        return self.command("tenant", "create", slug, "--name", slug.capitalize(), "--json")

    def connect(self, timeout=10):
        host, port = self.address.split(":")
        connection = http.client.HTTPConnection(host, int(port), timeout=timeout)
        connection.connect()
        connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return connection

    def call(self, method, path, body=None, headers=None, timeout=10, connection=None):
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
        """What the app is told about its session; None when it has none."""
        answer = self.call(
            "GET", "/api/auth/get-session", None, {"apikey": tenant["publishable_key"], "Authorization": f"Bearer {token}"},
            connection=connection)
        assert answer.status == 200, answer
        return answer.json()

    def manage(self, tenant, method, path, body=None, headers=None):
        return self.call(
            method, f"/api/v1/tenants/{tenant['slug']}{path}", body,
            {"Authorization": f"Bearer {tenant['secret_key']}", **(headers or {})})

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
