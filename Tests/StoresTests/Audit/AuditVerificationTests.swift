import Database
import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

/// The chains are checked while the server runs.
@Suite struct AuditVerificationTests {
    private let installation: Installation
    private let acme: TestTenant
    private var clock: TestClock { installation.clock }
    private var store: any AuditStore { installation.stores.audit }

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        for name in ["Ada", "Bo", "Cy"] { try await acme.add(name) }
    }

    private func verification(_ store: (any AuditStore)? = nil, entriesOfTurn: Int = 50_000) -> AuditVerification {
        AuditVerification(audit: store ?? self.store, entriesOfTurn: entriesOfTurn, now: { [clock] in clock.now })
    }

    private func tamper(_ statements: SQL...) async throws {
        try await installation.tamper { transaction in
            for statement in statements { try transaction.execute(statement) }
        }
    }

    @Test func `all entries are read, and what is appended later is followed`() async throws {
        let verification = verification()
        let start = clock.now

        #expect(verification.state(of: acme.tenant.id) == nil)
        #expect(try await verification.turn() == [])
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 4, read: start, followed: start))
        clock.advance(by: .minutes(1))
        try await acme.add("Di")
        #expect(try await verification.turn() == [])
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 5, read: start, followed: clock.now))
        clock.advance(by: .days(1))
        _ = try await verification.turn()
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 5, read: clock.now, followed: clock.now))
        #expect(verification.brokenChains == 0)
    }

    @Test func `an entry that is changed is found within a day, also when it was intact before`() async throws {
        let verification = verification()
        _ = try await verification.turn()
        try await tamper(
            "UPDATE audit_entries SET target_id = 'x' WHERE tenant_id = \(acme.tenant.id.uuid) AND sequence = 2"
        )

        clock.advance(by: .hours(23))
        #expect(try await verification.turn() == [])
        clock.advance(by: .hours(1))
        #expect(try await verification.turn() == [acme.tenant.id])
        #expect(verification.state(of: acme.tenant.id) == .broken(at: 2) && verification.brokenChains == 1)
        // It is reported once.
        clock.advance(by: .days(1))
        #expect(try await verification.turn() == [])
        #expect(verification.state(of: acme.tenant.id) == .broken(at: 2))
    }

    @Test func `a chain that cannot be read leaves the others their turn, and hides no broken one`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        let zed = try await TestTenant("zed", in: installation)
        try await tamper(
            "UPDATE audit_entries SET target_id = 'x' WHERE tenant_id = \(zed.tenant.id.uuid) AND sequence = 1"
        )
        let verification = verification(ShortWalks(real: store, failing: globex.tenant.id))

        #expect(try await verification.turn() == [zed.tenant.id])
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 4, read: clock.now, followed: clock.now))
        #expect(verification.state(of: globex.tenant.id) == nil)
        await #expect(throws: DomainError.self) { _ = try await verification.turn() }
    }

    @Test func `a long chain does not keep others waiting`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        for number in 0..<20 { try await acme.add("User \(number)") }
        let verification = verification(ShortWalks(real: store), entriesOfTurn: 1)

        // One read a turn, in turns.
        for _ in 0..<2 { _ = try await verification.turn() }
        #expect(verification.state(of: globex.tenant.id) != nil && verification.state(of: acme.tenant.id) == nil)
        for _ in 0..<15 { _ = try await verification.turn() }
        #expect(verification.state(of: acme.tenant.id) != nil)
    }

    enum Removal: CaseIterable {
        case entry, entryAndHead, chain
    }

    @Test(arguments: zip(Removal.allCases, [Int64(4), 4, 1]))
    func `entries that are removed from the end are found`(removal: Removal, broken: Int64) async throws {
        let (before, after) = (verification(), verification())
        _ = try await before.turn()
        let acme = acme.tenant.id

        switch removal {
        case .entry: try await tamper("DELETE FROM audit_entries WHERE tenant_id = \(acme.uuid) AND sequence = 4")
        case .entryAndHead:
            try await tamper(
                "DELETE FROM audit_entries WHERE tenant_id = \(acme.uuid) AND sequence = 4",
                """
                UPDATE audit_heads SET sequence = 3,
                    hash = (SELECT hash FROM audit_entries WHERE tenant_id = \(acme.uuid) AND sequence = 3)
                WHERE tenant_id = \(acme.uuid)
                """
            )
        case .chain:
            try await tamper(
                "DELETE FROM audit_entries WHERE tenant_id = \(acme.uuid)",
                "DELETE FROM audit_heads WHERE tenant_id = \(acme.uuid)"
            )
        }

        // Who knew the head misses it at once; who begins anew sees what the head says.
        #expect(try await before.turn() == (removal == .entry ? [] : [acme]))
        #expect(try await after.turn() == (removal == .entry ? [acme] : []))
        let verification = removal == .entry ? after : before
        #expect(verification.state(of: acme) == .broken(at: broken))
    }

    @Test func `a long chain is read in parts, and known when all of it is read`() async throws {
        let verification = verification(ShortWalks(real: store), entriesOfTurn: 1)
        for name in ["Di", "Ed"] { try await acme.add(name) }

        _ = try await verification.turn()
        #expect(verification.state(of: acme.tenant.id) == nil)
        _ = try await verification.turn()
        #expect(verification.state(of: acme.tenant.id) == nil)
        _ = try await verification.turn()
        let start = clock.now
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 6, read: start, followed: start))

        // The reading of the next day leaves what is known until it ends, and an end that is cut off meanwhile is missed.
        clock.advance(by: .days(1))
        _ = try await verification.turn()
        #expect(verification.state(of: acme.tenant.id) == .whole(until: 6, read: start, followed: clock.now))
        try await tamper(
            "DELETE FROM audit_entries WHERE tenant_id = \(acme.tenant.id.uuid) AND sequence > 4",
            """
            UPDATE audit_heads SET sequence = 4,
                hash = (SELECT hash FROM audit_entries WHERE tenant_id = \(acme.tenant.id.uuid) AND sequence = 4)
            WHERE tenant_id = \(acme.tenant.id.uuid)
            """
        )
        #expect(try await verification.turn() == [acme.tenant.id])
    }
}

/// Reads two entries at a time.
private struct ShortWalks: AuditStore {
    let real: any AuditStore
    var failing: Tenant.ID?

    func walk(_ tenant: Tenant.ID, from head: AuditHead) async throws(DomainError) -> AuditWalk {
        if tenant == failing { throw .unavailable(retryAfter: .seconds(1)) }
        let whole = try await real.walk(tenant, from: head)
        var walk = AuditWalk(last: head)
        for (sequence, hash) in whole.hashes.sorted(by: { $0.key < $1.key }).prefix(2) {
            walk.hashes[sequence] = hash
            walk.last = AuditHead(sequence: sequence, hash: hash)
        }
        if walk.hashes.isEmpty { walk.broken = whole.broken }
        return walk
    }

    func heads() async throws(DomainError) -> [Tenant.ID: AuditHead] { try await real.heads() }
    func head(of tenant: Tenant.ID) async throws(DomainError) -> AuditHead { try await real.head(of: tenant) }
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) -> AuditVerdict { .whole(entries: 0) }
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) {}
    func receive(_ entries: [WaitingAuditEntry], in tenant: Tenant.ID) {}
    func forgetReceived(before cutoff: Timestamp, limit: Int) -> Int { 0 }
    func latest(
        of actions: [AuditEntry.Action],
        until time: Timestamp,
        before sequence: Int64,
        limit: Int,
        in tenant: Tenant.ID
    ) -> [AuditEntry] { [] }
    func page(_ request: PageRequest, filter: AuditFilter, in tenant: Tenant.ID) -> Page<AuditEntry> {
        Page(items: [], next: nil)
    }
}
