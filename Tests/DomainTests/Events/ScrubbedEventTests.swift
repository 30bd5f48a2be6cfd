import Testing

@testable import Domain

struct ScrubbedEventTests {
    private let scrubber = Scrubber(pseudonym: { _ in "00000000" })
    private let id = Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")!  // written out above, so it parses

    private func event(texts: EventTexts = [:], _ attributes: [EventAttribute] = []) -> DecodedEvent {
        DecodedEvent(
            EventContent(
                id: id,
                occurredAt: Timestamp(milliseconds: 0),
                stage: .ui,
                outcome: .failed,
                texts: texts,
                attributes: attributes
            )
        )
    }

    private func scrubbed(_ name: String, _ value: EventAttribute.Value) -> EventAttribute? {
        scrubber.scrub(event([EventAttribute(name, value)])).content.attributes.first
    }

    @Test func `a version is not an address`() {
        let event = event(texts: [.appVersion: "10.20.30.40", .osVersion: "26.1.2.3"])

        #expect(scrubber.scrub(event).content == event.content)
    }

    @Test(arguments: [
        ("password", "[secret]"), ("user.password", "[secret]"), ("Client-Secret", "[secret]"), ("cookie", "[secret]"),
        ("http.request.header.authorization", "[token:00000000]"), ("access_token", "[token:00000000]"),
        ("idToken", "[token:00000000]"),
        ("nonce", "[token:00000000]"), ("api_key", "[token:00000000]"), ("email", "[email:00000000]"),
        ("user.email", "[email:00000000]"),
        ("verification_code", "[secret]"), ("sms_code", "[secret]"), ("mfa_code", "[secret]"),
        ("oneTimeCode", "[secret]"),
        ("auth_token", "[token:00000000]"), ("X-Session-Token", "[token:00000000]"), ("jwt", "[token:00000000]"),
        ("bearer", "[token:00000000]"), ("pass", "[secret]"), ("password2", "[secret]"), ("passwordHash", "[secret]"),
        ("secretKey", "[secret]"), ("credential", "[secret]"), ("mot_de_passe", "[secret]"), ("mdp", "[secret]"),
        ("Passwort", "[secret]"),
        ("phone_number", "[phone]"), ("user.full_name", "[name]"), ("last_name", "[name]"),
    ])
    func `a value under a sensitive name is removed entirely`(name: String, expected: String) {
        #expect(scrubbed(name, .text("Some words here")) == EventAttribute(name, .text(expected)))
    }

    @Test func `a number under a sensitive name is removed too`() {
        #expect(scrubbed("password", .integer(123_456)) == EventAttribute("password", .text("[secret]")))
        #expect(scrubbed("otp", .number(0.5)) == EventAttribute("otp", .text("[secret]")))
        #expect(scrubbed("card", .integer(4_242_424_242_424_242)) == EventAttribute("card", .text("[card]")))
        #expect(scrubbed("code", .integer(987_654)) == EventAttribute("code", .text("[token:00000000]")))
    }

    @Test(
        arguments: [
            ("auth.password", .text("too_short")), ("auth.token", .text("expired token")),
            ("token_endpoint", .text("apple")),
            ("status_code", .integer(401_401)), ("error_code", .text("E1234567x")), ("country_code", .text("FR")),
            ("zip_code", .integer(751_001)), ("token_count", .integer(3)), ("token_type", .text("Bearer")),
            ("auth.stage", .text("token-exchange")),
            ("password", .text("missing")), ("password", .bool(true)), ("code", .integer(-25308)),
            ("code", .text("invalid_grant")),
            ("state", .text("restoring")), ("http.response.status_code", .integer(401)),
            ("duration_ms", .integer(1_732_179_900_123)),
            ("ratio", .number(0.25)), ("trace", .text("4bf92f3577b34da6a3ce929d0e0e4736")),
        ] as [(String, EventAttribute.Value)]
    )
    func `evidence under a plain name stays`(name: String, value: EventAttribute.Value) {
        #expect(scrubbed(name, value) == EventAttribute(name, value))
    }

    @Test func `an email address in a name is removed too`() {
        #expect(scrubbed("ctx.zq@example.org.x", .integer(1)) == EventAttribute("[email:00000000].x", .integer(1)))
    }

    @Test func `a name of our own is exempt in our own events only`() {
        var event = event([EventAttribute("auth.password", .text("hunter2"))])
        #expect(scrubber.scrub(event).content.attributes == [EventAttribute("auth.password", .text("[secret]"))])

        event.content.source = .server
        #expect(scrubber.scrub(event).content.attributes == event.content.attributes)
    }

    @Test func `our own namespace does not hide a token`() {
        #expect(
            scrubbed("auth.note", .text("ada@example.com")) == EventAttribute("auth.note", .text("[email:00000000]"))
        )
    }
}
