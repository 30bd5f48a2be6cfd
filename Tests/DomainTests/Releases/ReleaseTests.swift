import Domain
import StrictJSON
import Testing

/// Rates of releases, their first hours, and the codes that came and went.
@Suite struct ReleaseTests {
    @Test func `a rate counts what worked and what failed, and nothing that users did`() {
        let rate = SuccessRate([
            .success: 90, .degraded: 5, .failed: 4, .inconsistent: 1, .cancelled: 50, .rejected: 20, .skipped: 3,
            .info: 9,
        ])

        #expect(rate == SuccessRate(successes: 95, results: 100))
        #expect(rate.value == 0.95)
    }

    /// The values of the usual examples of the Wilson score interval.
    @Test(arguments: [(95, 100, 0.8882, 0.9785), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (1, 2, 0.0945, 0.9055)])
    func `the interval is Wilson's`(successes: Int, results: Int, lower: Double, upper: Double) throws {
        let interval = try #require(SuccessRate(successes: successes, results: results).interval)

        #expect(abs(interval.lowerBound - lower) < 0.0001)
        #expect(abs(interval.upperBound - upper) < 0.0001)
    }

    @Test func `rates differ only when their intervals do`() {
        func rate(_ successes: Int, _ results: Int) -> SuccessRate {
            SuccessRate(successes: successes, results: results)
        }

        #expect(rate(990, 1000).compared(with: rate(900, 1000)) == .better)
        #expect(rate(900, 1000).compared(with: rate(990, 1000)) == .worse)
        #expect(rate(9, 10).compared(with: rate(10, 10)) == .similar)
        #expect(rate(9, 10).compared(with: rate(0, 0)) == .unknown)
        #expect(rate(0, 0).value == nil && rate(0, 0).interval == nil)
    }

    @Test func `a finding is true for ties, small samples and missing numbers`() {
        func finding(_ own: (Int, Int)?, _ former: (Int, Int)?, hasFormer: Bool = true) -> ReleaseFinding {
            ReleaseFinding(
                own.map { SuccessRate(successes: $0.0, results: $0.1) },
                hasFormer: hasFormer,
                former: former.map { SuccessRate(successes: $0.0, results: $0.1) }
            )
        }

        #expect(finding((990, 1000), (900, 1000)) == .better)
        #expect(finding((900, 1000), (990, 1000)) == .worse)
        #expect(finding((1, 1), (5, 5)) == .same && finding((1, 2), (50, 100)) == .same)
        #expect(finding((0, 3), (0, 900)) == .same)
        // Both are shown as 98.4%.
        #expect(finding((9841, 10_000), (9842, 10_000)) == .similar)
        #expect(finding((9, 10), (10, 10)) == .similar)
        #expect(finding((9, 10), nil, hasFormer: false) == .first)
        #expect(finding((0, 0), (9, 10)) == .noResults && finding((0, 0), nil, hasFormer: false) == .noResults)
        #expect(finding(nil, nil) == .notCounted && finding(nil, nil, hasFormer: false) == .notCounted)
        #expect(finding((9, 10), nil) == .formerNotCounted)
        #expect(finding((9, 10), (0, 0)) == .formerNoResults)
    }

    private let first = Timestamp(milliseconds: 1_795_251_600_000)

    @Test func `the first hours begin with the hour in which a release was seen`() {
        let seen = first + .minutes(40)

        let age = ReleaseAge(firstSeenAt: seen, now: first + .hours(3) + .minutes(5))

        #expect(age.hours == 4)
        #expect(age.range(of: seen, now: first + .hours(4)) == first..<first + .hours(4))
        #expect(ReleaseAge(firstSeenAt: seen, now: seen).hours == 1)
        #expect(ReleaseAge(firstSeenAt: seen, now: first + .days(40)).hours == 14 * 24)
        #expect(ReleaseAge(firstSeenAt: seen, now: first - .days(1)).hours == 1)
    }

    @Test func `first hours that are no longer counted are not compared`() {
        let age = ReleaseAge(firstSeenAt: first, now: first)

        #expect(age.range(of: first, now: first + .days(88)) != nil)
        #expect(age.range(of: first, now: first + .days(90)) == nil)
    }

    @Test func `codes are new when no earlier release had them, and gone when this one has none`() {
        func count(_ code: String, _ count: Int) -> ReleaseCodes.Count { ReleaseCodes.Count(code: code, count: count) }

        let codes = ReleaseCodes(
            counts: [count("a", 3), count("b", 9), count("c", 5)],
            firstSeenHere: ["a", "c", "never.counted"],
            former: [count("b", 7), count("d", 5), count("e", 4), count("f", 40)]
        )

        #expect(codes.new == [count("c", 5), count("a", 3)])
        #expect(codes.gone == [count("f", 40), count("d", 5)])
    }
}
