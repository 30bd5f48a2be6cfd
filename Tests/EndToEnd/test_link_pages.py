"""The pages behind one-time links in a real browser: light and dark, wide and 390 px, in English and French, with axe on every page.

GATEHOUSE_SCREENSHOTS names a folder for pictures of every page.
"""

import unittest

from harness import Gatehouse
from test_browser import Browser

LOOKS = [("light", 1280), ("dark", 1280), ("light", 390), ("dark", 390)]


class LinkPages(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        cls.manage("PATCH", "/settings", {"redirect_urls": [f"http://{cls.gatehouse.address}/healthz"]})
        cls.browser = Browser()
        cls.addClassCleanup(cls.browser.driver.quit)

    @classmethod
    def manage(cls, method, path, body):
        answer = cls.gatehouse.manage(cls.tenant, method, path, body)
        assert answer.status < 300, answer
        return answer.json()

    def person(self, name):
        return self.manage("POST", "/users", {"email": f"{name}@a-rather-long-name-of-a-host.example.com", "name": name.title(), "role": "customer"})

    def open(self, person, purpose, **more):
        link = self.manage("POST", f"/users/{person['id']}/links", {"purpose": purpose, **more})
        self.url = f"http://{self.gatehouse.address}{link['url'][link['url'].index('/links/'):]}"
        self.browser.driver.get(self.url)

    def look(self, name):
        for look in LOOKS:
            self.browser.look(*look)
            self.browser.check(self, name, look)

    def speak(self, language):
        self.browser.driver.execute_cdp_cmd("Network.enable", {})
        self.browser.driver.execute_cdp_cmd("Network.setExtraHTTPHeaders", {"headers": {"Accept-Language": language}})

    def test_a_password_is_chosen(self):
        ada = self.person("ada")
        self.open(ada, "reset_password")
        self.look("reset")

        self.browser.field("password").send_keys("password1")
        self.browser.press("Set the password")
        self.look("reset-refused")
        self.browser.field("password").send_keys("another horse battery")
        self.browser.press("Set the password")
        self.assertIn("is set", self.browser.text())
        self.look("reset-done")

        self.browser.driver.get(self.url)
        self.assertIn("has been used", self.browser.text())
        self.look("used")

    def test_an_address_is_confirmed(self):
        self.open(self.person("bob"), "verify_email")
        self.look("verify")
        self.browser.press("Yes, confirm it")
        self.look("verify-done")

    def test_an_address_is_changed(self):
        self.open(self.person("carl"), "change_email", email="charles@another-long-name-of-a-host.example.com")
        self.look("change")
        self.browser.press("Use")
        self.look("change-done")

    def test_the_pages_speak_french(self):
        self.speak("fr-FR")
        self.addCleanup(self.speak, "en")
        self.open(self.person("dora"), "reset_password")
        self.assertEqual(self.browser.driver.find_element("tag name", "html").get_attribute("lang"), "fr")
        self.look("reset-fr")
        self.browser.field("password").send_keys("short")
        self.browser.press("Enregistrer")
        self.look("reset-refused-fr")
        self.open(self.person("eve"), "verify_email")
        self.look("verify-fr")

    def test_a_sign_in_leads_back_to_the_app(self):
        app = f"http://{self.gatehouse.address}/healthz"
        self.open(self.person("fay"), "sign_in", return_to=app)
        self.look("sign-in")
        self.browser.press("Sign in")
        self.assertTrue(self.browser.driver.current_url.startswith(app), self.browser.driver.current_url)

    def test_what_is_no_link_says_so(self):
        self.browser.driver.get(f"http://{self.gatehouse.address}/links/gh_l_nothing")
        self.look("no-link")


if __name__ == "__main__":
    unittest.main()
