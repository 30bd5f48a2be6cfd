import Database
import Domain
import Fixtures
import Foundation
import Stores
import Testing
import UseCases

@Suite struct SampleAccountsTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private var accounts: SampleAccounts { accounts { Issue.record("\($0)") } }
    /// For a test in which the database has to fail.
    private var quietAccounts: SampleAccounts { accounts { _ in } }

    private func accounts(report: @escaping @Sendable (DatabaseError) -> Void) -> SampleAccounts {
        SampleAccounts(
            StoreDatabases(
                control: installation.observedControl,
                events: installation.observedEvents,
                report: report
            ),
            chain: installation.chain
        )
    }

    private func batch(_ email: String, at time: Timestamp) -> SampleAccounts.Batch {
        let user = User(
            id: SystemContext.system.newID(),
            tenant: acme.tenant.id,
            email: EmailAddress(stored: email),
            emailVerified: true,
            name: "Ada",
            role: .driver,
            state: .active,
            createdAt: time,
            updatedAt: time,
            lastSeenAt: time
        )
        func session(endedAt: Timestamp?) -> Session {
            Session(
                id: SystemContext.system.newID(),
                tenant: acme.tenant.id,
                user: user.id,
                kind: .app,
                device: Device(model: "iPhone16,1", osVersion: "18.2", appVersion: "2.4.0"),
                address: "198.51.100.7",
                createdAt: time,
                lastSeenAt: time,
                expiresAt: installation.clock.now + .days(30),
                endedAt: endedAt,
                endReason: endedAt.map { _ in .signedOut },
                provider: .apple
            )
        }
        var batch = SampleAccounts.Batch()
        batch.users = [PortableUser(user: user, password: nil, appleSubjects: ["001.\(email).9"])]
        batch.sessions = [session(endedAt: nil), session(endedAt: time + .hours(1))].enumerated().map {
            ($0.element, CredentialHash(bytes: Data(repeating: UInt8(email.utf8.count + $0.offset), count: 32)))
        }
        batch.audit = [.userSignedUp, .sessionStarted].map {
            AuditDraft($0, by: .system, at: time, target: .init(.user, user.id))
        }
        return batch
    }

    @Test func `users and sessions are as if they had signed in, and the audit tells of them`() async throws {
        let time = installation.clock.now - .days(3)
        let batch = batch("ada@example.com", at: time)

        try await accounts.add(batch, to: acme.tenant.id)

        let (summary, role, identities) = try await acme.services.users.user(
            batch.users[0].user.id,
            grant: acme.system.grant()
        )
        #expect(summary.user == batch.users[0].user && role.name == .driver)
        #expect(identities.map(\.provider) == [.apple])
        for (session, token) in batch.sessions {
            let record = try #require(try await installation.stores.sessions.record(token, in: acme.tenant.id))
            #expect(record.session == session)
        }
        let entries = try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(),
            grant: acme.system.grant()
        )
        #expect(entries.items.prefix(2).map(\.action) == [.sessionStarted, .userSignedUp])
        #expect(entries.items.prefix(2).allSatisfy { $0.at == time })
        let verdict = try await installation.stores.audit.verify(acme.tenant.id, anchor: nil)
        guard case .whole = verdict else {
            Issue.record("\(verdict)")
            return
        }
    }

    @Test func `where a session is there already nothing is written`() async throws {
        let first = batch("ada@example.com", at: installation.clock.now)
        try await accounts.add(first, to: acme.tenant.id)
        var second = batch("grace@example.com", at: installation.clock.now)
        second.sessions = first.sessions
        let before = try await installation.stores.audit.head(of: acme.tenant.id)

        await #expect(throws: DomainError.self) { try await quietAccounts.add(second, to: acme.tenant.id) }

        #expect(try await installation.stores.audit.head(of: acme.tenant.id) == before)
        let count = try await acme.services.users.count(UserQuery(), grant: acme.system.grant())
        #expect(count == .exactly(1))
    }

    @Test func `where a user is there already nothing is written`() async throws {
        let first = batch("ada@example.com", at: installation.clock.now)
        try await accounts.add(first, to: acme.tenant.id)
        var second = batch("grace@example.com", at: installation.clock.now)
        second.users += first.users
        let before = try await installation.stores.audit.head(of: acme.tenant.id)

        await #expect(throws: DomainError.conflict(.emailTaken)) {
            try await accounts.add(second, to: acme.tenant.id)
        }

        let count = try await acme.services.users.count(UserQuery(), grant: acme.system.grant())
        #expect(count == .exactly(1))
        #expect(try await installation.stores.sessions.record(second.sessions[0].token, in: acme.tenant.id) == nil)
        #expect(try await installation.stores.audit.head(of: acme.tenant.id) == before)
    }
}
