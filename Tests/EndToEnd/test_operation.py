"""Starting, stopping, backing up and looking after an installation."""

import itertools
import json
import pathlib
import tempfile
import threading
import unittest

from harness import ENGINE, IS_RELEASE, PASSWORD, RELEASE_PROGRAM, Gatehouse, eventually, sqlite_only
from test_durability import Writer


class Starting(unittest.TestCase):
    def test_all_mistakes_of_the_configuration_are_told_at_once(self):
        with Gatehouse(
            GATEHOUSE_LISTEN="nonsense", GATEHOUSE_LOG_LEVEL="loud", GATEHOUSE_TRUSTED_PROXIES="10.0.0.0/99",
            GATEHOUSE_BASE_URL="ftp://example.com",
        ) as gatehouse:
            done = gatehouse.command("serve", check=False)
            self.assertEqual(done.returncode, 78, done)
            for name in ["GATEHOUSE_LISTEN", "GATEHOUSE_LOG_LEVEL", "GATEHOUSE_TRUSTED_PROXIES", "GATEHOUSE_BASE_URL"]:
                self.assertIn(name, done.stderr + done.stdout)

    def test_an_empty_folder_gets_a_link_and_the_link_is_void_after_use(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            self.assertIn("/setup/gh_setup_", gatehouse.log())
            self.assertEqual((gatehouse.data / "root.key").stat().st_mode & 0o777, 0o600)
            self.assertEqual(gatehouse.data.stat().st_mode & 0o077, 0)

    def test_a_second_process_is_refused_with_a_sentence(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            second = gatehouse.command("serve", check=False)
            self.assertNotEqual(second.returncode, 0)
            self.assertIn("using the data folder", second.stderr + second.stdout)

    def test_a_root_key_that_others_can_read_is_refused(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            gatehouse.terminate()
            (gatehouse.data / "root.key").chmod(0o644)
            done = gatehouse.command("serve", check=False)
            self.assertNotEqual(done.returncode, 0)
            self.assertIn("root.key", done.stderr + done.stdout)


class Watching(unittest.TestCase):
    def test_the_metrics_tell_of_queues_files_disk_and_connections(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            open_ones = [gatehouse.connect() for _ in range(3)]
            answer = gatehouse.call("GET", "/metrics")
            self.assertEqual(answer.status, 200, answer)
            found = dict(
                line.rsplit(" ", 1) for line in answer.body.decode().splitlines() if line and not line.startswith("#"))
            for name in [
                "gatehouse_ingest_queue_events", "gatehouse_password_queue_requests", "gatehouse_password_hashes_running",
                "gatehouse_connections_refused_total",
            ]:
                self.assertEqual(found[name], "0", name)
            self.assertGreaterEqual(int(found["gatehouse_connections_open"]), len(open_ones))
            if ENGINE == "sqlite":
                for database, file in itertools.product(["control", "events"], ["main", "wal"]):
                    self.assertGreater(int(found[f'gatehouse_database_file_bytes{{database="{database}",file="{file}"}}']), 0)
            self.assertGreater(int(found["gatehouse_data_free_bytes"]), 0)
            for connection in open_ones:
                connection.close()


class Files(unittest.TestCase):
    def test_a_file_has_one_name_and_no_line_of_its_own_in_the_log(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            plain = gatehouse.call("GET", "/css/console.css")
            self.assertEqual((plain.status, plain.headers["Content-Type"]), (200, "text/css"))
            for path in ["/css/console.css%00.html", "/css/%00", "/%0a"]:
                self.assertEqual(gatehouse.call("GET", path).status, 400, path)
            self.assertNotIn("Serving files", gatehouse.log())


class Stopping(unittest.TestCase):
    def test_a_stop_under_load_loses_nothing_and_ends_in_time(self):
        with Gatehouse(program=RELEASE_PROGRAM) as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            writers = [Writer(gatehouse, tenant) for _ in range(4)]
            for writer in writers:
                writer.start()
            slow = [gatehouse.connect() for _ in range(20)]
            for connection in slow:
                connection.sock.sendall(b"POST /ingest/v1/events HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n{")
            eventually(lambda: all(writer.acknowledged for writer in writers))
            code, seconds = gatehouse.terminate()
            for writer in writers:
                writer.ended.set()
                writer.join(timeout=10)
            self.assertEqual(code, 0, gatehouse.log()[-2000:])
            if IS_RELEASE:
                self.assertLess(seconds, 25)
            acknowledged = set().union(*(w.acknowledged for w in writers))
            gatehouse.start()
            self.assertEqual(acknowledged - set(gatehouse.stored_events()), set())


class Care(unittest.TestCase):
    @sqlite_only("PostgreSQL is backed up with its own tools")
    def test_a_backup_under_load_is_restored_without_its_sessions(self):
        with Gatehouse() as gatehouse, tempfile.TemporaryDirectory() as elsewhere:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            ada = gatehouse.sign_up(tenant, "ada@acme.example")
            writer = Writer(gatehouse, tenant)
            writer.start()
            eventually(lambda: writer.acknowledged)
            backup = pathlib.Path(elsewhere) / "backup"
            gatehouse.command("backup", str(backup))
            writer.ended.set()
            writer.join(timeout=10)

            with Gatehouse() as other:
                other.command("restore", str(backup))
                other.start()
                doctor = other.command("doctor", "--json", check=False)
                self.assertEqual(doctor.returncode, 0, doctor.stdout + doctor.stderr)
                self.assertIsNone(other.session(tenant, ada["token"]))
                again = other.sign_in(tenant, "ada@acme.example")
                self.assertIsNotNone(other.session(tenant, again["token"]))

    def test_doctor_finds_an_audit_that_was_changed(self):
        changes = {
            "edited": "UPDATE audit_entries SET target_id = 'someone-else' WHERE sequence = 2",
            "cut": "DELETE FROM audit_entries WHERE sequence = (SELECT max(sequence) FROM audit_entries)",
            "thinned": "DELETE FROM audit_entries WHERE sequence = 2",
        }
        for name, change in changes.items():
            with self.subTest(name), Gatehouse() as gatehouse:
                gatehouse.start()
                tenant = gatehouse.new_tenant("acme")
                for person in ["ada", "karl"]:
                    gatehouse.sign_up(tenant, f"{person}@acme.example")
                gatehouse.terminate()
                self.assertEqual(gatehouse.command("doctor", check=False).returncode, 0)
                self.tamper(gatehouse, change)
                done = gatehouse.command("doctor", "--json", check=False)
                self.assertEqual(done.returncode, 1, done.stdout + done.stderr)

    def tamper(self, gatehouse, change):
        """As someone who owns the database can."""
        if ENGINE == "postgres":
            gatehouse.sql("control", f"ALTER TABLE audit_entries DISABLE TRIGGER USER; {change}")
            return
        for statement in ["DROP TRIGGER audit_entries_stay", "DROP TRIGGER audit_entries_remain", change]:
            gatehouse.sql("control", statement)

    def test_commands_work_beside_the_running_server(self):
        with Gatehouse() as gatehouse:
            gatehouse.start()
            tenant = gatehouse.new_tenant("acme")
            listed = gatehouse.command("tenant", "list", "--json")
            self.assertIn("acme", json.dumps(listed))
            key = gatehouse.command("key", "create", "--tenant", "acme", "--kind", "secret", "--name", "CI", "--json")
            answer = gatehouse.call(
                "GET", "/api/v1/tenants/acme/users", None, {"Authorization": f"Bearer {key['key']}"})
            self.assertEqual(answer.status, 200, answer)
            gatehouse.command(
                "admin", "create", "--email", "ada@acme.example", "--tenant", "acme", "--role", "admin", "--password-stdin", "--json",
                stdin=PASSWORD)


if __name__ == "__main__":
    unittest.main(verbosity=2)
