"""The console's sign-in with Apple in a real browser, with the fake Apple beside the program."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

from harness import PROGRAM, Gatehouse
from test_browser import Browser


class AppleSignIn(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="gatehouse-")
        self.addCleanup(folder.cleanup)
        process = subprocess.Popen(
            [PROGRAM, "fake-apple", "--folder", folder.name, "--json", "--client", "com.example.web"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={"PATH": os.environ["PATH"], "SWIFT_BACKTRACE": "enable=no"})
        self.addCleanup(process.communicate)
        self.addCleanup(process.kill)
        apple = json.loads(process.stdout.readline())
        self.gatehouse = self.enterContext(Gatehouse(GATEHOUSE_APPLE_URL=apple["url"]))
        self.gatehouse.start()
        self.keys = self.gatehouse.new_tenant("acme")
        self.gatehouse.command(
            "apple", "set", "--tenant", "acme", "--team", apple["team_id"], "--key", apple["key_id"], "--client-id", "com.example.web",
            "--web-client-id", "com.example.web", "--p8-file", "-", "--json", stdin=pathlib.Path(apple["private_key_file"]).read_text())
        self.assertEqual(self.gatehouse.manage(self.keys, "PATCH", "/settings", {"methods": ["apple", "password"]}).status, 200)
        self.browser = Browser()
        self.addCleanup(self.browser.driver.quit)

    def open(self, path):
        self.browser.driver.get(f"http://{self.gatehouse.address}{path}")

    def to_apple(self):
        """As far as Apple's page, with the keyboard's order of the page."""
        self.open("/sign-in?to=/t/acme/roles")
        self.browser.press("Sign in with Apple instead")
        self.browser.field("tenant").send_keys("acme\n")
        self.browser.wait("Use an invented Apple Account")

    def check(self, name):
        for look in [("light", 1280), ("dark", 390)]:
            self.browser.look(*look)
            self.browser.check(self, name, look)

    def test_who_has_a_role_comes_in_and_who_has_none_is_told_so(self):
        self.to_apple()
        self.browser.press("Sign in with Apple")
        self.browser.wait("This Apple Account has no console access.")
        self.check("apple-sign-in-refused")

        # The person signs in to the app, and is given a role there.
        begun = self.gatehouse.call(
            "POST", "/api/auth/sign-in/social", {"provider": "apple", "callbackURL": "/api/health"},
            {"apikey": self.keys["publishable_key"]})
        name, value = begun.headers["Set-Cookie"].split(";")[0].split("=", 1)
        self.browser.driver.add_cookie({"name": name, "value": value})
        self.browser.driver.get(begun.json()["url"])
        self.browser.press("Sign in with Apple")
        user = self.gatehouse.manage(self.keys, "GET", "/users").json()["items"][0]
        self.assertEqual(self.gatehouse.manage(self.keys, "PUT", f"/users/{user['id']}/role", {"role": "admin"}).status, 200)

        self.to_apple()
        self.browser.press("Sign in with Apple")
        self.browser.wait("Customer")
        self.assertTrue(self.browser.driver.current_url.endswith("/t/acme/roles"))

    def test_a_name_that_is_no_tenant_of_apple_keeps_the_form(self):
        self.open("/sign-in/apple")
        self.check("apple-sign-in")
        self.browser.field("tenant").send_keys("globex\n")
        self.browser.wait("Sign in with Apple is not available")
        self.check("apple-sign-in-unknown")


if __name__ == "__main__":
    unittest.main()
