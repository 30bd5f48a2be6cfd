"""How much each part of a benchmark does."""

import dataclasses
import os


def setting(name, value):
    return int(os.environ.get(f"GATEHOUSE_BENCH_{name}", value))


@dataclasses.dataclass
class Sizes:
    # Requests of each connection with a batch of events, and how often all is repeated.
    batches: int = setting("BATCHES", 100)
    repeats: int = 3
    # Seconds of a load.
    seconds: float = 5
    starts: int = 5
    # Sessions that are refreshed: so many that none rotates more often than one session may.
    sessions: int = 384
    # Clients that sign in with Apple, and users of each: within what a tenant may do in a minute.
    apple_clients: int = 8
    apple_users: int = 70
    password_cost: int = 17
    # Users of each kind, each with one request.
    rounds: int = setting("ROUNDS", 120)
    # Events and users of the part `pages`.
    page_events: int = setting("EVENTS", 1_000_000)
    page_users: int = setting("USERS", 100_000)
    # Events and users of the part `questions`, and how often each question is asked.
    events: int = 10_000_000
    users: int = 1_000_000
    turns: int = 20
    # Seconds between two batches that arrive meanwhile: a steady load, not as much as there can be.
    pause: float = 0.05


# To try the benchmark itself: the figures say nothing.
TINY = Sizes(
    batches=1, repeats=1, seconds=0.3, starts=1, sessions=12, apple_clients=2, apple_users=2, password_cost=10, rounds=1,
    page_events=1200, page_users=40, events=1200, users=40, turns=1, pause=0.5)
