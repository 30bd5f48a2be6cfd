import Database
import Domain
import Foundation

/// The schema files of both databases.
struct Schema: Sendable {
    let control: URL
    let events: URL

    init(assets: URL) {
        control = assets.appending(path: "migrations/sqlite/control")
        events = assets.appending(path: "migrations/sqlite/events")
    }

    /// - Returns: the steps taken now, as `control/0001_create_tenants.sql`.
    func migrate(control: SQLiteDatabase, events: SQLiteDatabase, at moment: Timestamp) async throws -> [String] {
        let inControl = try await control.migrate(from: self.control, at: moment.milliseconds)
        let inEvents = try await events.migrate(from: self.events, at: moment.milliseconds)
        return inControl.map { "control/\($0)" } + inEvents.map { "events/\($0)" }
    }
}
