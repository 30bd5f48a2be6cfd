/// Parts of ranges of time, nearest first, each about as long as has the rows that one statement reads.
struct EventSpans {
    private static let firstWidth: Int64 = 60_000
    private static let shortestWidth: Int64 = 1000
    private static let fastestGrowth: Int64 = 8
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
        let length = min(width, open.upperBound - open.lowerBound)
        let middle = isBackward ? open.lowerBound + length : open.upperBound - length
        let (earlier, later) = (open.lowerBound..<middle, middle..<open.upperBound)
        open = isBackward ? later : earlier
        return isBackward ? earlier : later
    }

    static func canShorten(_ span: Range<Int64>) -> Bool { length(span) > shortestWidth }

    /// Returns the nearer part of a span that has too many rows; the next ones cover the rest.
    mutating func shorter(_ span: Range<Int64>) -> Range<Int64>? {
        width = max(Self.length(span) / Self.fastestGrowth, Self.shortestWidth)
        open = isBackward ? span.lowerBound..<open.upperBound : open.lowerBound..<span.upperBound
        return next()
    }

    /// Makes the next spans longer or shorter.
    /// - Parameters:
    ///   - span: the last one.
    ///   - rows: how many it had.
    ///   - wanted: how many the next one should have.
    mutating func adapt(after span: Range<Int64>, rows: Int, wanted: Int) {
        let length = Self.length(span)
        if rows > wanted {
            width = max(1, Int64(Double(length) * Double(wanted) / Double(rows)))
        } else if length == width {
            // The last span of a range can be shorter, and says less.
            let growth = min(Int64(wanted / max(rows, 1)), Self.fastestGrowth)
            width = min(length * max(growth, 1), Self.longestWidth)
        }
    }

    private static func length(_ span: Range<Int64>) -> Int64 { span.upperBound - span.lowerBound }
}
