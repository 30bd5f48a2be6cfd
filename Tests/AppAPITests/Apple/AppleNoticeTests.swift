import Database
import Domain
import FakeApple
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebFixtures

/// Apple's server-to-server notifications.
@Suite struct AppleNoticeTests {
    @Test(arguments: ["consent-revoked", "account-delete", "account-deleted"])
    func `a user who withdraws consent is signed out, and the account stays`(type: String) async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.clock.advance(by: .minutes(1))

        let answer = try await app.notify(try app.notice(type))

        #expect(answer.status == 200 && answer.bytes.isEmpty, "\(answer.text)")
        #expect(try await !app.isSignedIn(token))
        #expect(try await app.users().count == 1)
        let action: AuditEntry.Action = type == "consent-revoked" ? .appleWithdrawn : .appleAccountDeleted
        let entry = try #require(try await app.audit(action).first)
        #expect(entry.actor == .system && entry.address == "203.0.113.9")
        let events = try await app.attempts(.appleNotice)
        #expect(events.map(\.content.outcome) == [.success] && events[0].content[.user] == entry.target?.id)
        // Apple's token is forgotten: nothing to ask, nothing to withdraw.
        let asked = app.apple.requests
        try await app.turn(after: .hours(29))
        #expect(app.apple.requests == asked)
    }

    @Test func `a notification counts once, however often and however many at once it comes`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.clock.advance(by: .minutes(1))
        let notice = try app.notice("consent-revoked", id: "n1")

        let statuses = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<12 { group.addTask { try await app.notify(notice).status } }
            return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }

        #expect(statuses == [200: 12])
        #expect(try await app.audit(.appleWithdrawn).count == 1)
        #expect(try await app.attempts(.appleNotice).count == 1)
    }

    @Test func `one that comes late ends no session that began since`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        let then = app.clock.now
        app.clock.advance(by: .minutes(2))
        let token = try await app.enter()

        let answer = try await app.notify(try app.notice("consent-revoked", time: then + .minutes(1)))

        #expect(answer.status == 200)
        #expect(try await app.isSignedIn(token))
        #expect(try await app.audit(.appleWithdrawn).isEmpty)
        #expect(try await app.attempts(.appleNotice).map(\.content.outcome) == [.skipped])
    }

    @Test func `an identity token from before the withdrawal of consent is rejected, a later one is accepted`()
        async throws
    {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.clock.advance(by: .minutes(1))
        let kept = try app.token()
        app.clock.advance(by: .minutes(1))
        _ = try await app.notify(try app.notice("consent-revoked"))

        let (old, byGrant) = (try await app.signIn(kept), try await app.signInByGrant(kept))
        app.clock.advance(by: .minutes(1))
        let new = try await app.signIn(try app.token())

        #expect(old.status == 401 && old.code == "INVALID_TOKEN")
        #expect(try byGrant.status == 400 && byGrant.json["error"] == "invalid request")
        #expect(new.status == 200)
    }

    @Test func `a notification dated far in the future locks no user out`() async throws {
        let app = try await AppleApp()
        _ = try await app.enter()
        app.clock.advance(by: .minutes(1))
        _ = try await app.notify(try app.notice("consent-revoked", time: Timestamp(milliseconds: 253_402_300_799_999)))
        app.clock.advance(by: .minutes(1))

        #expect(try await app.signIn(try app.token()).status == 200)
    }

    @Test func `of words about mail the latest counts, in whatever order they come`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        let start = app.clock.now
        app.clock.advance(by: .minutes(5))

        for (type, minute) in [("email-disabled", 3), ("email-enabled", 1), ("email-enabled", 4)] {
            #expect(try await app.notify(try app.notice(type, time: start + .minutes(Int64(minute)))).status == 200)
        }

        let entries = try await app.audit(.appleMailChanged)
        #expect(
            entries.map { $0.changes.first { $0.field == "told_by" }?.after } == ["email-enabled", "email-disabled"]
        )
        #expect(try await app.isSignedIn(token))
    }

    @Test func `a notification about an unknown user, or of an unknown kind, is accepted and recorded`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()

        let unknown = try await app.notify(try app.notice("consent-revoked", about: FakeUser("nobody")))
        let kind = try await app.notify(try app.notice("something-new"))

        #expect(unknown.status == 200 && kind.status == 200)
        #expect(try await app.isSignedIn(token))
        #expect(try await app.attempts(.appleNotice).map(\.content.outcome) == [.skipped, .skipped])
    }

    @Test func `for a tenant that keeps nothing personal the person is found by the keyed hash`() async throws {
        let app = try await AppleApp { $0.isAnonymous = true }
        let token = try await app.enter()
        app.clock.advance(by: .minutes(1))

        #expect(try await app.notify(try app.notice("consent-revoked")).status == 200)

        #expect(try await !app.isSignedIn(token))
        #expect(try await app.attempts(.appleNotice).allSatisfy { !"\($0)".contains(app.ada.subject) })
    }

    @Test func `a notification that Apple did not sign for this tenant is rejected and recorded`() async throws {
        let app = try await AppleApp()
        let token = try await app.enter()
        app.clock.advance(by: .minutes(1))
        try await app.connect(app.server.globex, [AppleApp.otherApp])
        let event = app.apple.event("consent-revoked", of: app.ada)
        let good = try app.notice("consent-revoked")
        var foreign = app.apple.notificationClaims([event], for: AppleApp.app)
        foreign["iss"] = "https://appleid.example"
        var old = app.apple.notificationClaims([event], for: AppleApp.app)
        old["exp"] = .integer(1)
        let bodies: [[UInt8]] = [
            [], Array("{}".utf8), Array(#"{"payload":"a.b.c"}"#.utf8), Array(#"{"payload":["a.b.c"]}"#.utf8),
            Array(good.dropLast(12)),
            Array(String(decoding: good, as: UTF8.self).replacing("\"}", with: "AAAA\"}").utf8),
            try app.apple.notification(app.apple.notificationClaims([event], for: AppleApp.otherApp)),
            try app.apple.notification(foreign), try app.apple.notification(old),
            try app.apple.notification(
                app.apple.notificationClaims([event], for: AppleApp.app),
                header: ["alg": "none", "kid": "x"]
            ),
        ]

        for body in bodies {
            let answer = try await app.notify(body)
            #expect(answer.status == 400 && answer.code == "invalid_notification", "\(answer.text)")
        }
        #expect(try await app.notify(good, at: "globex").status == 400)
        #expect(try await app.notify(good, at: "nobody").status == 404)
        #expect(try await app.isSignedIn(token))
        let events = try await app.attempts(.appleNotice)
        #expect(
            events.count == bodies.count
                && events.allSatisfy { $0.code == "account.notice_bad" && $0.content.outcome == .failed }
        )
    }

    @Test func `only a few forged notifications a minute are recorded`() async throws {
        let app = try await AppleApp()

        for _ in 1...30 { #expect(try await app.notify(Array("{}".utf8)).status == 400) }

        #expect(try await app.attempts(.appleNotice).count == 10)
    }

    @Test func `a tenant without an app at Apple has no such address`() async throws {
        let app = try await AppleApp()

        #expect(try await app.notify(try app.notice("consent-revoked"), at: "globex").status == 404)
    }

    @Test func `while Apple's keys or the database cannot be had it is asked for again later`() async throws {
        let app = try await AppleApp()
        app.apple.inject(.status(503), at: .keys)
        let notice = try app.notice("consent-revoked")

        let keyless = try await app.notify(notice)
        app.apple.inject(nil, at: .keys)
        try await app.acme.installation.control.close()
        let away = try await app.notify(notice)

        for answer in [keyless, away] {
            #expect(answer.status == 503 && answer.headers[.retryAfter] != nil, "\(answer.text)")
        }
    }

    @Test func `taken notifications are forgotten after a month`() async throws {
        let app = try await AppleApp()
        _ = try await app.notify(try app.notice("something-new"))

        try await app.turn(after: .days(31))

        #expect(try await app.acme.installation.stores.apple.forgetNotices(before: app.clock.now, limit: 10) == 0)
    }
}
