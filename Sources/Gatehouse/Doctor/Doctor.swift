import Database
import Domain
import Stores
import StrictJSON
import UseCases

/// Checks folders, databases, audit chains, settings and the clock of an installation, and changes nothing.
struct Doctor: Sendable {
    let folder: DataFolder
    let schema: Schema
    /// Older events are being deleted, and are not compared with their counts.
    var eventLifetime = Duration.days(3650)

    /// The accounts that a finding names; the rest is counted.
    private static let listed = 5

    func examine() async -> DoctorReport {
        var findings = checkFolder()
        findings.append(checkReserve())
        findings.append(checkSQLite())
        let control = await checkDatabase("control", folder.control, migrations: schema.control)
        findings += control.findings
        if let database = control.database {
            findings += await checkUsers(database)
            findings.append(await checkAddresses(database))
            findings += await checkAudit(database)
            findings.append(await checkClock(database))
            findings.append(await checkSettings(database))
            try? await database.close()
        }
        let events = await checkDatabase("events", folder.events, migrations: schema.events)
        findings += events.findings
        if let database = events.database { findings += await checkEvents(database) }
        try? await events.database?.close()
        return DoctorReport(findings: findings)
    }

    /// Compares the machine's clock with the time of the installation, which never goes back.
    private func checkClock(_ control: any Database) async -> Finding {
        do {
            let ahead = try await ClockFloor(control: control).read()?.since(SystemContext.system.wall()) ?? .zero
            guard ahead > .minutes(5) else {
                return Finding("clock", .good, "The machine's clock is not behind the time of the installation.")
            }
            return Finding(
                "clock",
                .warning,
                """
                The machine's clock is \(ahead.secondsRoundedUp / 60) minutes behind the time of the installation. If \
                the clock is right now, stop the server and run `gatehouse clock --reset`.
                """
            )
        } catch { return Finding("clock", .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// Compares the stored addresses with the one spelling of their host, by which users sign in.
    func checkAddresses(_ control: any Database) async -> Finding {
        let check = "control_email_hosts"
        do {
            let found = try await StoredAddresses(control: control).differing()
            let operators = try await StoredAddresses(control: control).differingOperators()
            guard !found.isEmpty || operators > 0 else {
                return Finding(check, .good, "The host of every email address is in its canonical form.")
            }
            func list(_ accounts: [StoredAddresses.Account]) -> String {
                let names = accounts.prefix(Self.listed).map { account in
                    account.other.map { "\(account.user) and \($0)" } ?? "\(account.user)"
                }
                return names.joined(separator: ", ") + (accounts.count > Self.listed ? ", …" : "")
            }
            let (double, single) = (found.filter { $0.other != nil }, found.filter { $0.other == nil })
            var sentences: [String] = []
            if !double.isEmpty {
                sentences.append(
                    """
                    Pairs of accounts with one mailbox, in two spellings of its host: \(double.count), users \
                    \(list(double)). The first of each pair cannot sign in with its email: delete one of the two, or \
                    change its email.
                    """
                )
            }
            if !single.isEmpty {
                sentences.append(
                    """
                    Accounts whose email has a host that is not in its canonical form: \(single.count), users \
                    \(list(single)). They cannot sign in with it: change the email.
                    """
                )
            }
            if operators > 0 {
                sentences.append(
                    """
                    Operators whose email has a host that is not in its canonical form: \(operators). They cannot sign \
                    in with it: add them again with another email.
                    """
                )
            }
            return Finding(check, .warning, sentences.joined(separator: " "))
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    /// Reads the settings of every tenant: sign-in of a tenant fails when its settings hold an unknown value.
    func checkSettings(_ control: any Database) async -> Finding {
        let check = "control_settings"
        do {
            let (sentences, count) = try await StoredSettingsCheck(control: control).problems()
            guard count > 0 else { return Finding(check, .good, "The settings of every tenant are readable.") }
            return Finding(
                check,
                .broken,
                """
                The settings of \(count) tenants cannot be read; a newer version wrote them, or they were edited by \
                hand. \(sentences.joined(separator: " "))
                """
            )
        } catch { return Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " ")) }
    }

    private func checkSQLite() -> Finding {
        Finding(
            "sqlite_version",
            .good,
            "SQLite \(SQLiteDatabase.libraryVersion); the lock on the data folder prevents a second process."
        )
    }
}

/// The results of all checks.
struct DoctorReport: Sendable {
    let findings: [Finding]

    var isHealthy: Bool { !findings.contains { $0.state == .broken } }

    var result: CommandResult {
        let items = findings.map { finding -> JSONValue in
            [
                "check": .string(finding.check), "state": .string(finding.state.rawValue),
                "detail": .string(finding.sentence),
            ]
        }
        let marks: [Finding.State: String] = [.good: "ok", .warning: "warning", .broken: "BROKEN"]
        let lines = findings.map { [marks[$0.state] ?? "", $0.check, $0.sentence] }.aligned
        let verdict = isHealthy ? "No errors found." : "Errors found: see above."
        return CommandResult(
            ["healthy": .bool(isHealthy), "findings": .array(items)],
            text: "\(lines)\n\n\(verdict)",
            isGood: isHealthy
        )
    }
}
