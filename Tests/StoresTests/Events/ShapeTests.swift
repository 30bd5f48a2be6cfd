import Domain
import Testing

@testable import Stores

@Suite struct ShapeTests {
    private func shape(_ texts: EventTexts, failure: Int? = nil) throws -> Shape {
        let content = EventContent(
            id: try #require(Event.ID("019a7f2e-1c2b-7def-8a9b-0123456789ab")),
            occurredAt: Timestamp(milliseconds: 0),
            stage: .sessionStore,
            outcome: .failed,
            texts: texts,
            error: EventError(domain: "NSOSStatusErrorDomain", code: "-25308")
        )
        let scrubbed = Scrubber { _ in "00000000" }.scrub(DecodedEvent(content))
        return Shape(Classifier.classify(scrubbed, receivedAt: Timestamp(milliseconds: 0)), failure: failure)
    }

    /// Databases hold it: with another one, every shape would be stored a second time.
    @Test func `the fingerprint of a shape never changes`() throws {
        let shape = try shape([
            .provider: "apple", .platform: "ios", .appVersion: "2.4.0", .deviceModel: "iPhone16,1",
            .environment: "production", .user: "u",
        ])

        #expect(Array(shape.fingerprint) == Hexadecimal.decode("1ffbafd579efaabe910dfd80dede7362"))
    }

    @Test func `users, sessions and installations are not part of a shape`() throws {
        #expect(
            try shape([.platform: "ios", .user: "u", .installation: "i"]) == shape([.platform: "ios", .session: "s"])
        )
        #expect(try shape([.network: "wifi"]) != shape([.network: "cellular"]))
        #expect(try shape([.platform: "ios"], failure: 1) != shape([.platform: "ios"], failure: 2))
        #expect(try shape([.platform: "ios"]) != shape([.environment: "ios"]))
        #expect(try shape([.platform: "caf\u{E9}"]) != shape([.platform: "cafe\u{301}"]))
    }

    @Test func `the failure and further dimensions are part of the fingerprint only where they have a value`() throws {
        let shapes = [
            try shape([.platform: "ios"]), try shape([.platform: "ios"], failure: 1),
            try shape([.platform: "ios", .build: "1"]), try shape([.platform: "ios", .name: "1"]),
        ]

        #expect(Set(shapes.map(\.fingerprint)).count == 4)
    }

    @Test func `folding keeps what the server assigns`() throws {
        let folded = try shape([.platform: "ios", .appVersion: "2.4.0"]).folded

        #expect(folded[.platform] == "other" && folded[.appVersion] == "other" && folded[.provider] == nil)
        #expect(folded[.stage] == "session-store" && folded[.code] == "keychain.locked")
        #expect(folded.folded == folded)
    }

    @Test func `a bare shape has all texts, and keeps what the server assigns`() throws {
        let bare = try shape([.platform: "ios", .appVersion: "2.4.0"], failure: 7).bare

        #expect(EventDimension.texts.filter(ShapeColumns.has).allSatisfy { bare[$0] == "other" })
        #expect(bare[.stage] == "session-store" && bare[.code] == "keychain.locked" && bare.failure == 7)
        #expect(try bare == shape([.network: "wifi"], failure: 7).bare)
        #expect(bare.folded == bare && bare.bare == bare)
    }
}
