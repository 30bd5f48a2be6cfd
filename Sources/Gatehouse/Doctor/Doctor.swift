import Database
import Domain
import Foundation
import Stores
import UseCases

/// Looks at everything that an installation stands on, and changes nothing.
struct Doctor: Sendable {
    let folder: DataFolder
    let schema: Schema
    /// Older events and their counts are on their way out, so they need not match.
    var eventLifetime = Duration.days(3650)

    func examine() async -> DoctorReport {
        var findings = lookAtFolder()
        findings.append(lookAtSQLite())
        let control = await lookAtDatabase("control", folder.control, migrations: schema.control, options: .init())
        findings += control.findings
        if let database = control.database {
            findings += await lookAtPeople(database)
            findings += await lookAtAudit(database)
            try? await database.close()
        }
        let events = await lookAtDatabase("events", folder.events, migrations: schema.events, options: .events)
        findings += events.findings
        if let database = events.database { findings += await lookAtEvents(database) }
        try? await events.database?.close()
        return DoctorReport(findings: findings)
    }

    private func lookAtSQLite() -> Finding {
        Finding("sqlite_version", .good, "SQLite \(SQLiteDatabase.libraryVersion); the lock on the data folder keeps a second process out.")
    }
}
