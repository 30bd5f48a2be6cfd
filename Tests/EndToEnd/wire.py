"""A wire between two programs that can be cut: a small TCP proxy on loopback."""

import contextlib
import selectors
import socket
import struct
import threading


class Wire:
    """Passes bytes on to a server, until a fault is set.

    - `blackhole()`: connections stay open and are still accepted, but nothing arrives any more, in either direction.
    - `cut()`: connections are reset, and new ones are refused.
    - `restore()`: new connections work again. Those that were open in a blackhole are reset, as after a router's restart.
    """

    def __init__(self, target, family=socket.AF_INET):
        self.target, self.family = target, family
        self.listener = None
        self.port = self._listen(0)
        self.pairs = {}
        self.is_dark = False
        self.changes = []
        self.lock = threading.Lock()
        self.waker, self.bell = socket.socketpair()
        self.ended = False
        self.thread = threading.Thread(target=self._run, daemon=True)
        self.thread.start()

    def blackhole(self):
        self._do(self._darken)

    def cut(self):
        self._do(self._cut)

    def restore(self):
        self._do(self._restore)

    def close(self):
        self._do(self._end)
        self.thread.join(timeout=5)

    # The rest runs on the wire's own thread.

    def _do(self, change):
        done = threading.Event()
        with self.lock:
            self.changes.append((change, done))
        self.bell.send(b"!")
        done.wait(timeout=10)

    def _listen(self, port):
        self.listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        self.listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        self.listener.bind(("127.0.0.1", port))
        self.listener.listen(64)
        self.listener.setblocking(False)
        return self.listener.getsockname()[1]

    def _run(self):
        with selectors.DefaultSelector() as self.selector:
            self.selector.register(self.waker, selectors.EVENT_READ, self._obey)
            self.selector.register(self.listener, selectors.EVENT_READ, self._accept)
            while not self.ended:
                for key, _ in self.selector.select():
                    if key.fileobj.fileno() >= 0:
                        key.data(key.fileobj)

    def _obey(self, _):
        self.waker.recv(64)
        with self.lock:
            changes, self.changes = self.changes, []
        for change, done in changes:
            change()
            done.set()

    def _accept(self, listener):
        near, _ = listener.accept()
        if self.is_dark:
            self.pairs[near] = None
            return
        try:
            far = socket.socket(self.family, socket.SOCK_STREAM)
            far.connect(self.target)
        except OSError:
            self._reset(near)
            return
        self.pairs[near], self.pairs[far] = far, near
        for end in (near, far):
            if self.family == socket.AF_INET or end is near:
                end.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.selector.register(end, selectors.EVENT_READ, self._pass_on)

    def _pass_on(self, end):
        other = self.pairs.get(end)
        if other is None:
            return
        try:
            data = end.recv(1 << 16)
            if data:
                # What the other end does not take at once it takes soon: both are databases' ends on one machine.
                other.sendall(data)
                return
        except OSError:
            pass
        self._drop(end)
        self._drop(other)

    def _drop(self, end):
        self.pairs.pop(end, None)
        with contextlib.suppress(KeyError, ValueError):
            self.selector.unregister(end)
        end.close()

    def _reset(self, end):
        with contextlib.suppress(OSError):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._drop(end)

    def _reset_all(self):
        for end in list(self.pairs):
            self._reset(end)

    def _darken(self):
        self.is_dark = True
        for end in self.pairs:
            with contextlib.suppress(KeyError, ValueError):
                self.selector.unregister(end)

    def _cut(self):
        if self.listener.fileno() >= 0:
            self.selector.unregister(self.listener)
            self.listener.close()
        self._reset_all()

    def _restore(self):
        if self.is_dark:
            self._reset_all()
            self.is_dark = False
        if self.listener.fileno() < 0:
            self._listen(self.port)
            self.selector.register(self.listener, selectors.EVENT_READ, self._accept)

    def _end(self):
        self.ended = True
        self._cut()


class SilentServer:
    """Accepts connections and never says anything."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self.listener.getsockname()[1]
        return self

    def __exit__(self, *_):
        self.listener.close()
