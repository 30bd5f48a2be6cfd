"""A revoked session is refused by every request that begins after the answer, over real sockets."""

import itertools
import random
import threading
import time
import unittest

from harness import Gatehouse, eventually

SESSIONS = 100
CHECKERS = 8


class Checker(threading.Thread):
    """Asks for sessions over one connection; records when each request began and ended, and its response."""

    def __init__(self, gatehouse, tenant, tokens, ended):
        super().__init__(daemon=True)
        self.gatehouse, self.tenant, self.tokens, self.ended = gatehouse, tenant, tokens, ended
        self.history, self.failure = [], None

    def run(self):
        try:
            connection = self.gatehouse.connect()
            while not self.ended.is_set():
                index = random.randrange(len(self.tokens))
                began = time.monotonic()
                session = self.gatehouse.session(self.tenant, self.tokens[index], connection)
                self.history.append((index, began, time.monotonic(), session is not None))
        except Exception as error:
            self.failure = error


class Revocation(unittest.TestCase):
    def test_no_request_after_the_answer_is_accepted(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            tokens, ids = self.sessions(gatehouse, tenant)
            ended = threading.Event()
            checkers = [Checker(gatehouse, tenant, tokens, ended) for _ in range(CHECKERS)]
            for checker in checkers:
                checker.start()
            eventually(lambda: all(checker.history or checker.failure for checker in checkers))
            revoking_at, revoked_at = {}, {}
            for index, session in enumerate(ids):
                revoking_at[index] = time.monotonic()
                answer = gatehouse.manage(tenant, "DELETE", f"/sessions/{session}")
                revoked_at[index] = time.monotonic()
                self.assertIn(answer.status, (200, 204), answer)
                self.assertIsNone(gatehouse.session(tenant, tokens[index]))
            # Each looks some more times after the last revocation.
            looks = [len(checker.history) for checker in checkers]
            eventually(lambda: all(
                checker.failure or len(checker.history) > before + 20 for checker, before in zip(checkers, looks)))
            ended.set()
            for checker in checkers:
                checker.join(timeout=10)
                self.assertIsNone(checker.failure)
            history = list(itertools.chain.from_iterable(c.history for c in checkers))
            late = [look for look in history if look[3] and look[1] > revoked_at[look[0]]]
            early = [look for look in history if not look[3] and look[2] < revoking_at[look[0]]]
            self.assertEqual(late, [], "a revoked session was accepted")
            self.assertEqual(early, [], "a live session was refused")
            self.assertGreater(len(history), SESSIONS)

    def sessions(self, gatehouse, tenant):
        tokens, ids = [], []
        for person in range(SESSIONS // 10):
            address = f"203.0.113.{person + 1}"
            email = f"person{person}@acme.example"
            tokens.append(gatehouse.sign_up(tenant, email, address)["token"])
            tokens += [gatehouse.sign_in(tenant, email, address)["token"] for _ in range(9)]
        for token in tokens:
            ids.append(gatehouse.session(tenant, token)["session"]["id"])
        return tokens, ids

    def test_disabling_a_person_and_suspending_a_tenant_work_at_once(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            ada = gatehouse.sign_up(tenant, "ada@acme.example")
            karl = gatehouse.sign_up(tenant, "karl@acme.example")
            self.assertIsNotNone(gatehouse.session(tenant, ada["token"]))

            answer = gatehouse.manage(tenant, "PUT", f"/users/{ada['user']['id']}/disablement")
            self.assertIn(answer.status, (200, 201, 204), answer)

            self.assertIsNone(gatehouse.session(tenant, ada["token"]))
            self.assertIsNotNone(gatehouse.session(tenant, karl["token"]))


if __name__ == "__main__":
    unittest.main(verbosity=2)
