import Domain
import Testing

@testable import Stores

@Suite struct ShapeTests {
    private func shape(_ texts: EventTexts) throws -> Shape {
        let content = EventContent(
            id: try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .sessionStore,
            outcome: .failed,
            texts: texts,
            error: EventError(domain: "NSOSStatusErrorDomain", code: "-25308")
        )
        let scrubbed = Scrubber { _ in "00000000" }.scrub(DecodedEvent(content))
        return Shape(Classifier.classify(scrubbed, receivedAt: Timestamp(milliseconds: 0)))
    }

    /// Databases hold it: with another one, every shape would be stored a second time.
    @Test func `the fingerprint of a shape never changes`() throws {
        let shape = try shape([
            .provider: "apple", .platform: "ios", .appVersion: "2.4.0", .deviceModel: "iPhone16,1",
            .environment: "production", .user: "u", .network: "wifi",
        ])

        #expect(Array(shape.fingerprint) == Hexadecimal.decode("1ffbafd579efaabe910dfd80dede7362"))
    }

    @Test func `users, sessions and networks are not part of a shape`() throws {
        #expect(
            try shape([.platform: "ios", .user: "u", .network: "wifi"]) == shape([.platform: "ios", .session: "s"])
        )
        #expect(try shape([.platform: "ios"]) != shape([.environment: "ios"]))
        #expect(try shape([.platform: "caf\u{E9}"]) != shape([.platform: "cafe\u{301}"]))
    }

    @Test func `folding keeps what the server assigns`() throws {
        let folded = try shape([.platform: "ios", .appVersion: "2.4.0"]).folded

        #expect(folded[.platform] == "other" && folded[.appVersion] == "other" && folded[.provider] == nil)
        #expect(folded[.stage] == "session-store" && folded[.code] == "keychain.locked")
        #expect(folded.folded == folded)
    }
}
