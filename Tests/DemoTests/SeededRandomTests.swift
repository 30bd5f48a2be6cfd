import Testing

@testable import Demo

struct SeededRandomTests {
    @Test func `the numbers are those of SplitMix64`() {
        var random = SeededRandom(seed: 1_234_567)

        let numbers = (0..<3).map { _ in random.next() }

        // From the reference implementation: https://prng.di.unimi.it/splitmix64.c
        let expected: [UInt64] = [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423]
        #expect(numbers == expected)
    }

    @Test func `parts of one seed have other numbers`() {
        var first = SeededRandom(seed: 1, part: 1)
        var second = SeededRandom(seed: 1, part: 2)

        #expect(first.next() != second.next())
    }

    @Test func `weights say how often an element is picked`() {
        var random = SeededRandom(seed: 1)

        let picked = (0..<1000).map { _ in random.pick([("often", 9.0), ("seldom", 1.0)]) }

        #expect((850...950).contains(picked.count { $0 == "often" }))
    }
}
