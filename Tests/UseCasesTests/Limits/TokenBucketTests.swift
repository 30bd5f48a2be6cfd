import Domain
import Testing

@testable import UseCases

@Suite struct TokenBucketTests {
    private let start = Timestamp(milliseconds: 1_795_248_000_000)
    private let limit = RateLimit("test", capacity: 10, per: .minutes(15))

    private func claim(_ count: Int, of subject: String = "kim", _ limit: RateLimit? = nil) -> TokenClaim<String> {
        TokenClaim(limit: limit ?? self.limit, subject: subject, count: count)
    }

    @Test func `a bucket gives its capacity at once, and is refilled evenly`() {
        let buckets = TokenBuckets<String>()

        let first = buckets.take([claim(10)], at: start)
        let second = buckets.take([claim(1)], at: start)
        let early = buckets.take([claim(1)], at: start + .milliseconds(89_910))
        let third = buckets.take([claim(1)], at: start + .seconds(90))
        let last = buckets.take([claim(10)], at: start + .seconds(90) + .minutes(15))

        #expect(first.wait == nil && first.left == [0])
        #expect(second.wait == .seconds(90) && second.left == [0])
        #expect(early.wait == .milliseconds(90))
        #expect(third.wait == nil && last.wait == nil)
    }

    @Test func `after the time to wait there are as many tokens as were asked for`() {
        for (capacity, period) in [(7, Int64(1000)), (3, 60_001), (1200, 60_000), (999_983, 10_000)] {
            let limit = RateLimit("test", capacity: capacity, per: .milliseconds(period))
            for count in [1, 2, capacity / 2, capacity] where count > 0 {
                var bucket = TokenBucket(limit, nil, at: start)
                bucket.take(capacity)
                guard let wait = bucket.wait(for: count) else { return #expect(Bool(false)) }
                let (then, before) = (start + wait, start + wait - .milliseconds(1))
                #expect(TokenBucket(limit, bucket.state, at: then).wait(for: count) == nil)
                #expect(TokenBucket(limit, bucket.state, at: before).wait(for: count) != nil)
            }
        }
    }

    @Test func `all claims are met or none`() {
        let buckets = TokenBuckets<String>()
        _ = buckets.take([claim(8, of: "kim")], at: start)

        let rejected = buckets.take([claim(3, of: "lee"), claim(3, of: "kim")], at: start)
        let taken = buckets.take([claim(10, of: "lee"), claim(2, of: "kim")], at: start)

        #expect(rejected.wait == .seconds(90) && rejected.left == [10, 2])
        #expect(taken.wait == nil && taken.left == [0, 0])
    }

    @Test(arguments: [Duration.seconds(2), .minutes(5)])
    func `no time counts twice when the clock of one of two nodes is ahead`(ahead: Duration) {
        let limit = RateLimit("test", capacity: 60, per: .minutes(1))
        let buckets = TokenBuckets<String>()
        var taken = 0
        for step in 0..<1000 {
            let now = start + .milliseconds(Int64(step / 2) * 10) + (step.isMultiple(of: 2) ? ahead : .zero)
            if buckets.take([claim(1, of: "kim", limit)], at: now).wait == nil { taken += 1 }
        }

        #expect(taken == 60 + 4, "five seconds, of which the first bucket was full")
    }

    @Test(arguments: [9, 10])
    func `a clock that was set back refills nothing, and the bucket is refilled from there`(taken: Int) {
        let buckets = TokenBuckets<String>()
        _ = buckets.take([claim(taken)], at: start)

        let earlier = start - .days(30)
        let left = buckets.take(claim(10 - taken), at: earlier)
        let first = buckets.take(claim(1), at: earlier)
        let none = buckets.take([claim(1)], at: earlier + .milliseconds(89_910))
        let again = buckets.take([claim(1)], at: earlier + .seconds(90))

        #expect(left == nil && first == .seconds(90))
        #expect(none.wait == .milliseconds(90) && again.wait == nil)
    }

    @Test func `the time to wait begins when the clock is where it was`() {
        let buckets = TokenBuckets<String>()
        _ = buckets.take(claim(10), at: start)

        #expect(buckets.take(claim(1), at: start - .seconds(50)) == .seconds(140))
        #expect(buckets.take(claim(1), at: start + .milliseconds(89_999)) != nil)
        #expect(buckets.take(claim(1), at: start + .seconds(90)) == nil)
    }

    @Test func `requests that take nothing lose no part of a token, however frequent they are`() {
        let buckets = TokenBuckets<String>()
        _ = buckets.take(claim(10), at: start)
        for millisecond in 1..<90_000 {
            let now = start + .milliseconds(Int64(millisecond))
            if millisecond.isMultiple(of: 2) {
                _ = buckets.take(claim(0), at: now)
            } else {
                #expect(buckets.take(claim(1), at: now) != nil)
            }
        }

        #expect(buckets.take(claim(1), at: start + .seconds(90)) == nil)
    }

    @Test func `refunded tokens do not exceed the capacity`() {
        var bucket = TokenBucket(limit, nil, at: start)
        bucket.take(3)
        bucket.refund(2)
        #expect(bucket.left == 9 && bucket.fullAt == start + .seconds(90))
        bucket.refund(2)
        #expect(bucket.left == 10 && bucket.fullAt == start)
    }

    @Test func `the greatest limits and times overflow nothing`() {
        let limit = RateLimit("test", capacity: 320 << 24, per: .hours(1))
        for time in [Timestamp(milliseconds: .min), start, Timestamp(milliseconds: .max)] {
            var bucket = TokenBucket(limit, nil, at: start)
            bucket.take(limit.capacity)
            let moved = TokenBucket(limit, bucket.state, at: time)
            #expect(moved.left == (time > start ? limit.capacity : 0))
            #expect(moved.fullAt >= moved.state.updatedAt)
        }
    }

    @Test func `the number of buckets is bounded, and one in use stays`() {
        let buckets = TokenBuckets<String>(maximumCount: 100)
        let large = RateLimit("test", capacity: 1000, per: .hours(1))
        for number in 0..<10_000 {
            _ = buckets.take(claim(1, of: "\(number)"), at: start)
            if number.isMultiple(of: 20) { _ = buckets.take([claim(1, of: "kim", large)], at: start) }
        }

        #expect(buckets.count <= 100)
        #expect(buckets.take([claim(0, of: "kim", large)], at: start).left == [500])
    }

    @Test func `a flood of subjects does not refill the bucket of one that goes on trying`() {
        let buckets = TokenBuckets<String>(maximumCount: 100)
        _ = buckets.take(claim(10, of: "kim"), at: start)
        for number in 0..<10_000 {
            _ = buckets.take(claim(1, of: "\(number)"), at: start)
            if number.isMultiple(of: 20) { #expect(buckets.take(claim(1, of: "kim"), at: start) != nil) }
        }
    }
}
