import AppleID
import Domain
import FakeApple
import Fixtures
import StrictJSON
import Testing
import UseCases

@Suite struct AppleNotificationTests {
    @Test(arguments: FakeApple.EventForm.allCases)
    func `a notification is read in each form of its events`(_ form: FakeApple.EventForm) async throws {
        let site = try await AppleSite()
        let event = site.apple.event("consent-revoked", of: site.ada)

        let notification = try await site.notification([event], form: form, id: "n-1")

        #expect(notification.id == "n-1")
        #expect(notification.audience == AppleSite.app)
        #expect(
            notification.events == [
                AppleAccountEvent(kind: .consentRevoked, subject: site.ada.subject, occurredAt: site.clock.now)
            ]
        )
    }

    @Test(
        arguments: [
            ("consent-revoked", .consentRevoked, "account.apple_revoked"),
            ("account-delete", .accountDeleted, "account.apple_deleted"),
            ("account-deleted", .accountDeleted, "account.apple_deleted"),
            ("email-enabled", .emailEnabled, "account.relay_mail"),
            ("email-disabled", .emailDisabled, "account.relay_mail"),
            ("moon-risen", .other("moon-risen"), "account.notice_bad"),
        ] as [(String, AppleAccountEvent.Kind, String)]
    )
    func `each type is known, and a new one is passed on`(
        _ type: String,
        _ kind: AppleAccountEvent.Kind,
        _ code: String
    ) async throws {
        let site = try await AppleSite()
        let event = try #require(try await site.notification([site.apple.event(type, of: site.ada)]).events.first)

        #expect(event.kind == kind)
        #expect(event.kind.code == code)
    }

    @Test(arguments: [(1_508_184_845, 1_508_184_845_000), (1_508_184_845_123, 1_508_184_845_123)] as [(Int64, Int64)])
    func `the time of an event may be in seconds or milliseconds`(_ time: Int64, _ milliseconds: Int64) async throws {
        let site = try await AppleSite()
        let event = site.apple.event("consent-revoked", of: site.ada, time: time)

        #expect(try await site.notification([event]).events.first?.occurredAt == Timestamp(milliseconds: milliseconds))
    }

    @Test func `an event that is yet to happen counts as one of now`() async throws {
        let site = try await AppleSite()
        let event = site.apple.event("consent-revoked", of: site.ada, time: 253_402_300_799_999)

        #expect(try await site.notification([event]).events.first?.occurredAt == site.clock.now)
    }

    @Test func `an event without a time happened when Apple wrote it`() async throws {
        let site = try await AppleSite()
        var event = site.apple.event("consent-revoked", of: site.ada)
        event["event_time"] = nil

        #expect(try await site.notification([event]).events.first?.occurredAt == site.clock.now)
    }

    @Test func `the relay's address comes along`() async throws {
        let site = try await AppleSite()
        let user = FakeUser(subject: "001.a.1", email: "x@privaterelay.appleid.com", isPrivateEmail: true)

        let event = try #require(
            try await site.notification([site.apple.event("email-disabled", of: user)]).events.first
        )

        #expect(event.email == EmailAddress("x@privaterelay.appleid.com"))
        #expect(event.isPrivateEmail == true)
    }

    @Test func `several events of one notification keep their order`() async throws {
        let site = try await AppleSite()
        let events = ["consent-revoked", "account-delete"].map { site.apple.event($0, of: site.ada) }

        #expect(
            try await site.notification(events, form: .text).events.map(\.kind) == [.consentRevoked, .accountDeleted]
        )
    }

    @Test func `without an id a notification is known by its content`() async throws {
        let site = try await AppleSite()
        var claims = site.apple.notificationClaims(
            [site.apple.event("consent-revoked", of: site.ada)],
            for: AppleSite.app
        )
        claims["jti"] = nil
        let body = try site.apple.notification(claims)

        let first = try await site.notifications.notification(in: body, for: [AppleSite.app])
        let again = try await site.notifications.notification(in: body, for: [AppleSite.app])

        #expect(first.id == again.id)
        #expect(first.id.count == 64)
    }

    @Test func `a notification without an end is good for a day`() async throws {
        let site = try await AppleSite()
        var claims = site.apple.notificationClaims(
            [site.apple.event("consent-revoked", of: site.ada)],
            for: AppleSite.app
        )
        claims["exp"] = nil
        let body = try site.apple.notification(claims)
        site.clock.advance(by: .hours(24))
        #expect(await site.rejection(body) == nil)

        site.clock.advance(by: .seconds(61))

        #expect(await site.rejection(body) == .tooOld)
    }

    @Test(arguments: BadNotification.all)
    func `a notification that Apple would not send is refused`(_ bad: BadNotification) async throws {
        let site = try await AppleSite()
        var claims = site.apple.notificationClaims(
            [site.apple.event("consent-revoked", of: site.ada)],
            for: AppleSite.app
        )
        bad.change(&claims)

        #expect(try await site.rejection(site.apple.notification(claims)) == bad.failure)
    }

    @Test func `a notification that Apple did not sign is refused`() async throws {
        let site = try await AppleSite()
        let claims = site.apple.notificationClaims(
            [site.apple.event("account-delete", of: site.ada)],
            for: AppleSite.app
        )

        #expect(try await site.rejection(site.apple.notification(claims, signer: .rsa(FakeRSAKey.other))) == .signature)
        #expect(
            try await site.rejection(site.apple.notification(claims, header: ["alg": "none"], signer: .nothing))
                == .header
        )
    }

    @Test(arguments: [
        "", "{}", "[]", "payload", "{\"payload\":1}", "{\"payload\":\"\"}", "{\"payload\":\"a.b.c\"}",
        "{\"payload\":\"a\",\"payload\":\"b\"}",
    ])
    func `a body that is no notification is refused`(_ body: String) async throws {
        let site = try await AppleSite()
        #expect(await site.rejection(Array(body.utf8)) == .malformed)
        #expect(site.apple.requests == 0)
    }

    @Test func `a body that is too large is not read`() async throws {
        let site = try await AppleSite()
        #expect(await site.rejection([UInt8](repeating: 0x20, count: 16_385)) == .tooLong)
    }

    @Test func `a tenant without client ids gets no notifications`() async throws {
        let site = try await AppleSite()
        let body = try site.apple.notification(
            site.apple.notificationClaims([site.apple.event("account-delete", of: site.ada)], for: AppleSite.app)
        )

        #expect(await site.rejection(body, for: []) == .noAudience)
    }
}

extension AppleSite {
    func notification(
        _ events: [JSONObject],
        form: FakeApple.EventForm = .text,
        id: String? = nil
    ) async throws -> AppleNotification {
        let body = try apple.notification(apple.notificationClaims(events, for: Self.app, form: form, id: id))
        return try await notifications.notification(in: body, for: [Self.app])
    }

    /// Why a notification is refused; nil when it is not.
    func rejection(_ body: [UInt8], for audiences: Set<String> = [AppleSite.app]) async -> AppleTokenFailure? {
        do throws(AppleTokenFailure) {
            _ = try await notifications.notification(in: body, for: audiences)
            return nil
        } catch { return error }
    }
}

/// One change that makes a notification none of Apple's.
struct BadNotification: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let failure: AppleTokenFailure
    let change: @Sendable (inout JSONObject) -> Void

    init(_ name: String, _ failure: AppleTokenFailure, _ change: @escaping @Sendable (inout JSONObject) -> Void) {
        testDescription = name
        self.failure = failure
        self.change = change
    }

    static let all: [BadNotification] = [
        BadNotification("foreign audience", .audience, { $0["aud"] = "com.evil" }),
        BadNotification("foreign issuer", .issuer, { $0["iss"] = "https://evil.example" }),
        BadNotification("expired", .expired, { $0["exp"] = 1 }),
        BadNotification("no events", .claim("events"), { $0["events"] = nil }),
        BadNotification("events that are no JSON", .claim("events"), { $0["events"] = "consent-revoked" }),
        BadNotification("events that are a number", .claim("events"), { $0["events"] = 1 }),
        BadNotification("an empty list", .claim("events"), { $0["events"] = [] }),
        BadNotification(
            "a member twice",
            .claim("events"),
            { $0["events"] = "{\"type\":\"a\",\"type\":\"b\",\"sub\":\"c\"}" }
        ),
        BadNotification("an event without a person", .claim("events"), { $0["events"] = ["type": "consent-revoked"] }),
        BadNotification("an event without a type", .claim("events"), { $0["events"] = ["sub": "001"] }),
        BadNotification(
            "a time that is a text",
            .claim("event_time"),
            { $0["events"] = ["type": "a", "sub": "001", "event_time": "now"] }
        ),
        BadNotification(
            "a time beyond all",
            .claim("event_time"),
            { $0["events"] = ["type": "a", "sub": "001", "event_time": .integer(.max)] }
        ),
        BadNotification("an id that is a number", .claim("jti"), { $0["jti"] = 1 }),
        BadNotification("an id too long", .claim("jti"), { $0["jti"] = .string(String(repeating: "j", count: 129)) }),
        BadNotification(
            "too many events",
            .claim("events"),
            { $0["events"] = .array([JSONValue](repeating: ["type": "a", "sub": "001"], count: 33)) }
        ),
    ]
}
