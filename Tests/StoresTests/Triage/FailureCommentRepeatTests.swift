import Database
@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing

@testable import UseCases

/// Comments that are sent again with their idempotency key, because no response came.
@Suite struct FailureCommentRepeatTests {
    private let world: TriageWorld
    private let failure: FailureKey.ID
    private let access: Access

    init() async throws {
        world = try await TriageWorld()
        try await world.deliver([world.failing(1)])
        failure = try await world.only().id
        access = Access(
            tenant: world.acme.tenant.id,
            principal: Principal(kind: .system, rank: .max, permissions: Set(PermissionName.allCases), origin: nil)
        )
    }

    /// Ends before the change in the events database is noted in the control database.
    private struct Killed: Error {}

    /// - Parameter isKilled: whether the process ends after the transaction of the comment.
    private func comment(_ text: String, key: String = "k", isKilled: Bool = false) async throws -> RememberedAnswer {
        let (stores, clock) = (world.installation.stores, world.clock)
        let idempotency = Idempotency(store: stores.idempotency, root: world.installation.root, now: { clock.now })
        let audit: any AuditStore = isKilled ? UnreachableAudit(stores.audit) : stores.audit
        let triage = FailureAdministration(
            store: stores.failures,
            users: stores.users,
            outbox: AuditOutbox(store: stores.auditOutbox, audit: audit),
            now: { clock.now }
        )
        return try await idempotency.once(key, request: Data("POST comment \(key)".utf8), access: access) {
            let comment = try await triage.comment(on: failure, text, grant: access.grant())
            guard !isKilled else { throw Killed() }
            return RememberedAnswer(
                status: 200,
                contentType: "text/plain",
                body: Data("\(comment.number) \(comment.at) \(comment.text)".utf8)
            )
        }
    }

    private func comments() async throws -> [String] {
        try await world.acme.services.failures.comments(on: failure, PageRequest(), grant: access.grant()).items
            .map(\.text)
    }

    @Test func `a comment is stored once when the process ends before its request is noted as done`() async throws {
        let now = world.clock.now
        await #expect(throws: Killed.self) { try await comment("Fixed in 2.4.1.", isKilled: true) }
        world.clock.advance(by: .minutes(3))

        let second = try await comment("Fixed in 2.4.1.")
        let third = try await comment("Fixed in 2.4.1.")

        #expect(String(decoding: second.body, as: UTF8.self) == "1 \(now) Fixed in 2.4.1.")
        #expect(second == third)
        #expect(try await comments() == ["Fixed in 2.4.1."])
        #expect(try await audited() == 1)
    }

    @Test func `the same text with another key, or without one, is another comment`() async throws {
        await #expect(throws: Killed.self) { try await comment("+1", key: "a", isKilled: true) }
        world.clock.advance(by: .minutes(3))

        _ = try await comment("+1", key: "b")
        _ = try await world.acme.services.triage.comment(on: failure, "+1", grant: access.grant())

        #expect(try await comments() == ["+1", "+1", "+1"])
    }

    @Test func `another text with the key of a stored comment is rejected`() async throws {
        await #expect(throws: Killed.self) { try await comment("Fixed in 2.4.1.", isKilled: true) }
        world.clock.advance(by: .minutes(3))

        await #expect(throws: DomainError.conflict(.idempotencyKeyReused)) { try await comment("Fixed in 2.5.0.") }

        #expect(try await comments() == ["Fixed in 2.4.1."])
    }

    @Test func `a key that is forgotten is new again`() async throws {
        _ = try await comment("+1")
        world.clock.advance(by: Idempotency.lifetime + .minutes(1))
        _ = try await world.installation.stores.idempotency.forget(before: world.clock.now - .hours(24), limit: 10)

        _ = try await comment("+1")

        #expect(try await comments() == ["+1", "+1"])
    }

    private func audited() async throws -> Int {
        try await world.acme.services.auditOutbox.deliverAll()
        return try await world.acme.services.audit.page(PageRequest(), grant: access.grant()).items
            .count { $0.action == .failureCommented }
    }
}
