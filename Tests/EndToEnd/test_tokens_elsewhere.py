"""A backend in another language: PyJWT, from PyPI, checks our tokens with our published keys."""

import unittest

import jwt

from harness import PASSWORD, Gatehouse


class TokensElsewhere(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()
        cls.tenant, cls.other = cls.gatehouse.new_tenant("coachme"), cls.gatehouse.new_tenant("stories")

    def signed_up(self, tenant, email="ada@example.com"):
        answer = self.gatehouse.call(
            "POST", "/auth/v1/signup", {"email": email, "password": PASSWORD}, {"apikey": tenant["publishable_key"]})
        self.assertEqual(answer.status, 200, answer)
        return answer.json()

    def description(self, tenant):
        return self.gatehouse.call("GET", f"/t/{tenant['slug']}/.well-known/openid-configuration").json()

    def keys(self, tenant):
        """As a backend finds them: by the issuer's own description."""
        return jwt.PyJWKClient(self.description(tenant)["jwks_uri"])

    def check(self, token, tenant, **expected):
        issuer = self.description(tenant)["issuer"]
        return jwt.decode(
            token, self.keys(tenant).get_signing_key_from_jwt(token).key, algorithms=["ES256"], audience="authenticated",
            issuer=expected.get("issuer", issuer), options={"require": ["exp", "iat", "iss", "sub", "aud"]})

    def test_a_token_is_good_and_says_whose_it_is(self):
        session = self.signed_up(self.tenant)

        claims = self.check(session["access_token"], self.tenant)

        self.assertEqual(claims["sub"], session["user"]["id"])
        self.assertEqual((claims["role"], claims["user_role"], claims["email"]), ("authenticated", "customer", "ada@example.com"))
        self.assertEqual(claims["exp"] - claims["iat"], session["expires_in"])
        self.assertIn("session_id", claims)

    def test_the_next_token_of_a_session_is_good_too(self):
        session = self.signed_up(self.tenant, "eve@example.com")
        answer = self.gatehouse.call(
            "POST", "/auth/v1/token?grant_type=refresh_token", {"refresh_token": session["refresh_token"]},
            {"apikey": self.tenant["publishable_key"]})

        claims = self.check(answer.json()["access_token"], self.tenant)

        self.assertEqual(claims["sub"], session["user"]["id"])

    def test_what_was_changed_is_refused(self):
        token = self.signed_up(self.tenant, "bob@example.com")["access_token"]
        header, payload, signature = token.split(".")
        flipped = signature[:-2] + ("A" if signature[-2] != "A" else "B") + signature[-1]

        with self.assertRaises(jwt.InvalidSignatureError):
            self.check(f"{header}.{payload}.{flipped}", self.tenant)
        with self.assertRaises(jwt.InvalidIssuerError):
            self.check(token, self.tenant, issuer=self.description(self.other)["issuer"])

    def test_another_tenants_keys_know_nothing_of_it(self):
        token = self.signed_up(self.tenant, "vic@example.com")["access_token"]

        self.signed_up(self.other)
        with self.assertRaises(jwt.PyJWKClientError):
            self.check(token, self.other)


if __name__ == "__main__":
    unittest.main()
