import Database
import Domain
import Foundation

/// The schema files of both databases.
struct Schema: Sendable {
    let control: URL
    let events: URL

    init(assets: URL, engine: DatabaseEngine) {
        let folder = assets.appending(path: engine == .sqlite ? "migrations/sqlite" : "migrations/postgres")
        control = folder.appending(path: "control")
        events = folder.appending(path: "events")
    }

    /// - Returns: the steps taken now, as `control/0001_create_tenants.sql`.
    func migrate(control: any MigratableDatabase, events: any MigratableDatabase, at moment: Timestamp) async throws -> [String] {
        let inControl = try await control.migrate(from: self.control, at: moment.milliseconds)
        let inEvents = try await events.migrate(from: self.events, at: moment.milliseconds)
        return inControl.map { "control/\($0)" } + inEvents.map { "events/\($0)" }
    }
}
