import Testing

@testable import Domain

@Suite struct FailureKeyTests {
    private func event(
        _ outcome: Outcome,
        error: EventError? = nil,
        attributes: [EventAttribute] = []
    ) throws -> ClassifiedEvent {
        let content = EventContent(
            id: try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .sessionStore,
            outcome: outcome,
            error: error,
            attributes: attributes
        )
        let scrubbed = Scrubber { _ in "00000000" }.scrub(DecodedEvent(content))
        return Classifier.classify(scrubbed, receivedAt: Timestamp(milliseconds: 0))
    }

    private let locked = EventError(
        domain: "App.SessionError",
        code: "3",
        message: "No session",
        chain: [
            .init(domain: "App.KeychainError", code: "1"), .init(domain: "NSOSStatusErrorDomain", code: "-25308"),
        ]
    )

    @Test func `a failure is made of the outermost and the deepest error, never of a message`() throws {
        var other = locked
        other.message = "Another message"
        other.chain[0].code = "2"

        let key = try #require(try event(.failed, error: locked).failure)

        #expect(key.code == "keychain.locked" && key.stage == .sessionStore)
        #expect(key.root == .init(domain: "App.SessionError", code: "3"))
        #expect(key.cause == .init(domain: "NSOSStatusErrorDomain", code: "-25308"))
        #expect(try event(.failed, error: other).failure == key)
    }

    @Test func `another error, server code or class of status is another failure`() throws {
        var other = locked
        other.code = "4"
        var deeper = locked
        deeper.chain[1].code = "-25300"
        let keys = [
            try event(.failed, error: locked).failure, try event(.failed, error: other).failure,
            try event(.failed, error: deeper).failure,
            try event(.failed, error: locked, attributes: [.init("http.response.status_code", .integer(503))]).failure,
            try event(.failed, error: locked, attributes: [.init("http.response.status_code", .integer(404))]).failure,
            try event(.failed, error: locked, attributes: [.init("error_code", .text("session_not_found"))]).failure,
        ]

        #expect(Set(keys.compactMap(\.self)).count == keys.count)
        #expect(
            try event(.failed, error: locked, attributes: [.init("http.response.status_code", .integer(500))]).failure
                == keys[3]
        )
    }

    @Test(arguments: [Outcome.success, .cancelled, .rejected, .skipped, .info])
    func `what is no error opens no failure`(outcome: Outcome) throws {
        #expect(try event(outcome, error: locked).failure == nil)
    }

    @Test func `a cancellation reported as failed opens no failure`() throws {
        let cancelled = EventError(domain: "com.apple.AuthenticationServices.AuthorizationError", code: "1001")

        #expect(try event(.failed, error: cancelled).failure == nil)
        #expect(try event(.failed).failure?.code == Classifier.unclassified)
    }

    @Test func `folding leaves only what the server assigns`() throws {
        let folded = try #require(try event(.failed, error: locked).failure).folded

        #expect(folded.root == nil && folded.cause == nil && folded.code == "keychain.locked")
        #expect(folded.folded == folded)
    }
}
