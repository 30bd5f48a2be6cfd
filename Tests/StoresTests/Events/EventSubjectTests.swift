import Domain
import Foundation
import StrictJSON
import Testing

@testable import Stores

@Suite struct EventSubjectTests {
    /// SplitMix64, so that a failure can be repeated.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var bits = state
            bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
            bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
            return bits ^ bits >> 31
        }
    }

    private func expectRoundTrip(_ text: String) {
        let stored = EventSubject.text(EventSubject.bytes(text))
        #expect(stored?.hasSameBytes(as: text) == true, "\(text)")
    }

    @Test func `a UUID is read as it was stored, whatever its first byte is`() {
        var random = Random(state: 7)
        for first in UInt8.min...UInt8.max {
            for _ in 0..<20 {
                let rest = (0..<15).map { _ in UInt8.random(in: .min ... .max, using: &random) }
                expectRoundTrip(UUID(bytes: [first] + rest).hyphenated)
            }
        }
        expectRoundTrip("00a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907")
        #expect(EventSubject.bytes("01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907").count == 16)
    }

    @Test func `a text is read as it was stored, also one of fifteen bytes`() {
        var random = Random(state: 11)
        for length in 0..<40 {
            for _ in 0..<50 {
                expectRoundTrip(
                    String(
                        String.UnicodeScalarView(
                            (0..<length).map { _ in Unicode.Scalar(.random(in: 0..<0x250, using: &random)) ?? "x" }
                        )
                    )
                )
            }
        }
        expectRoundTrip("fifteen bytes 7")
        expectRoundTrip("")
    }

    @Test(arguments: ["0193A0C5-7F1E-7C3A-9B5D-2F64C1E8A907", "00A3F1C2-7B1E-4C3A-9B5D-2F64C1E8A907"])
    func `a UUID is the same in either case`(_ text: String) {
        #expect(EventSubject.bytes(text) == EventSubject.bytes(text.lowercased()))
    }

    @Test func `a UUID that an earlier version stored with a zero first is read`() {
        let id = UUID(hyphenated: "00a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907")

        #expect(id.flatMap { EventSubject.text(Data($0.bytes)) } == "00a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907")
    }
}
