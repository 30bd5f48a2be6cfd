import Database
import Domain
import Fixtures
import Foundation
import Stores
import Testing

@testable import UseCases

/// What a deletion does at once, and how the rows go afterwards.
@Suite struct UserDeletionTests {
    private let installation: Installation
    private let acme: TestTenant
    private let kim: User
    private let bob: User
    private let rows: UserRows

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
        kim = try await acme.add("Kim")
        bob = try await acme.add("Bob")
        rows = UserRows(installation: installation)
    }

    private var tenant: Tenant.ID { acme.tenant.id }
    private var users: any UserStore { installation.stores.users }

    /// Runs the transaction of a deletion alone, without the steps that follow it.
    private func markDeleted(_ user: User) async throws {
        let audit = AuditDraft(.userDeleted, by: .system, at: installation.clock.now, target: .init(.user, user.id))
        let left = try await users.change(user.id, in: tenant, newRole: nil) { _ throws(DomainError) in
            UserDecision(.delete, audit: audit)
        }
        #expect(left == nil)
    }

    private func isStored(_ user: User) async throws -> Bool {
        try await installation.control.read(.installation("test")) { transaction in
            try transaction.row("SELECT id FROM users WHERE tenant_id = \(user.tenant) AND id = \(user.id)") != nil
        }
    }

    @Test func `each transaction deletes a bounded number of rows, and none is left at the end`() async throws {
        try await rows.add(1_200, of: kim.id, for: bob.id, in: tenant)
        var left = try await rows.total(of: kim.id, in: tenant)
        let all = left

        try await markDeleted(kim)

        var steps = 0
        var isGone = false
        while true {
            let count = try await rows.total(of: kim.id, in: tenant)
            #expect(left - count <= 2 * UserPurge.step, "after \(steps) steps")
            left = count
            if isGone { break }
            isGone = try await users.purge(kim.id, limit: UserPurge.step, in: tenant)
            steps += 1
        }
        #expect(all > 14_000 && steps > 14)
        #expect(try await rows.total(of: kim.id, in: tenant) == 0)
        #expect(try await !isStored(kim))
        let next = try await users.deletedUser()
        #expect(next?.id == nil)
    }

    @Test func `search terms are deleted in steps of their own, before the user`() async throws {
        try await rows.add(300, of: kim.id, for: bob.id, in: tenant)
        try await markDeleted(kim)
        var terms: [Int] = []
        var counts = try await rows.counts(of: kim.id, in: tenant)

        repeat {
            terms.append(counts["user_terms"] ?? 0)
            #expect(try await !users.purge(kim.id, limit: 50, in: tenant))
            counts = try await rows.counts(of: kim.id, in: tenant)
        } while counts["user_terms"] ?? 0 > 0 && terms.count < 200

        // What is deleted after the terms is there, and the user, too.
        #expect(counts["user_terms"] == 0 && counts["identities"] ?? 0 > 100)
        #expect(zip(terms, terms.dropFirst()).allSatisfy { $0 - $1 <= 50 })
        #expect(try await isStored(kim))
    }

    @Test func `what a restart interrupts, maintenance of the next process completes`() async throws {
        try await rows.add(400, of: kim.id, for: bob.id, in: tenant)
        try await markDeleted(kim)
        for _ in 0..<3 { #expect(try await !users.purge(kim.id, limit: UserPurge.step, in: tenant)) }
        let next = try await users.deletedUser()
        #expect(next?.id == kim.id)
        let databases = StoreDatabases(
            control: installation.observedControl,
            events: installation.observedEvents
        ) { _ in }
        let clock = installation.clock
        let services = installation.services(
            over: DatabaseStores(databases, chain: installation.chain, now: { clock.now })
        )

        try await services.maintenance.turn()

        #expect(try await rows.total(of: kim.id, in: tenant) == 0)
        #expect(try await !isStored(kim))
    }

    @Test func `every table that names a user loses the rows of a deleted one`() async throws {
        try await rows.add(2, of: kim.id, for: bob.id, in: tenant)
        let before = try await rows.counts(of: kim.id, in: tenant)
        // A table that is new here needs its rows in UserRows and its step in DeletedUserRow.
        #expect(try await rows.tables() == Set(before.keys).subtracting(UserRows.indirect).union(UserRows.lasting))
        #expect(before.values.allSatisfy { $0 > 0 }, "\(before)")

        try await acme.services.users.delete(kim.id, grant: acme.system.grant())

        let after = try await rows.counts(of: kim.id, in: tenant)
        #expect(after.values.allSatisfy { $0 == 0 }, "\(after)")
    }

    @Test(arguments: [true, false]) func `an ordinary user is gone when the deletion is answered`(
        isOwn: Bool
    ) async throws {
        let signedIn = try await acme.signIn(kim)
        let record = try #require(try await installation.stores.sessions.record(of: signedIn.session.id, in: tenant))

        if isOwn {
            try await acme.services.accountSelfService.delete(
                password: TestTenant.password,
                by: record,
                in: acme.context()
            )
        } else {
            try await acme.services.users.delete(kim.id, grant: acme.system.grant())
        }

        #expect(try await !isStored(kim))
        #expect(try await rows.total(of: kim.id, in: tenant) == 0)
    }

    @Test func `rows of others stay, also of a user with the same id in another tenant`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        let (id, now) = (kim.id, installation.clock.now)
        let eve = try await globex.add("Eve")
        _ = try await installation.control.write(.tenant(globex.tenant.id.uuid)) { transaction in
            try transaction.execute(
                """
                INSERT INTO users (tenant_id, id, email_verified, name_key, role, state, created_at, updated_at, user_metadata,
                    app_metadata, is_anonymous)
                VALUES (\(globex.tenant.id), \(id), 0, '', 'customer', 'active', \(now), \(now), '{}', '{}', 0)
                """
            )
        }
        try await rows.add(3, of: kim.id, for: bob.id, in: tenant)
        try await rows.add(3, of: bob.id, for: bob.id, in: tenant)
        try await rows.add(3, of: kim.id, for: eve.id, in: globex.tenant.id)
        func others() async throws -> [[String: Int]] {
            [
                try await rows.counts(of: bob.id, in: tenant),
                try await rows.counts(of: kim.id, in: globex.tenant.id),
            ]
        }
        var wanted = try await others()
        // Of the links to Bob, those that Kim handed over go.
        wanted[0]["one_time_links"]? -= 3
        wanted[0]["invitations"]? -= 3

        try await acme.services.users.delete(kim.id, grant: acme.system.grant())
        try await acme.services.maintenance.turn()

        #expect(try await others() == wanted)
        // A user who was not deleted has nothing to purge.
        #expect(try await users.purge(bob.id, limit: UserPurge.step, in: tenant))
        #expect(try await others() == wanted)
        #expect(try await isStored(bob))
    }

    @Test func `address, Apple subject and role are free at once`() async throws {
        let services = acme.services
        let draft = RoleAdministration.Draft(title: "Lead", rank: 40, permissions: [])
        let lead = try await services.roles.create(name: "lead", draft, grant: acme.system.grant())
        _ = try await services.users.assign(role: "lead", to: kim.id, grant: acme.system.grant())
        func insertIdentity(of user: User) async throws -> [Bool] {
            let row = [
                user.tenant.sqlValue, SQLValue.text("apple"), .text("001.kim"), user.id.sqlValue,
                user.createdAt.sqlValue,
            ]
            return try await installation.control.write(.tenant(user.tenant.uuid)) { transaction in
                try transaction.insertNew(
                    into: "identities",
                    columns: ["tenant_id", "provider", "subject", "user_id", "created_at"],
                    rows: [row]
                )
            }
        }
        #expect(try await insertIdentity(of: kim) == [true])
        #expect(try await insertIdentity(of: bob) == [false])

        try await markDeleted(kim)

        #expect(try await insertIdentity(of: bob) == [true])
        try await services.roles.delete(lead.name, grant: acme.system.grant())
        let again = try await acme.add("Kim")
        #expect(again.email == kim.email && again.id != kim.id)
        #expect(try await services.users.count(.init(), grant: acme.system.grant()) == .exactly(2))
    }

    @Test func `Apple is told of the token of a deleted user, and of one that was stored meanwhile`() async throws {
        let apple = installation.stores.apple
        func keep(_ clientID: String) async throws {
            let now = installation.clock.now
            let token = StoredAppleToken(user: kim.id, clientID: clientID, sealed: Data([1]), createdAt: now)
            try await apple.keep(token, checkAt: now + .days(1), in: tenant)
        }
        try await keep("com.example.app")

        try await markDeleted(kim)
        #expect(try await apple.backlog(of: tenant).waiting == 1)
        try await keep("com.example.web")
        installation.clock.advance(by: .seconds(1))
        try await acme.services.maintenance.turn()

        #expect(try await apple.backlog(of: tenant).waiting == 2)
        #expect(try await !isStored(kim))
    }
}
