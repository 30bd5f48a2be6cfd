import Domain
import Foundation
import Testing

@Suite struct UUIDTextTests {
    private static let text = "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907"

    @Test func `a UUID is read in either case`() {
        #expect(UUID(hyphenated: Self.text)?.hyphenated == Self.text)
        #expect(UUID(hyphenated: Self.text.uppercased())?.hyphenated == Self.text)
        #expect(UUID(hyphenated: Self.text) == UUID(uuidString: Self.text))
    }

    @Test(arguments: [
        "", "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a90", "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a9070",
        "01a3f1c27b1e4c3a9b5d2f64c1e8a907", "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a90-",
        "01a3f1c207b1e-4c3a-9b5d-2f64c1e8a907",
        "01a3f1c-27b1e-4c3a-9b5d-2f64c1e8a907", "-1a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a907",
        "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a9g7", "01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8aé7",
        "{01a3f1c2-7b1e-4c3a-9b5d-2f64c1e8a}",
    ])
    func `anything else is none`(text: String) { #expect(UUID(hyphenated: text) == nil) }

    @Test func `a hyphen or another character in any other place makes it invalid`() {
        for place in 0..<36 {
            for character in "-g/:@`{G\u{0}" {
                var characters = Array(Self.text)
                guard characters[place] != character else { continue }
                characters[place] = character
                #expect(UUID(hyphenated: String(characters)) == nil, "\(place)")
            }
        }
    }
}

@Suite struct Version7Tests {
    @Test(arguments: [0, 1, 1_795_687_200_123, (1 << 48) - 1] as [Int64])
    func `the id tells the moment at which it was made`(milliseconds: Int64) {
        let time = Timestamp(milliseconds: milliseconds)

        #expect(UUID.version7(at: time, random: (.max, .max)).version7Time == time)
        #expect(UUID.version7(at: time, random: (0, 0)).version7Time == time)
    }

    @Test(arguments: [
        "0193a0c5-7f1e-4c3a-9b5d-2f64c1e8a907", "0193a0c5-7f1e-7c3a-cb5d-2f64c1e8a907",
        "00000000-0000-0000-0000-000000000000",
    ])
    func `an id of another version or variant tells none`(text: String) throws {
        #expect(try #require(UUID(hyphenated: text)).version7Time == nil)
    }
}
