/// Parts of ranges of time, nearest first, each about as long as has the rows that one statement reads.
struct EventSpans {
    private static let firstWidth: Int64 = 60_000
    private static let fastestGrowth = 8.0
    private static let longestWidth: Int64 = 1 << 50

    let isBackward: Bool
    private var width = Self.firstWidth
    /// What no span has covered yet.
    private var open: Range<Int64> = 0..<0

    init(isBackward: Bool) { self.isBackward = isBackward }

    /// - Parameter place: where a page begins; the spans cover what comes after it.
    mutating func begin(_ range: Range<Int64>, from place: EventPlace?) {
        open = range
        guard let place else { return }
        open = open.clamped(to: isBackward ? place.occurredAt..<Int64.max : Int64.min..<place.occurredAt + 1)
    }

    /// Returns the next span; nil at the end.
    mutating func next() -> Range<Int64>? {
        guard !open.isEmpty else { return nil }
        let width = min(width, open.upperBound - open.lowerBound)
        let middle = isBackward ? open.lowerBound + width : open.upperBound - width
        let (earlier, later) = (open.lowerBound..<middle, middle..<open.upperBound)
        open = isBackward ? later : earlier
        return isBackward ? earlier : later
    }

    /// Makes the next spans longer or shorter.
    /// - Parameters:
    ///   - rows: how many the last span had.
    ///   - wanted: how many the next one should have.
    mutating func adapt(rows: Int, wanted: Int) {
        let factor = Double(wanted) / Double(max(rows, 1))
        let bounded = min(max(factor, 1 / Self.fastestGrowth), Self.fastestGrowth)
        width = min(max(Int64(Double(width) * bounded), 1), Self.longestWidth)
    }
}
