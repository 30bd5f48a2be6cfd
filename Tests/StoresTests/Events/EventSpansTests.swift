import Testing

@testable import Stores

/// A range of time is covered once, whatever the spans have.
@Suite struct EventSpansTests {
    @Test(arguments: [false, true], 1...20 as ClosedRange<UInt64>)
    func `spans cover a range without gaps, nearest first`(isBackward: Bool, seed: UInt64) {
        var state = seed
        func random(_ bound: UInt64) -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return (state >> 33) % bound
        }
        var spans = EventSpans(isBackward: isBackward)
        var edges: [Range<Int64>] = []
        for range in [10..<40_000_000_000, 50_000_000_000..<50_003_600_000] as [Range<Int64>] {
            spans.begin(range, from: nil)
            var covered = isBackward ? range.lowerBound : range.upperBound
            while var span = spans.next() {
                while EventSpans.canShorten(span), random(4) == 0, let shorter = spans.shorter(span) { span = shorter }
                #expect((isBackward ? span.lowerBound : span.upperBound) == covered)
                #expect(!span.isEmpty && range.contains(span.lowerBound) && range.contains(span.upperBound - 1))
                covered = isBackward ? span.upperBound : span.lowerBound
                edges.append(span)
                spans.adapt(after: span, rows: Int(random(100)), wanted: 51)
            }
            #expect(covered == (isBackward ? range.upperBound : range.lowerBound))
        }
        #expect(edges.count > 10)
    }

    @Test(arguments: [false, true])
    func `spans begin at a place, grow where there is nothing, and shrink where there is much`(isBackward: Bool) {
        var spans = EventSpans(isBackward: isBackward)
        let place = EventPlace(occurredAt: 500_000_000, seq: 7)
        spans.begin(0..<1_000_000_000, from: place)
        let first = spans.next()
        #expect(first == (isBackward ? 500_000_000..<500_060_000 : 499_940_001..<500_000_001))
        spans.adapt(after: first ?? 0..<0, rows: 0, wanted: 51)
        #expect(spans.next()?.count == 480_000)
        spans.adapt(after: 0..<480_000, rows: 510, wanted: 51)
        #expect(spans.next()?.count == 48_000)
        spans.begin(0..<1_000_000_000, from: EventPlace(occurredAt: isBackward ? 2_000_000_000 : -5, seq: 0))
        #expect(spans.next() == nil)
    }
}
