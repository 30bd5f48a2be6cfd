"""What the program writes of itself: enough to find a request again, and nothing that opens an account or names a person."""

import json
import unittest

from harness import PASSWORD, Gatehouse


class OwnLog(unittest.TestCase):
    """CoachMe: no tokens, mails or ids in logs. InfiniteStories: tokens are never logged."""

    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse(GATEHOUSE_LOG_LEVEL="trace"))
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        cls.gatehouse.manage(cls.tenant, "PATCH", "/settings", {"methods": ["password", "anonymous"]})

    def post(self, path, body, **headers):
        return self.gatehouse.call("POST", path, body, {"apikey": self.tenant["publishable_key"], **headers})

    def test_no_tokens_mails_or_ids(self):
        begun = self.post("/auth/v1/signup", {"email": "ada@example.com", "password": PASSWORD}).json()
        entered = self.gatehouse.sign_up(self.tenant, "eve@example.com")
        self.post("/auth/v1/token?grant_type=password", {"email": "ada@example.com", "password": "wrong horse battery"})
        next_ = self.post("/auth/v1/token?grant_type=refresh_token", {"refresh_token": begun["refresh_token"]}).json()
        self.post("/auth/v1/token?grant_type=refresh_token", {"refresh_token": "gh_rt_unknown"})
        self.gatehouse.call("GET", "/auth/v1/user?access_token=" + next_["access_token"], None, {
            "apikey": self.tenant["publishable_key"], "Authorization": "Bearer " + next_["access_token"]})
        self.gatehouse.session(self.tenant, entered["token"])
        self.gatehouse.manage(self.tenant, "GET", f"/users/{begun['user']['id']}")
        self.post("/api/auth/sign-in/social", {"provider": "apple", "idToken": {"token": "e30.e30.e30"}})
        self.post("/auth/v1/token?grant_type=password", b'{"email":"ada@example.com","password":"correct', **{"Content-Type": "application/json"})

        code, _ = self.gatehouse.terminate()
        log = self.gatehouse.log()

        self.assertEqual(code, 0)
        self.assertGreater(len(log.splitlines()), 5)
        secrets = {
            "password": PASSWORD, "wrong password": "wrong horse", "mail": "ada@example.com", "other mail": "eve@example.com",
            "user": begun["user"]["id"], "access token": begun["access_token"], "refresh token": begun["refresh_token"],
            "next refresh token": next_["refresh_token"], "next access token": next_["access_token"], "session token": entered["token"],
            "publishable key": self.tenant["publishable_key"], "secret key": self.tenant["secret_key"],
            "signature": next_["access_token"].split(".")[2],
        }
        for name, secret in secrets.items():
            self.assertNotIn(secret, log, name)
        for line in filter(lambda line: line.startswith("{"), log.splitlines()):
            json.loads(line)


if __name__ == "__main__":
    unittest.main()
