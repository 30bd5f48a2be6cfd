"""Our DSN by the rules of the SDKs that read it, written anew from what they publish about the form of a DSN."""

import re
import unittest
import urllib.parse

from sentry_sdk.utils import Dsn

from harness import Gatehouse

ADDRESSES = ["http://127.0.0.1:8080", "https://gatehouse.example.com", "https://auth.example.com:8443"]


class Rules:
    """Each reads scheme, key, host, port and project, or fails."""

    @staticmethod
    def documentation(dsn):
        """Sentry's developer documentation, *The DSN*: `{protocol}://{public key}:{secret key}@{host}{path}/{project id}`, the secret left out."""
        found = re.fullmatch(r"(?P<scheme>https?)://(?P<key>[^:@/]+)@(?P<host>[^:/@]+)(?::(?P<port>\d+))?(?:/[^?#]*)?/(?P<project>[^/?#]+)", dsn)
        return found["scheme"], found["key"], found["host"], found["port"], found["project"]

    @staticmethod
    def javascript(dsn):
        """Key and secret are words of letters, digits and underscores, a host has points and hyphens besides, and a project digits only."""
        scheme, rest = dsn.split("://")
        user, place = rest.split("@")
        host, *path = place.split("/")
        host, _, port = host.partition(":")
        key, *secret = user.split(":")
        project = path[-1]
        assert re.fullmatch(r"\w+", key, re.ASCII) and not secret, key
        assert re.fullmatch(r"[\w.-]+", host, re.ASCII), host
        assert not port or port.isascii() and port.isdigit(), port
        assert scheme in ("http", "https") and project.isascii() and project.isdigit(), dsn
        return scheme, key, host, port or None, project

    @staticmethod
    def cocoa(dsn):
        """A URL (RFC 3986) with a scheme, a host, a user, and a last part of the path, which is the project; no spaces around it."""
        assert dsn == dsn.strip()
        parts = urllib.parse.urlsplit(dsn)
        project = [part for part in parts.path.split("/") if part][-1]
        assert parts.scheme in ("http", "https") and parts.hostname and parts.username and not parts.query and not parts.fragment
        return parts.scheme, parts.username, parts.hostname, str(parts.port) if parts.port else None, project

    @staticmethod
    def java(dsn):
        """A URI by RFC 2396 §3.2.2: a host is labels of letters, digits and hyphens, the last beginning with a letter, or four numbers.
        With any other host there is neither a user nor a host."""
        found = re.fullmatch(r"([a-z][a-z0-9+.-]*)://([^@/?#]*)@([^:/?#]*)(?::(\d*))?(/[^?#]*)", dsn)
        scheme, user, host, port, path = found.groups()
        label = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
        top = r"[A-Za-z](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
        assert re.fullmatch(rf"(?:{label}\.)*{top}\.?|\d+\.\d+\.\d+\.\d+", host), host
        assert re.fullmatch(r"(?:[A-Za-z0-9;:&=+$,_.!~*'()-]|%[0-9A-Fa-f]{2})+", user), user
        key = user.split(":")[0]
        assert key, user
        project = path.removesuffix("/").rpartition("/")[2]
        assert project, path
        return scheme, key, host, port, project

    @staticmethod
    def python(dsn):
        """The SDK itself."""
        read = Dsn(dsn)
        port = None if read.port in (80, 443) else str(read.port)
        return read.scheme, read.public_key, read.host, port, str(read.project_id)


class SentryDSN(unittest.TestCase):
    def test_a_dsn_is_read_by_every_sdk(self):
        rules = [Rules.documentation, Rules.javascript, Rules.cocoa, Rules.java, Rules.python]
        for address in ADDRESSES:
            with Gatehouse(GATEHOUSE_BASE_URL=address) as gatehouse:
                tenant = gatehouse.new_tenant("acme")
                parts = urllib.parse.urlsplit(address)
                port = str(parts.port) if parts.port else None
                dsn = tenant["sentry_dsn"]
                for rule in rules:
                    with self.subTest(dsn=dsn, rule=rule.__name__):
                        scheme, key, host, read_port, project = rule(dsn)
                        self.assertEqual((scheme, host, read_port, project), (parts.scheme, parts.hostname, port, str(tenant["number"])))
                        self.assertRegex(key, r"\A[0-9a-f]{32}\Z")

    def test_the_rules_reject_what_the_sdks_reject(self):
        for rule, dsn in [
            (Rules.javascript, "https://gh_ik_a-b@example.com/1"), (Rules.javascript, "https://abc@example.com/acme"),
            (Rules.java, "https://abc@auth_server.example.com/1"), (Rules.cocoa, "https://example.com/1"), (Rules.documentation, "https://abc@example.com/"),
        ]:
            with self.subTest(dsn=dsn), self.assertRaises((AssertionError, ValueError, TypeError, IndexError)):
                rule(dsn)


if __name__ == "__main__":
    unittest.main()
