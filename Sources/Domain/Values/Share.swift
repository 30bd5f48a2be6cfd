/// How many of a number of things have a property, with the intervals in which the true share lies.
///
/// Two shares differ when the interval of their difference excludes zero. Unlike a z-test, both intervals hold for small
/// numbers and for shares of 0 and 1.
public struct Share: Sendable, Hashable {
    /// How sure an interval is: a quantile of the normal distribution.
    public enum Confidence: Double, Sendable {
        /// 95 %.
        case usual = 1.959963984540054
        /// 99.9 %: for what is asked again and again.
        case high = 3.290526731491926
    }

    public let count: Int
    public let total: Int

    public init(_ count: Int, of total: Int) {
        self.count = count
        self.total = total
    }

    /// From 0 to 1; nil of nothing.
    public var value: Double? { total > 0 ? Double(count) / Double(total) : nil }

    /// Returns Wilson's score interval; nil of nothing.
    public func interval(_ confidence: Confidence) -> ClosedRange<Double>? {
        guard let value else { return nil }
        let (n, z) = (Double(total), confidence.rawValue)
        let square = z * z
        let centre = (value + square / (2 * n)) / (1 + square / n)
        let reach = z * (value * (1 - value) / n + square / (4 * n * n)).squareRoot() / (1 + square / n)
        return max(0, centre - reach)...min(1, centre + reach)
    }

    /// Returns the interval of this share less another one, by Newcombe's hybrid score (Newcombe 1998, method 10); nil
    /// when one of them is of nothing.
    public func difference(from other: Share, _ confidence: Confidence) -> ClosedRange<Double>? {
        guard let value, let former = other.value, let own = interval(confidence),
            let others = other.interval(confidence)
        else { return nil }
        func length(_ one: Double, _ two: Double) -> Double { (one * one + two * two).squareRoot() }
        let difference = value - former
        let lower = difference - length(value - own.lowerBound, others.upperBound - former)
        let upper = difference + length(own.upperBound - value, former - others.lowerBound)
        return lower...upper
    }
}
