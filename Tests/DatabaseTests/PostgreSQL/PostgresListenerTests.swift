#if PostgreSQL
import Fixtures
import Foundation
import Testing

@testable import Database

/// What one node hears of another one.
@Suite(.needsPostgres, .timeLimit(.minutes(10))) struct PostgresListenerTests {
    private let folder: TemporaryFolder
    private let change = Change("colours", of: UUID())

    init() throws { folder = try TemporaryFolder() }

    private func node(_ url: String? = nil) async throws -> PostgresDatabase {
        _ = try await Engine.postgres.make(in: folder)
        return PostgresDatabase(PostgresOptions(patientAt: try url ?? folder.postgres(), schema: "contract"))
    }

    /// One that is heard to listen.
    private func listener(_ url: String? = nil) async throws -> (PostgresDatabase, SignalList) {
        let node = try await node(url)
        let heard = SignalList(node.changes)
        node.listen()
        await heard.wait(for: .gap)
        return (node, heard)
    }

    @Test func `a change announced by one node reaches another node that listens`() async throws {
        let (node, heard) = try await listener()
        let other = try await self.node()

        try await other.write(.test) { try $0.announce(change) }
        await heard.wait(for: .change(change))

        #expect(node.changes.isLive)
        #expect(heard.all == [.gap, .change(change)])
        #expect(!other.changes.isLive)
        try await node.close()
    }

    @Test func `a lost connection is reported as a gap, and again when it is back`() async throws {
        let (node, heard) = try await listener()
        let other = try await self.node()

        try await other.read(.test) { transaction in
            _ = try transaction.rows(
                """
                SELECT pg_terminate_backend(pid, 5000) AS ended FROM pg_stat_activity
                WHERE datname = current_database() AND query LIKE 'LISTEN%'
                """
            )
        }
        await heard.wait(for: .gap)
        await heard.wait(for: .gap)
        try await other.write(.test) { try $0.announce(change) }
        await heard.wait(for: .change(change))

        #expect(heard.all == [.gap, .gap, .gap, .change(change)])
        try await node.close()
    }

    @Test func `the changes of another schema are not this one's`() async throws {
        let (node, heard) = try await listener()
        let other = PostgresDatabase(PostgresOptions(patientAt: try folder.postgres(), schema: "other"))

        try await other.read(.test) {
            _ = try $0.rows("SELECT pg_notify('gatehouse_other', \(change.description))::text AS notified")
        }
        try await other.read(.test) {
            _ = try $0.rows("SELECT pg_notify('gatehouse_contract', 'no change of ours')::text AS notified")
        }
        let last = Change("last", of: UUID())
        try await node.write(.test) { try $0.announce(last) }
        await heard.wait(for: .change(last))
        await heard.wait(for: .change(last))

        // On the node itself, and by the server once more.
        #expect(heard.all == [.gap, .change(last), .change(last)])
        try await node.close()
        try await other.close()
    }

    @Test func `closing ends the listener`() async throws {
        let (node, heard) = try await listener()

        try await node.close()
        await heard.wait(for: .gap)

        #expect(!node.changes.isLive)
    }
}
#endif
