import Domain

/// The tokens of one `RateLimit` that a subject has left: all at first, and refilled evenly.
///
/// It counts in thousandths of a token and in milliseconds.
package struct TokenBucket: Sendable {
    /// What is kept of a bucket.
    package struct State: Sendable {
        /// In thousandths of a token.
        package let level: Int64
        package let updatedAt: Timestamp

        package init(level: Int64, updatedAt: Timestamp) {
            self.level = level
            self.updatedAt = updatedAt
        }
    }

    /// The times of nodes, and of deliveries that overtake each other, differ by less: a node follows a step of its
    /// machine's clock by up to `InstallationClock.largestStep`, and slowly comes back.
    private static let greatestDifference = InstallationClock.largestStep * 2

    private let limit: RateLimit
    private let now: Timestamp
    private var level: Int64
    private let updatedAt: Timestamp
    /// Whether the clock was set back, so that the state has to be kept even when nothing was taken.
    package let wasSetBack: Bool

    /// A bucket refilled until `now`.
    ///
    /// When `now` lies a little before the last change, nothing is refilled until that time, so no time counts twice.
    /// When it lies further back, the clock was set back: nothing is refilled, and the bucket counts from `now`.
    /// - Parameter state: nil for a full bucket.
    package init(_ limit: RateLimit, _ state: State?, at now: Timestamp) {
        self.limit = limit
        self.now = now
        guard let state else {
            (level, updatedAt, wasSetBack) = (limit.full, now, false)
            return
        }
        let passed = now.since(state.updatedAt).wholeMilliseconds
        let refill =
            passed >= limit.milliseconds
            ? limit.full : Self.scale(limit.full, by: max(0, passed), over: limit.milliseconds).quotient
        level = min(limit.full, state.level + refill)
        wasSetBack = passed < -Self.greatestDifference.wholeMilliseconds
        updatedAt = wasSetBack ? now : max(state.updatedAt, now)
    }

    package var state: State { State(level: level, updatedAt: updatedAt) }

    /// Whole tokens.
    package var left: Int { Int(max(0, level) / 1000) }

    /// When the bucket is full again, rounded up to milliseconds.
    package var fullAt: Timestamp { time(ofLevel: limit.full) }

    /// Returns the time until there are so many tokens; nil when there are.
    package func wait(for count: Int) -> Duration? {
        let needed = Int64(count) * 1000
        return level < needed ? time(ofLevel: needed).since(now) : nil
    }

    package mutating func take(_ count: Int) { level -= Int64(count) * 1000 }
    package mutating func refund(_ count: Int) { level = min(limit.full, level + Int64(count) * 1000) }

    private func time(ofLevel needed: Int64) -> Timestamp {
        let (missing, full) = (max(0, needed - level), max(1, limit.full))
        let (quotient, remainder) = Self.scale(missing, by: limit.milliseconds, over: full)
        return updatedAt + .milliseconds(quotient + (remainder > 0 ? 1 : 0))
    }

    /// Multiplies and divides without an overflow in between.
    private static func scale(
        _ value: Int64,
        by factor: Int64,
        over divisor: Int64
    ) -> (quotient: Int64, remainder: Int64) {
        divisor.dividingFullWidth(value.multipliedFullWidth(by: factor))
    }
}

extension RateLimit {
    fileprivate var full: Int64 { Int64(capacity) * 1000 }
    fileprivate var milliseconds: Int64 { max(1, period.wholeMilliseconds) }
}
