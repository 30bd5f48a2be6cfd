import Database
@_spi(Admission) import Domain
import Fixtures
import Testing

@testable import UseCases

@Suite struct FailureAuditTests {
    @Test func `a change and a comment have an entry each, and none waits`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()

        _ = try await world.acme.services.triage.change(failure.reference, by: .resolve, grant: world.grant)
        _ = try await world.acme.services.triage.comment(on: failure.id, "Fixed in 2.4.1.", grant: world.grant)

        #expect(try await world.audited() == [.failureCommented, .failureChanged])
        #expect(try await world.waiting() == [])
    }

    @Test func `without the audit trail, entries wait beside their changes, and arrive later`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()
        let triage = world.triageWithoutAudit()

        let changed = try await triage.change(failure.reference, by: .resolve, grant: world.grant)
        _ = try await triage.comment(on: failure.id, "Fixed in 2.4.1.", grant: world.grant)
        let before = (try await world.audited(), try await world.waiting().count)
        try await world.acme.services.auditOutbox.deliverAll()

        #expect(changed == 1 && before == ([], 2))
        #expect(try await Set(world.audited()) == [.failureCommented, .failureChanged])
        #expect(try await world.waiting() == [])
        let entry = try #require(try await world.entries().first { $0.action == .failureChanged })
        #expect(entry.actor == .system && entry.at == world.clock.now)
        #expect(entry.target == .init(.failure, failure.id))
        #expect(entry.changes == [.init("state", from: "open", to: "resolved now")])
        #expect(entry.address == "203.0.113.7" && entry.requestID == "a-request")
        let verdict = try await world.installation.stores.audit.verify(world.acme.tenant.id, anchor: nil)
        guard case .whole = verdict else { return #expect(Bool(false), "\(verdict)") }
    }

    @Test func `an entry that arrived, but still waits, is not appended twice`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()
        _ = try await world.triageWithoutAudit().change(failure.reference, by: .resolve, grant: world.grant)

        // As when the process ends between both transactions.
        try await world.installation.stores.audit.receive(world.waiting(), in: world.acme.tenant.id)
        try await world.acme.services.auditOutbox.deliverAll()

        #expect(try await world.audited() == [.failureChanged])
        #expect(try await world.waiting() == [])
    }

    @Test func `a change that is rejected leaves no entry`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()
        let stale = FailureReference(failure.id, version: 7)

        await #expect(throws: DomainError.conflict(.failureChanged)) {
            try await world.triageWithoutAudit().change([stale], by: .resolve, grant: world.grant)
        }

        #expect(try await world.waiting() == [])
    }

    @Test func `entries of one tenant are not those of another`() async throws {
        let acme = try await TriageWorld()
        let globex = try await TriageWorld("globex", in: acme.installation)
        for world in [acme, globex] {
            try await world.deliver([world.failing(1)])
            let failure = try await world.only()
            _ = try await world.triageWithoutAudit().change(failure.reference, by: .resolve, grant: world.grant)
        }

        try await acme.acme.services.auditOutbox.deliver(in: acme.acme.tenant.id)

        #expect(try await acme.audited() == [.failureChanged])
        #expect(try await globex.audited() == [])
        #expect(try await globex.waiting().count == 1)
    }

    @Test func `an entry that cannot be read waits, and keeps back no other`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()
        let triage = world.triageWithoutAudit()
        for number in 1...150 { _ = try await triage.comment(on: failure.id, "Comment \(number)", grant: world.grant) }
        // As a newer version would store them: more than one step of the delivery.
        _ = try await world.installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                """
                UPDATE audit_outbox SET entry = '{"action": "of.the.future"}'
                WHERE id IN (SELECT id FROM audit_outbox ORDER BY at, id LIMIT 102)
                """
            )
        }

        let audit = world.installation.stores.audit
        let before = try await audit.head(of: world.acme.tenant.id).sequence

        await #expect(throws: DomainError.unavailable(retryAfter: .minutes(1))) {
            try await world.acme.services.auditOutbox.deliver(in: world.acme.tenant.id)
        }

        let waiting = try await world.waiting()
        #expect(waiting.count == 102 && waiting.allSatisfy { $0.draft == nil })
        #expect(try await audit.head(of: world.acme.tenant.id).sequence - before == 48)
    }

    @Test func `the ids of entries that arrived are forgotten after a month`() async throws {
        let world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        let failure = try await world.only()
        _ = try await world.acme.services.triage.change(failure.reference, by: .resolve, grant: world.grant)
        let audit = world.installation.stores.audit
        let now = world.clock.now

        let early = try await audit.forgetReceived(before: now - .days(1), limit: 10)
        let late = try await audit.forgetReceived(before: now + .days(1), limit: 10)

        #expect(early == 0 && late == 1)
    }
}

extension FailureSummary {
    fileprivate var reference: [FailureReference] { [FailureReference(id, version: nil)] }
}

extension TriageWorld {
    /// A member who acts from an address.
    fileprivate var grant: Grant<TriageFailures> {
        get throws {
            let origin = RequestOrigin(address: "203.0.113.7", requestID: "a-request", trace: nil)
            let principal = Principal(
                kind: .system,
                rank: .max,
                permissions: Set(PermissionName.allCases),
                origin: origin
            )
            return try Access(tenant: acme.tenant.id, principal: principal).grant()
        }
    }

    fileprivate func triageWithoutAudit() -> FailureAdministration {
        let (stores, clock) = (installation.stores, clock)
        return FailureAdministration(
            store: stores.failures,
            users: stores.users,
            outbox: AuditOutbox(store: stores.auditOutbox, audit: UnreachableAudit(stores.audit)),
            now: { clock.now }
        )
    }

    fileprivate func waiting() async throws -> [WaitingAuditEntry] {
        try await installation.stores.auditOutbox.waiting(in: acme.tenant.id, after: .start, limit: 1000)
    }

    fileprivate func entries() async throws -> [AuditEntry] {
        try await acme.services.audit.page(PageRequest(), grant: acme.system.grant()).items.filter {
            [.failureChanged, .failureCommented].contains($0.action)
        }
    }

    fileprivate func audited() async throws -> [AuditEntry.Action] { try await entries().map(\.action) }
}
