import Domain
import Foundation
import Testing

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
