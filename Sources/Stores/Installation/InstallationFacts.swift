import Database
import Domain
import Foundation

/// Stores facts about the installation itself.
public struct InstallationFacts: Sendable {
    private static let rootKey = "root_key"
    private static let events = "events_database"
    private static let canonicalHosts = "canonical_hosts"
    private let control: any Database

    public init(control: any Database) { self.control = control }

    /// Returns the stored check; nil in a database that has not been served yet.
    public func rootKeyCheck() async throws -> Data? {
        try await control.read(.installation("root key")) { try Self.find($0) }
    }

    /// - Returns: the check that was stored first.
    public func keep(rootKeyCheck check: Data) async throws -> Data? {
        if let known = try await rootKeyCheck() { return known }
        return try await control.write(.installation("root key")) { transaction in
            if let known = try Self.find(transaction) { return known }
            try transaction.execute("INSERT INTO installation_facts (name, value) VALUES (\(Self.rootKey), \(check))")
            return check
        }
    }

    /// Whether this installation has had an events database: if so, a missing one is an error rather than a new
    /// installation.
    public func hasEvents() async throws -> Bool {
        try await control.read(.installation("events database")) { transaction in
            try transaction.value("SELECT 1 AS kept FROM installation_facts WHERE name = \(Self.events)", as: Int.self)
                != nil
        }
    }

    public func keepHasEvents() async throws {
        if try await hasEvents() { return }
        _ = try await control.write(.installation("events database")) { transaction in
            try transaction.execute(
                "INSERT INTO installation_facts (name, value) VALUES (\(Self.events), \(Data([1]))) ON CONFLICT (name) DO NOTHING"
            )
        }
    }

    /// Whether the hosts of the addresses that were stored as typed have been made canonical.
    func hasCanonicalHosts() async throws -> Bool {
        try await control.read(.installation("email hosts")) { transaction in
            try transaction.value(
                "SELECT 1 AS kept FROM installation_facts WHERE name = \(Self.canonicalHosts)",
                as: Int.self
            ) != nil
        }
    }

    func keepHasCanonicalHosts() async throws {
        _ = try await control.write(.installation("email hosts")) { transaction in
            try transaction.execute(
                """
                INSERT INTO installation_facts (name, value) VALUES (\(Self.canonicalHosts), \(Data([1])))
                ON CONFLICT (name) DO NOTHING
                """
            )
        }
    }

    /// Whether a restore has begun and not ended. Facts are never deleted, so each restore leaves two.
    public func isRestoring() async throws -> Bool {
        try await control.read(.installation("restore")) { transaction in
            try transaction.value(
                """
                SELECT 1 AS found FROM installation_facts b WHERE b.name LIKE 'restore_begun_%' AND NOT EXISTS (
                    SELECT 1 FROM installation_facts e WHERE e.name = replace(b.name, 'restore_begun_', 'restore_ended_')) LIMIT 1
                """,
                as: Int.self
            ) != nil
        }
    }

    /// Keeps servers from starting, until the restore ends.
    public func keepRestoring(since time: Timestamp) async throws {
        let name = "restore_begun_\(time.milliseconds)"
        _ = try await control.write(.installation("restore")) { transaction in
            try transaction.execute(
                "INSERT INTO installation_facts (name, value) VALUES (\(name), \(Data([1]))) ON CONFLICT (name) DO NOTHING"
            )
        }
    }

    /// A restore that ends has done the work of all that began before.
    static func endRestoring(in transaction: any WriteTransaction) throws {
        try transaction.execute(
            """
            INSERT INTO installation_facts (name, value)
            SELECT replace(name, 'restore_begun_', 'restore_ended_'), value FROM installation_facts WHERE name LIKE 'restore_begun_%'
            ON CONFLICT (name) DO NOTHING
            """
        )
    }

    private static func find(_ transaction: any ReadTransaction) throws -> Data? {
        try transaction.value("SELECT value FROM installation_facts WHERE name = \(rootKey)")
    }
}
