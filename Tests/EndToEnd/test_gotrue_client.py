"""The unmodified Python client of Supabase Auth, from PyPI, against the running program."""

import asyncio
import base64
import contextlib
import email
import email.policy
import json
import pathlib
import re
import tempfile
import time
import unittest
import urllib.parse
import urllib.request
import uuid

from supabase_auth import AsyncGoTrueClient, SyncGoTrueClient
from supabase_auth.errors import AuthApiError, AuthWeakPasswordError

from harness import HANGS_AFTER, PASSWORD, Gatehouse

NEW_PASSWORD = "another horse battery"


class GoTrueClient(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.gatehouse = cls.enterClassContext(Gatehouse())
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        settings = {
            "dialect": "gotrue", "methods": ["password", "anonymous"],
            "default_attributes": [{"name": "trial_ends_at", "after_seconds": 604800}],
        }
        answer = cls.gatehouse.manage(cls.tenant, "PATCH", "/settings", settings)
        assert answer.status == 200, answer

    def arguments(self, kind="publishable_key", address="203.0.113.1"):
        key = self.tenant[kind]
        return {
            "url": f"http://{self.gatehouse.address}/auth/v1", "auto_refresh_token": False, "persist_session": True,
            "headers": {"apikey": key, "Authorization": f"Bearer {key}", "X-Forwarded-For": address},
        }

    def app(self, **options):
        return SyncGoTrueClient(**self.arguments(**options))

    def signed_up(self, email=None, **options):
        app = self.app(**options)
        answer = app.sign_up({"email": email or f"{uuid.uuid4()}@example.com", "password": PASSWORD, "options": {"data": {"plan": "x"}}})
        return app, answer

    def refused(self, code, call, *arguments):
        with self.assertRaises(AuthApiError) as caught:
            call(*arguments)
        self.assertEqual(caught.exception.code, code)
        return caught.exception

    def test_someone_signs_up_and_is_known(self):
        app, answer = self.signed_up("ada@example.com")

        self.assertEqual(answer.user.email, "ada@example.com")
        self.assertEqual(answer.session.token_type, "bearer")
        self.assertEqual(answer.user.user_metadata, {"plan": "x"})
        self.assertIn("trial_ends_at", answer.user.app_metadata)
        self.assertEqual(app.get_user().user.id, answer.user.id)
        claims = json.loads(base64.urlsafe_b64decode(answer.session.access_token.split(".")[1] + "=="))
        self.assertEqual((claims["sub"], claims["aud"], claims["role"]), (answer.user.id, "authenticated", "authenticated"))
        self.assertEqual(app.get_claims()["claims"]["sub"], answer.user.id)

    def test_signing_in_and_failing_to(self):
        _, made = self.signed_up("eve@example.com")
        app = self.app()

        self.refused("invalid_credentials", app.sign_in_with_password, {"email": "eve@example.com", "password": "wrong horse battery"})
        self.refused("invalid_credentials", app.sign_in_with_password, {"email": "nobody@example.com", "password": PASSWORD})
        self.refused("user_already_exists", app.sign_up, {"email": "eve@example.com", "password": PASSWORD})
        with self.assertRaises(AuthWeakPasswordError) as caught:
            app.sign_up({"email": "new@example.com", "password": "short"})
        self.assertEqual(caught.exception.reasons, ["length"])
        answer = app.sign_in_with_password({"email": "eve@example.com", "password": PASSWORD})

        self.assertEqual(answer.user.id, made.user.id)

    def test_an_account_is_changed(self):
        app, answer = self.signed_up()

        updated = app.update_user({"data": {"full_name": "Ada Lovelace", "plan": None}})
        self.assertEqual(updated.user.user_metadata, {"full_name": "Ada Lovelace"})
        app.update_user({"password": NEW_PASSWORD})
        self.refused("same_password", app.update_user, {"password": NEW_PASSWORD})

        email = answer.user.email
        self.refused("invalid_credentials", self.app().sign_in_with_password, {"email": email, "password": PASSWORD})
        self.app().sign_in_with_password({"email": email, "password": NEW_PASSWORD})

    def test_a_session_is_refreshed(self):
        app, answer = self.signed_up()

        second = app.refresh_session()
        third = app.refresh_session()
        # For a minute the parent of the parent is accepted too, and no older one.
        fourth = app.refresh_session()

        self.assertEqual(len({each.session.refresh_token for each in [answer, second, third, fourth]}), 4)
        self.assertEqual(app.get_user().user.id, answer.user.id)
        self.refused("refresh_token_already_used", app.refresh_session, answer.session.refresh_token)
        self.refused("session_not_found", self.app().refresh_session, fourth.session.refresh_token)

    def test_each_scope_of_signing_out(self):
        app, answer = self.signed_up()
        devices = [self.app() for _ in range(3)]
        for device in devices:
            device.sign_in_with_password({"email": answer.user.email, "password": PASSWORD})
        tokens = [device.get_session().access_token for device in devices]

        devices[0].sign_out({"scope": "local"})
        self.assertIsNone(devices[0].get_session())
        self.refused("session_not_found", app.get_user, tokens[0])
        self.assertEqual(app.get_user(tokens[1]).user.id, answer.user.id)
        app.sign_out({"scope": "others"})
        self.refused("session_not_found", app.get_user, tokens[1])
        token = app.get_session().access_token
        self.assertEqual(app.get_user().user.id, answer.user.id)
        app.sign_out()
        self.refused("session_not_found", self.app().get_user, token)

    def test_someone_stays_anonymous_until_they_give_an_address(self):
        app = self.app()

        answer = app.sign_in_anonymously({"options": {"data": {"theme": "dark"}}})
        self.assertTrue(answer.user.is_anonymous)
        email = f"{uuid.uuid4()}@example.com"
        kept = app.update_user({"email": email, "password": PASSWORD})

        self.assertFalse(kept.user.is_anonymous)
        self.assertEqual(self.app().sign_in_with_password({"email": email, "password": PASSWORD}).user.id, answer.user.id)

    def test_a_back_end_manages_users(self):
        admin = self.app(kind="secret_key").admin
        email = f"{uuid.uuid4()}@example.com"

        made = admin.create_user({
            "email": email, "password": PASSWORD, "email_confirm": True, "user_metadata": {"a": 1}, "app_metadata": {"plan": "gold"}})
        self.assertIsNotNone(made.user.email_confirmed_at)
        self.assertEqual(made.user.app_metadata["plan"], "gold")
        self.assertEqual(admin.get_user_by_id(made.user.id.upper()).user.email, email)
        self.assertIn(made.user.id, [user.id for user in admin.list_users()])
        self.assertEqual(len(admin.list_users(page=1, per_page=1)), 1)
        changed = admin.update_user_by_id(made.user.id, {"user_metadata": {"b": 2}, "ban_duration": "24h"})
        self.assertEqual(changed.user.user_metadata, {"a": 1, "b": 2})
        self.refused("user_banned", self.app().sign_in_with_password, {"email": email, "password": PASSWORD})
        admin.update_user_by_id(made.user.id, {"ban_duration": "none"})
        self.app().sign_in_with_password({"email": email, "password": PASSWORD})
        self.refused("email_exists", admin.create_user, {"email": email})
        self.assertEqual(admin.invite_user_by_email(f"{uuid.uuid4()}@example.com").user.user_metadata, {})
        admin.delete_user(made.user.id)
        self.refused("user_not_found", admin.get_user_by_id, made.user.id)

    def test_an_app_is_no_back_end(self):
        app, answer = self.signed_up()

        self.refused("not_admin", app.admin.list_users)
        self.refused("not_admin", app.admin.delete_user, answer.user.id)

    def test_the_asynchronous_client(self):
        async def story():
            app = AsyncGoTrueClient(**self.arguments(address="203.0.113.2"))
            email = f"{uuid.uuid4()}@example.com"
            made = await app.sign_up({"email": email, "password": PASSWORD})
            refreshed = await asyncio.gather(*(app.refresh_session(made.session.refresh_token) for _ in range(8)))
            self.assertEqual(len({answer.session.refresh_token for answer in refreshed}), 1)
            self.assertEqual((await app.get_user()).user.email, email)
            await app.sign_out()
            self.assertIsNone(await app.get_session())

        asyncio.run(story())


class Postbox:
    """A program that takes messages as sendmail does, and keeps each in a file."""

    def __init__(self):
        self._folder = tempfile.TemporaryDirectory(prefix="gatehouse-mail-")
        self.folder = pathlib.Path(self._folder.name)
        script = self.folder / "sendmail"
        script.write_text(f'#!/bin/sh\nfile=$(mktemp {self.folder}/XXXXXXXX.part)\ncat > "$file"\nmv "$file" "${{file%.part}}.eml"\n')
        script.chmod(0o755)
        self.settings = {
            "GATEHOUSE_SENDMAIL": f"{script} -t -i", "GATEHOUSE_MAIL_FROM": "Gatehouse <no-reply@gatehouse.example>"}

    def close(self):
        self._folder.cleanup()

    def message(self, to, within=HANGS_AFTER):
        """The next message to an address."""
        ends = time.monotonic() + within
        while time.monotonic() < ends:
            for file in sorted(self.folder.glob("*.eml")):
                message = email.message_from_bytes(file.read_bytes(), policy=email.policy.default)
                if to in message["To"]:
                    file.unlink()
                    return message
            time.sleep(0.05)
        raise AssertionError(f"no message to {to}")

    @staticmethod
    def token(message):
        return re.search(r"gh_l_[A-Za-z0-9_-]+", message.get_content()).group()

    @staticmethod
    def code(message):
        return re.search(r"\b[0-9]{8}\b", message.get_content()).group()


class GoTrueMessages(unittest.TestCase):
    """The same client, with messages: the server writes them, the test reads them as a person would."""

    @classmethod
    def setUpClass(cls):
        cls.postbox = Postbox()
        cls.addClassCleanup(cls.postbox.close)
        cls.gatehouse = cls.enterClassContext(Gatehouse(**cls.postbox.settings))
        cls.gatehouse.start()
        cls.tenant = cls.gatehouse.new_tenant("coachme")
        settings = {"redirect_urls": ["coachme://auth", "https://app.example.com/*"]}
        answer = cls.gatehouse.manage(cls.tenant, "PATCH", "/settings", settings)
        assert answer.status == 200, answer

    def app(self, kind="publishable_key", **options):
        key = self.tenant[kind]
        return SyncGoTrueClient(
            url=f"http://{self.gatehouse.address}/auth/v1", auto_refresh_token=False, persist_session=True,
            headers={"apikey": key, "Authorization": f"Bearer {key}", "X-Forwarded-For": f"198.51.100.{uuid.uuid4().int % 250}"}, **options)

    def someone(self):
        address = f"{uuid.uuid4()}@example.com"
        app = self.app()
        return address, app, app.sign_up({"email": address, "password": PASSWORD})

    def press(self, token):
        """Opens the page of a link and presses its button. Gives where it leads."""
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(), NoRedirects())
        page = opener.open(f"http://{self.gatehouse.address}/links/{token}").read().decode()
        form = urllib.parse.urlencode({"csrf": re.search(r'name="csrf" value="([^"]+)"', page).group(1)}).encode()
        with contextlib.closing(opener.open(f"http://{self.gatehouse.address}/links/{token}", form)) as answer:
            return answer.headers["Location"]

    def test_a_forgotten_password_is_replaced(self):
        address, old, _ = self.someone()
        app = self.app()

        app.reset_password_for_email(address)
        message = self.postbox.message(address)
        answer = app.verify_otp({"token_hash": self.postbox.token(message), "type": "recovery"})
        app.update_user({"password": NEW_PASSWORD})

        self.assertEqual(answer.user.email, address)
        self.assertIn("no-reply@gatehouse.example", message["From"])
        with self.assertRaises(AuthApiError) as caught:
            old.get_user()
        self.assertEqual(caught.exception.code, "session_not_found")
        self.app().sign_in_with_password({"email": address, "password": NEW_PASSWORD})
        with self.assertRaises(AuthApiError) as caught:
            self.app().verify_otp({"token_hash": self.postbox.token(message), "type": "recovery"})
        self.assertEqual(caught.exception.code, "otp_expired")

    def test_someone_signs_in_by_digits(self):
        address, _, made = self.someone()
        app = self.app()

        app.sign_in_with_otp({"email": address})
        answer = app.verify_otp({"email": address, "token": self.postbox.code(self.postbox.message(address)), "type": "email"})

        self.assertEqual(answer.user.id, made.user.id)
        self.assertEqual(app.get_user().user.email, address)

    def test_a_link_leads_back_to_the_app_with_a_code(self):
        address, _, made = self.someone()
        app = self.app(flow_type="pkce")

        app.sign_in_with_otp({"email": address, "options": {"email_redirect_to": "coachme://auth"}})
        location = self.press(self.postbox.token(self.postbox.message(address)))
        self.assertTrue(location.startswith("coachme://auth?code="), location)
        answer = app.exchange_code_for_session({"auth_code": location.split("code=")[1]})

        self.assertEqual(answer.user.id, made.user.id)
        self.assertEqual(app.get_user().user.id, made.user.id)

    def test_a_link_leads_back_to_the_app_with_a_session(self):
        address, _, made = self.someone()

        self.app().sign_in_with_otp({"email": address, "options": {"email_redirect_to": "https://app.example.com/in"}})
        location = self.press(self.postbox.token(self.postbox.message(address)))
        values = urllib.parse.parse_qs(location.split("#")[1])
        app = self.app()
        app.set_session(values["access_token"][0], values["refresh_token"][0])

        self.assertEqual(app.get_user().user.id, made.user.id)

    def test_a_foreign_redirect_is_ignored(self):
        address, _, _ = self.someone()

        self.app().sign_in_with_otp({"email": address, "options": {"email_redirect_to": "https://evil.example/"}})
        message = self.postbox.message(address)

        self.assertNotIn("evil", message.get_content())
        self.assertTrue(self.press(self.postbox.token(message)).startswith("coachme://auth#"))

    def test_a_person_shows_that_it_is_still_them(self):
        address, app, _ = self.someone()

        app.reauthenticate()
        nonce = self.postbox.code(self.postbox.message(address))
        app.update_user({"password": NEW_PASSWORD, "nonce": nonce})

        self.app().sign_in_with_password({"email": address, "password": NEW_PASSWORD})

    def test_a_back_end_makes_links_itself(self):
        address, _, made = self.someone()

        link = self.app(kind="secret_key").admin.generate_link({"type": "recovery", "email": address})
        answer = self.app().verify_otp({"token_hash": link.properties.hashed_token, "type": "recovery"})

        self.assertEqual((link.user.id, answer.user.id), (made.user.id, made.user.id))
        self.assertIn("/auth/v1/verify?token=", link.properties.action_link)


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Hands an answer that leads elsewhere back as it is."""

    def http_error_303(self, request, answer, code, message, headers):
        return answer


if __name__ == "__main__":
    unittest.main()
