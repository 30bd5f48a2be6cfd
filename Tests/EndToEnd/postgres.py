"""Throw-away PostgreSQL servers for the tests, and the databases in them."""

import atexit
import csv
import functools
import io
import os
import re
import signal
import subprocess
import tempfile
import time
import unittest
import urllib.parse
import uuid

from harness import PROGRAM, ROOT

SCRIPT = str(ROOT / "scripts" / "postgres")


@functools.cache
def why_not():
    """Why there can be no test on PostgreSQL here; None when there can."""
    try:
        version = subprocess.run([PROGRAM, "--version"], capture_output=True, text=True, timeout=60).stdout
    except OSError as error:
        return f"the program does not start: {error}"
    if "PostgreSQL" not in version:
        return "the program is built without PostgreSQL"
    return None


def needs_postgres(test):
    """Skips the test where it cannot run; GATEHOUSE_TEST_POSTGRES=require makes that a failure."""
    reason = why_not()
    if reason is None:
        return test
    if os.environ.get("GATEHOUSE_TEST_POSTGRES") == "require":
        raise SystemExit(f"The checks on PostgreSQL cannot run: {reason}.")
    return unittest.skip(reason)(test)


class Server:
    """A server in a folder of its own, on a port of the system's choice."""

    _shared = None

    def __init__(self, durable=False, folder=None, standby_of=None):
        # Directly in the folder for temporary files: the server runs as a user of its own, who has to reach it.
        self.folder = str(folder or tempfile.mkdtemp(prefix="gatehouse-pg-", dir="/tmp"))
        if standby_of:
            os.rmdir(self.folder)
            output = self._script("standby", self.folder, standby_of.folder)
        else:
            output = self._script("start", self.folder, *(["--durable"] if durable else []))
        addresses = dict(re.findall(r"^(GATEHOUSE_PG_\w+)='?([^'\n]+)'?$", output, re.M))
        self.super_url = addresses["GATEHOUSE_PG_SUPER_URL"]
        self.node_url, self.owner_url = addresses["GATEHOUSE_PG_NODE_URL"], addresses["GATEHOUSE_PG_OWNER_URL"]
        parts = urllib.parse.urlsplit(self.super_url)
        self.host, self.port = parts.hostname, parts.port

    @classmethod
    def shared(cls):
        """One for all tests of this run that do not stop it. It forgets things when the machine crashes, and only then."""
        if cls._shared is None:
            cls._shared = cls()
            atexit.register(cls._shared.stop)
        return cls._shared

    def restart(self, mode="fast"):
        """Returns the seconds until it accepted connections again."""
        began = time.monotonic()
        self._script("restart", self.folder, mode)
        return time.monotonic() - began

    def crash(self):
        """Ends it at once, as a machine that is lost: nothing is finished, and no client is notified."""
        with open(os.path.join(self.folder, "data", "postmaster.pid")) as file:
            pid = int(file.readline())
        os.kill(pid, signal.SIGQUIT)

    def promote(self):
        self._script("promote", self.folder)

    def is_running(self, within=5.0):
        """Whether it accepts connections, or does so soon: after a crash it first recovers."""
        end = time.monotonic() + within
        while True:
            done = subprocess.run(["psql", "--no-psqlrc", "--dbname", self.super_url, "--command", "SELECT 1"], capture_output=True)
            if done.returncode == 0 or time.monotonic() > end:
                return done.returncode == 0
            time.sleep(0.1)

    def stop(self):
        self._script("stop", self.folder)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def new_database(self):
        return Database(self, f"test_{uuid.uuid4().hex[:12]}")

    def sql(self, text, url=None):
        """The rows of a statement as texts; as the superuser, to whom row-level security does not apply."""
        done = subprocess.run(
            ["psql", "--no-psqlrc", "--quiet", "--csv", "--tuples-only", "--set", "ON_ERROR_STOP=1", "--dbname", url or self.super_url],
            input=text, capture_output=True, text=True, timeout=60)
        if done.returncode != 0:
            raise AssertionError(f"{text}\n{done.stderr}")
        return list(csv.reader(io.StringIO(done.stdout)))

    def _script(self, *arguments):
        done = subprocess.run([SCRIPT, *arguments], capture_output=True, text=True, timeout=180)
        if done.returncode != 0:
            raise AssertionError(f"scripts/postgres {' '.join(arguments)}: {done.returncode}\n{done.stderr}")
        return done.stdout


class Database:
    """An empty database for one installation, and the addresses by which its nodes and its owner reach it."""

    def __init__(self, server, name):
        self.server, self.name = server, name
        server.sql(f"CREATE DATABASE {name} OWNER gatehouse_owner ENCODING 'UTF8' TEMPLATE template0")
        self.url, self.owner_url, self.super_url = (self._named(url) for url in (server.node_url, server.owner_url, server.super_url))

    def _named(self, url):
        return urllib.parse.urlsplit(url)._replace(path=f"/{self.name}").geturl()

    def url_through(self, wire):
        return self.url_with(port=wire.port)

    def url_with(self, url=None, user=None, password=None, host=None, port=None, name=None):
        """The nodes' address with something else in it."""
        parts = urllib.parse.urlsplit(url or self.url)
        place = f"{user or parts.username}:{password or parts.password}@{host or parts.hostname}:{port or parts.port}"
        return parts._replace(netloc=place, path=f"/{name or self.name}").geturl()

    def query(self, text):
        return self.server.sql(text, self.super_url)

    def drop(self):
        self.server.sql(f"DROP DATABASE IF EXISTS {self.name} WITH (FORCE)")
