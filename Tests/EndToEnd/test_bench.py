"""The benchmarks still run against the program, its schema and its API, and what they compare is equal.

Each part runs once in the smallest size; its figures say nothing.
"""

import contextlib
import itertools
import pathlib
import re
import sys
import tempfile
import unittest
import unittest.mock

from cluster import Cluster
from harness import ENGINE, ROOT, Gatehouse
from postgres import Server, needs_postgres
from timing import ADDRESSED_ROUTES, carried_mail

sys.path.append(str(ROOT / "Benchmarks"))

from bench import Setup, measure  # noqa: E402
from report import Report  # noqa: E402
from sizes import TINY  # noqa: E402


class Installation(Gatehouse):
    """One for several parts, each of which makes a tenant of the same name."""

    numbers = itertools.count(1)

    def new_tenant(self, slug):
        return super().new_tenant(f"{slug}-{next(self.numbers)}")


class SharedSetup(Setup):
    """Starts nothing: its installation has what the parts need."""

    installation = None

    @contextlib.contextmanager
    def running(self, **settings):
        yield [self.installation]


class SharedEvents(Setup):
    """Fills an installation once."""

    def __init__(self, stack, **settings):
        super().__init__(**settings)
        self.stack, self.run = stack, None

    @contextlib.contextmanager
    def filled(self, table, count, users, beside=True):
        self.run = self.run or self.stack.enter_context(super().filled(table, count, users))
        yield self.run


class SharedServer(Setup):
    """Starts nodes on the PostgreSQL server of the other tests."""

    @contextlib.contextmanager
    def running(self, **settings):
        with Cluster(self.nodes, server=Server.shared(), **settings) as cluster:
            yield cluster.nodes


@unittest.skipIf(ENGINE != "sqlite", "the benchmarks start servers of their own")
class BenchTests(unittest.TestCase):
    def measured(self, parts, setup):
        """The rows of each part. An answer that is wrong ends the test."""
        report = Report(quiet=True)
        measure(parts, setup, report)
        self.assertEqual(report.problems, [])
        for part in parts:
            self.assertTrue(report.parts[part], part)
        return report

    def test_parts_that_need_a_running_program(self):
        with tempfile.TemporaryDirectory() as folder, Installation(
                GATEHOUSE_LOG_LEVEL="error", **carried_mail(pathlib.Path(folder))) as installation:
            installation.start()
            setup = SharedSetup(sizes=TINY)
            setup.installation = installation
            report = self.measured(["start", "ingest", "sessions", "refresh", "passwords", "timing"], setup)
        names = [row[0] for row in report.parts["ingest"]]
        self.assertIn("the same rows by SQLite alone", names)
        self.assertEqual(len(report.parts["timing"]), 4 * len(ADDRESSED_ROUTES))

    def test_sign_in_with_apple(self):
        self.measured(["apple"], Setup(sizes=TINY))

    def test_pages_and_questions(self):
        # Rows are written in several pieces.
        with contextlib.ExitStack() as stack, unittest.mock.patch("generated.CHUNK", 500):
            report = self.measured(["pages", "questions"], SharedEvents(stack, sizes=TINY))
        with contextlib.suppress(ImportError):
            import duckdb  # noqa: F401
            compared = [row for row in report.parts["questions"] if row[0].startswith(("facet ", "one ")) and not row[0].endswith("during ingest")]
            self.assertEqual([row for row in compared if "DuckDB" not in row[2]], [])

    @needs_postgres
    def test_ingest_on_postgres(self):
        self.measured(["ingest"], SharedServer("postgres", sizes=TINY))


class ReportTests(unittest.TestCase):
    def written(self, text, **parts):
        """A file with this text, after a report was put into it."""
        report = Report(quiet=True)
        for part, name in parts.items():
            report.begin(part)
            report(name, "1 ms", "a | b", beside="2 ms", reach="3 ms")
        with tempfile.TemporaryDirectory() as folder:
            file = pathlib.Path(folder) / "figures.md"
            if text:
                file.write_text(text)
            report.write(file, "sqlite")
            return file.read_text()

    def test_writes_a_table_for_each_part(self):
        text = self.written("# Figures\n", start="ready", pages="page")
        self.assertTrue(text.startswith("# Figures\n"))
        self.assertIn("| ready | 1 ms | 2 ms | 3 ms | a \\| b |", text)
        self.assertEqual(re.findall(r"^### (.*)$", text, re.M), ["start on sqlite", "pages on sqlite"])

    def test_replaces_only_the_tables_of_measured_parts(self):
        first = self.written("", start="ready", pages="page")
        second = self.written(first, pages="another page")
        self.assertIn("| ready |", second)
        self.assertNotIn("| page |", second)
        self.assertEqual(second.count("### pages on sqlite"), 1)


if __name__ == "__main__":
    unittest.main()
