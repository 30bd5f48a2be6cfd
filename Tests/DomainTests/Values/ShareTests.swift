import Domain
import Testing

@Suite struct ShareTests {
    /// Newcombe (1998), Statistics in Medicine 17:873–890, table II, method 10: 56/70 and 48/80.
    @Test func `the interval of a difference is Newcombe's`() throws {
        let difference = try #require(Share(56, of: 70).difference(from: Share(48, of: 80), .usual))

        #expect(abs(difference.lowerBound - 0.0524) < 0.0001)
        #expect(abs(difference.upperBound - 0.3339) < 0.0001)
    }

    @Test func `a higher confidence has a wider interval`() throws {
        let usual = try #require(Share(95, of: 100).interval(.usual))
        let high = try #require(Share(95, of: 100).interval(.high))

        #expect(abs(usual.lowerBound - 0.8882) < 0.0001 && abs(usual.upperBound - 0.9785) < 0.0001)
        #expect(high.lowerBound < usual.lowerBound && usual.upperBound < high.upperBound && high.upperBound < 1)
    }

    @Test func `nothing has no share, and shares of none and of all have their bounds`() throws {
        #expect(Share(0, of: 0).value == nil && Share(0, of: 0).interval(.usual) == nil)
        #expect(Share(1, of: 2).difference(from: Share(0, of: 0), .usual) == nil)
        #expect(try #require(Share(0, of: 10).interval(.usual)).lowerBound < 1e-12)
        #expect(try #require(Share(10, of: 10).interval(.usual)).upperBound > 1 - 1e-12)
    }
}
