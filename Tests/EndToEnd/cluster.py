"""Several nodes of one installation on one PostgreSQL, each with its own data folder and the same root key."""

import contextlib
import os
import pathlib
import signal
import tempfile
import threading
import urllib.parse

from harness import Gatehouse
from postgres import Server
from wire import Wire


class Node(Gatehouse):
    """One node: its own folder, its own wire to the database when it is to be cut off."""

    def __init__(self, folder, name, database, root_key, wire=None, **settings):
        url = database.url_through(wire) if wire else database.url
        super().__init__(
            folder, GATEHOUSE_DATABASE_URL=url, GATEHOUSE_DATABASE_OWNER_URL=database.owner_url, GATEHOUSE_NODE=name, **settings)
        self.name, self.wire, self.installed_on = name, wire, database
        self.data.mkdir(mode=0o700, parents=True)
        self.write_root_key(root_key)

    def write_root_key(self, root_key):
        path = self.data / "root.key"
        path.unlink(missing_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(root_key)

    def follow(self, standby):
        """Goes to the standby when that has become the primary."""
        for name in ("GATEHOUSE_DATABASE_URL", "GATEHOUSE_DATABASE_OWNER_URL"):
            parts = urllib.parse.urlsplit(self.environment[name])
            place = f"{parts.netloc},{standby.host}:{standby.port}"
            self.environment[name] = parts._replace(netloc=place, query="target_session_attrs=read-write").geturl()

    @contextlib.contextmanager
    def stopped(self):
        """Pauses, as a machine that swaps or a virtual one that is moved: not dead, and not answering."""
        self.process.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            self.process.send_signal(signal.SIGCONT)

    @contextlib.contextmanager
    def cut_off(self):
        """Cannot be heard by the database any more, nor hear it; neither side is notified."""
        self.wire.blackhole()
        try:
            yield
        finally:
            self.wire.restore()


class Cluster:
    """`with Cluster(3) as cluster:` gives three nodes that run on a database of their own."""

    def __init__(self, nodes=3, wired=(), server=None, started=True, **settings):
        self.folder = tempfile.TemporaryDirectory(prefix="gatehouse-nodes-")
        self.server = server or Server.shared()
        self.database = self.server.new_database()
        self.root_key = os.urandom(32)
        self.started = started
        self.nodes, self.wires = [], []
        for number in range(1, nodes + 1):
            wire = Wire((self.server.host, self.server.port)) if number in wired else None
            self.wires += [wire] if wire else []
            folder = pathlib.Path(self.folder.name) / f"node-{number}"
            self.nodes.append(Node(folder, f"node-{number}", self.database, self.root_key, wire, **settings))

    def __enter__(self):
        if self.started:
            self.start()
        return self

    def start(self):
        """All at the same moment."""
        failures = []

        def start(node):
            try:
                node.start()
            except Exception as error:
                failures.append(error)

        threads = [threading.Thread(target=start, args=(node,)) for node in self.nodes]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        if failures:
            self.__exit__()
            raise failures[0]

    def __exit__(self, *_):
        crashed = [node for node in self.nodes if node.process and node.process.poll() not in (None, 0, -signal.SIGKILL)]
        crashes = "".join(f"\n{node.name} ended with {node.process.returncode}:\n{node.log()[-4000:]}" for node in crashed)
        for node in self.nodes:
            node.kill()
        for wire in self.wires:
            wire.close()
        self.database.drop()
        self.folder.cleanup()
        if crashes:
            raise AssertionError(crashes)
