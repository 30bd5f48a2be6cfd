import Database
import Domain
import FakeApple
import Fixtures
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// What becomes of an account when Apple says that the Apple Account behind it is gone, where the tenant wants it
/// deleted.
@Suite struct AppleAccountDeletionTests {
    /// Ada, signed in with Apple a minute ago.
    private func appOfAda() async throws -> (app: AppleApp, token: String, ada: User) {
        let app = try await AppleApp { $0.appleDeletion = .delete }
        let token = try await app.enter()
        let ada = try #require(try await app.users().first)
        app.clock.advance(by: .minutes(1))
        return (app, token, ada)
    }

    private func isThere(_ user: User, in app: AppleApp) async throws -> Bool {
        try await app.users().contains { $0.id == user.id }
    }

    /// What the audit says of the account, of the notification that came last.
    private func said(in app: AppleApp) async throws -> String? {
        try await app.audit(.appleAccountDeleted).first?.changes.first { $0.field == "account" }?.after
    }

    @Test(arguments: ["account-delete", "account-deleted"])
    func `an account is deleted with the Apple Account that was its only sign-in method`(type: String) async throws {
        let (app, token, ada) = try await appOfAda()

        let answer = try await app.notify(try app.notice(type))

        #expect(answer.status == 200 && answer.bytes.isEmpty, "\(answer.text)")
        #expect(try await !isThere(ada, in: app))
        #expect(try await !app.isSignedIn(token))
        let deletion = try #require(try await app.audit(.userDeleted).first)
        #expect(
            deletion.actor == .system && deletion.target?.id == ada.id.description && deletion.address == "203.0.113.9"
        )
        #expect(deletion.changes.contains { $0.field == "reason" && $0.after == "Apple Account deleted" })
        #expect(try await said(in: app) == "deleted")
        let event = try #require(try await app.attempts(.appleNotice).first)
        #expect(event.content.outcome == .success && event.content[.user] == ada.id.description)
        // Apple knows already, so no request is sent.
        let asked = app.apple.requests
        #expect(try await app.backlog().waiting == 0)
        try await app.turn(after: .hours(29))
        #expect(app.apple.requests == asked)
    }

    @Test func `withdrawing consent deletes no user`() async throws {
        let (app, token, ada) = try await appOfAda()

        _ = try await app.notify(try app.notice("consent-revoked"))

        #expect(try await isThere(ada, in: app))
        #expect(try await !app.isSignedIn(token))
    }

    @Test func `a user who also has a password loses Apple's sessions and keeps the account`() async throws {
        let (app, _, ada) = try await appOfAda()
        let email = try #require(ada.email).description
        _ = try await app.acme.services.recovery.setPassword(
            TestTenant.password,
            of: email,
            grant: app.acme.system.grant()
        )
        let token = try await app.enter()
        app.clock.advance(by: .minutes(1))

        _ = try await app.notify(try app.notice("account-delete"))

        #expect(try await isThere(ada, in: app))
        #expect(try await !app.isSignedIn(token))
        #expect(try await said(in: app) == "kept: there is another way in")
        #expect(try await app.audit(.userDeleted).isEmpty)
    }

    @Test func `a user who is signed in by another method keeps account and session`() async throws {
        let (app, token, ada) = try await appOfAda()
        // As a link by e-mail leaves it.
        try await app.acme.installation.control.write(.tenant(app.acme.tenant.id.uuid)) { transaction in
            _ = try transaction.execute(
                "UPDATE sessions SET provider = NULL WHERE tenant_id = \(app.acme.tenant.id.uuid) AND user_id = \(ada.id.uuid)"
            )
        }

        _ = try await app.notify(try app.notice("account-delete"))

        #expect(try await isThere(ada, in: app))
        #expect(try await app.isSignedIn(token))
        #expect(try await said(in: app) == "kept: there is another way in")
    }

    @Test func `the last administrator is kept, one of two is deleted`() async throws {
        let (app, _, ada) = try await appOfAda()
        let services = app.acme.services
        for user in try await services.users.page(
            UserQuery(role: .admin),
            PageRequest(),
            grant: app.acme.system.grant()
        ).items { try await services.users.delete(user.user.id, grant: app.acme.system.grant()) }
        _ = try await services.users.assign(role: "admin", to: ada.id, grant: app.acme.system.grant())

        _ = try await app.notify(try app.notice("account-delete"))
        let afterFirst = (isThere: try await isThere(ada, in: app), said: try await said(in: app))
        // Signed in again, and deleted again, this time with another administrator in the tenant.
        app.clock.advance(by: .minutes(1))
        _ = try await app.enter()
        try await app.acme.add("Vic", role: .admin)
        app.clock.advance(by: .minutes(1))
        _ = try await app.notify(try app.notice("account-delete", id: "second"))

        #expect(afterFirst.isThere && afterFirst.said == "kept: the last administrator")
        #expect(try await !isThere(ada, in: app))
    }

    @Test func `a user who has signed in with Apple since is not deleted, even in the same second`() async throws {
        let (app, token, ada) = try await appOfAda()

        let late = try await app.notify(try app.notice("account-delete", time: app.clock.now - .minutes(2)))
        #expect(late.status == 200)
        #expect(try await app.isSignedIn(token))
        _ = try await app.enter()
        let sameSecond = try await app.notify(try app.notice("account-delete"))

        #expect(sameSecond.status == 200)
        #expect(try await isThere(ada, in: app))
        #expect(try await app.audit(.userDeleted).isEmpty)
    }

    @Test func `it is done once, however often, in whatever order and however many at once Apple says it`() async throws
    {
        let (app, _, ada) = try await appOfAda()
        let notice = try app.notice("account-delete", id: "n1")
        let before = app.clock.now - .seconds(1)

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<8 { group.addTask { try await app.notify(notice).status } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
        let others = [
            try await app.notify(try app.notice("account-deleted", id: "n2")),
            try await app.notify(try app.notice("consent-revoked", time: before, id: "n3")),
        ]

        #expect(statuses == [200: 8] && others.map(\.status) == [200, 200])
        #expect(try await !isThere(ada, in: app))
        #expect(try await app.audit(.userDeleted).count == 1)
        #expect(try await app.audit(.appleAccountDeleted).count == 1)
    }

    @Test func `a deletion that comes after its withdrawal, and happened before it, is carried out`() async throws {
        let (app, _, ada) = try await appOfAda()
        let then = app.clock.now
        app.clock.advance(by: .minutes(1))
        _ = try await app.notify(try app.notice("consent-revoked"))

        _ = try await app.notify(try app.notice("account-delete", time: then))

        #expect(try await !isThere(ada, in: app))
    }

    @Test func `accounts that were kept before the tenant changed its mind stay`() async throws {
        let (app, _, ada) = try await appOfAda()
        try await app.set { $0.appleDeletion = .keep }
        let happened = app.clock.now
        _ = try await app.notify(try app.notice("account-delete", time: happened))
        try await app.set { $0.appleDeletion = .delete }

        _ = try await app.notify(try app.notice("account-delete", time: happened, id: "again"))

        #expect(try await isThere(ada, in: app))
    }

    @Test func `the same person of another tenant is left alone`() async throws {
        let (app, _, _) = try await appOfAda()
        let globex = app.server.globex
        try await app.connect(globex, [AppleApp.otherApp])
        try await app.set(of: globex) {
            $0.methods = [.apple]
            $0.appleDeletion = .delete
        }
        _ = try await app.signIn(try app.token(for: AppleApp.otherApp), at: globex)
        let before = try await app.users(of: globex).count
        app.clock.advance(by: .minutes(1))

        _ = try await app.notify(try app.notice("account-delete"))

        #expect(try await app.users(of: globex).count == before)
    }

    @Test func `for a tenant that keeps nothing personal the person is found by the keyed hash`() async throws {
        let app = try await AppleApp {
            $0.isAnonymous = true
            $0.appleDeletion = .delete
        }
        _ = try await app.enter()
        let ada = try #require(try await app.users().first)
        app.clock.advance(by: .minutes(1))

        _ = try await app.notify(try app.notice("account-delete"))

        #expect(try await !isThere(ada, in: app))
    }
}
