import Domain
import Testing

@testable import Stores

@Suite struct EventSequenceTests {
    private let ids = ["019a7f2e-1c2b-7def-8a9b-0123456789ab", "00000000-0000-4000-8000-0000000789ab"]

    /// Databases hold it: with another one, a repeated delivery would be stored a second time.
    @Test func `the sequence number of an event never changes`() throws {
        let id = try #require(Event.ID(ids[0]))

        #expect(EventSequence.number(id, try: 0) == 0x6789AB)
        #expect(EventSequence.number(id, try: 1) == 826_957_208)
    }

    @Test func `ids with the same end differ at the next try, within four bytes`() throws {
        let (one, other) = (
            try #require(Event.ID(ids[0])),
            try #require(Event.ID(ids[1].replacing("0000000789ab", with: "0000006789ab")))
        )

        #expect(EventSequence.number(one, try: 0) == EventSequence.number(other, try: 0))
        for place in 1..<EventSequence.maximumTries {
            #expect(EventSequence.number(one, try: place) != EventSequence.number(other, try: place))
            #expect((1 << 24..<1 << 31).contains(EventSequence.number(one, try: place)))
        }
    }
}
