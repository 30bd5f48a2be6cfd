import Foundation

/// The throw-away PostgreSQL server of a test run, named by `GATEHOUSE_TEST_POSTGRES_URL`: the address of a role that
/// may make databases and owns what it makes, and is a member of `gatehouse_app`.
public enum PostgresServer {
    public static let url = ProcessInfo.processInfo.environment["GATEHOUSE_TEST_POSTGRES_URL"]
    /// Whether the condition on the tenant is taken out of every statement, to see what row-level security does alone.
    public static let ignoresTenantConditions =
        ProcessInfo.processInfo.environment["GATEHOUSE_TEST_ONLY_POLICIES"] == "yes"
}

#if PostgreSQL
@testable import Database

/// A database of its own for one test, gone with this value.
public final class PostgresFolder: Sendable {
    public let url: String
    private let name: String
    private let server: String

    /// - Parameter template: a database to copy; it must have no connections.
    public init(template: PostgresFolder? = nil) throws {
        guard let server = PostgresServer.url, var address = URLComponents(string: server) else {
            throw DatabaseError(.unavailable, "GATEHOUSE_TEST_POSTGRES_URL names no server")
        }
        self.server = server
        name = "test_\(UUID().uuidString.lowercased().replacing("-", with: ""))"
        address.path = "/\(name)"
        url = address.string ?? server
        try Self.run("CREATE DATABASE \(name) TEMPLATE \(template?.name ?? "template0") STRATEGY FILE_COPY", on: server)
    }

    /// Ends the connections that are left, so that the database can be copied: the server of one that was closed may be
    /// busy for longer than a copy waits.
    func disconnect() throws {
        try Self.run(
            "SELECT pg_terminate_backend(pid, 60000) FROM pg_stat_activity WHERE datname = '\(name)'",
            on: server
        )
    }

    deinit { try? Self.run("DROP DATABASE IF EXISTS \(name) WITH (FORCE)", on: server) }

    private static func run(_ statement: String, on server: String) throws {
        let link = try PostgresLink(PostgresOptions(patientAt: server, schema: "public"))
        defer { link.finish() }
        try link.run(batch: statement)
    }
}
#endif

#if PostgreSQL
extension PostgresDatabase {
    /// The first value of a statement that runs in a transaction which names neither a tenant nor a reason.
    public func withoutScope(_ statement: String) async throws -> String? {
        try await withConnection { connection in try await connection.run { try $0.run(batch: statement) } }
    }
}
#endif

#if PostgreSQL
extension PostgresOptions {
    /// For tests, which share a busy machine: with minutes where a service has seconds. A test of one of the limits
    /// sets that one.
    public init(patientAt url: String, schema: String) {
        self.init(url: url, schema: schema)
        let long = Duration.seconds(120)
        (patience, connectLimit, statementLimit, lockLimit, silenceLimit, idleLimit) = (
            long, long, long, long, long, long
        )
        listLimit = long
    }
}
#endif
