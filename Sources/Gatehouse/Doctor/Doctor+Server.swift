#if PostgreSQL
import Database
import Domain
import Foundation

extension Doctor {
    /// Checks an installation on PostgreSQL. The PostgreSQL server itself checks pages and files.
    func examine(_ server: DatabaseServer) async -> DoctorReport {
        var findings = checkFolder()
        let control = PostgresDatabase(.inspection(of: "control", server))
        let events = PostgresDatabase(.inspection(of: "events", server))
        findings.append(await checkServer(control))
        guard findings.last?.state != .broken else { return DoctorReport(findings: findings) }
        for (name, database, migrations) in [("control", control, schema.control), ("events", events, schema.events)] {
            findings.append(await checkRights(name, database))
            guard findings.last?.state != .broken else { return DoctorReport(findings: findings) }
            findings.append(await checkSchema(name, database, migrations))
            guard findings.last?.state == .good else { return DoctorReport(findings: findings) }
            findings.append(await checkPolicies(name, database))
            findings.append(await checkObjects(name, database, migrations))
        }
        findings += await checkDatabase(control)
        findings += await checkUsers(control)
        findings.append(await checkAddresses(control))
        findings += await checkAudit(control)
        findings.append(await checkSettings(control))
        findings += await checkEvents(events)
        try? await control.close()
        try? await events.close()
        return DoctorReport(findings: findings)
    }

    private func checkServer(_ database: PostgresDatabase) async -> Finding {
        let check = "postgresql"
        do {
            let (version, durability) = try await database.read(.installation("doctor")) { transaction in
                (
                    try transaction.value("SELECT current_setting('server_version') AS version", as: String.self) ?? "",
                    try transaction.row(
                        """
                        SELECT current_setting('fsync') AS fsync, current_setting('synchronous_commit') AS synchronous,
                            current_setting('full_page_writes') AS pages
                        """
                    )
                )
            }
            let (fsync, synchronous): (String, String) = (
                try durability?.get("fsync") ?? "", try durability?.get("synchronous") ?? ""
            )
            let pages: String = try durability?.get("pages") ?? ""
            guard fsync == "on", pages == "on", synchronous != "off" else {
                return Finding(
                    check,
                    .warning,
                    """
                    PostgreSQL \(version) does not wait for the disk (fsync=\(fsync), full_page_writes=\(pages), \
                    synchronous_commit=\(synchronous)): acknowledged writes can be lost.
                    """
                )
            }
            return Finding(
                check,
                .good,
                "PostgreSQL \(version); a commit waits for the disk (synchronous_commit=\(synchronous))."
            )
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func checkRights(_ name: String, _ database: PostgresDatabase) async -> Finding {
        let check = "\(name)_rights"
        do {
            try await database.checkRights()
            return Finding(check, .good, "The service runs with the rights of gatehouse_app, which owns no objects.")
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func checkObjects(_ name: String, _ database: PostgresDatabase, _ migrations: URL) async -> Finding {
        let check = "\(name)_objects"
        do {
            return finding(
                check,
                differing: try await database.objects().differing(from: try Schema.postgresObjects(of: migrations))
            )
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// Checks the login's rights and event triggers, which affect both schemas.
    private func checkDatabase(_ control: PostgresDatabase) async -> [Finding] {
        var findings: [Finding] = []
        do {
            if try await control.loginMayChangeSchema() {
                findings.append(
                    Finding(
                        "postgresql_login",
                        .warning,
                        """
                        The login of the nodes can change the schema. Use a login that is a member of \
                        gatehouse_app only.
                        """
                    )
                )
            }
            let triggers = try await control.eventTriggers()
            if !triggers.isEmpty {
                findings.append(
                    Finding(
                        "postgresql_event_triggers",
                        .warning,
                        """
                        The database has event triggers that Gatehouse did not create: \
                        \(triggers.joined(separator: ", ")).
                        """
                    )
                )
            }
        } catch {
            findings.append(
                Finding("postgresql_login", .broken, CommandFailure(error).sentences.joined(separator: " "))
            )
        }
        return findings
    }

    private func checkPolicies(_ name: String, _ database: PostgresDatabase) async -> Finding {
        let check = "\(name)_policies"
        do {
            let open = try await database.tablesWithoutPolicies()
            guard open.isEmpty else {
                return Finding(
                    check,
                    .broken,
                    "Row-level security is not forced on \(open.joined(separator: ", ")). Restore the schema."
                )
            }
            return Finding(check, .good, "Row-level security is forced on every table.")
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }
}
#endif
