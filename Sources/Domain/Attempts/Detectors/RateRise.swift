/// A share of the last hour that is higher than usual, beyond chance and beyond the time of day.
///
/// A rate that falls is good news or an outage, which opens failures of its own, so that only a rise is one.
public struct RateRise: Sendable, Hashable {
    /// The number of results that the last hour must have.
    public static let minimumResults = 50
    /// The number of results that the days before must have.
    public static let minimumFormerResults = 200
    /// How many times the former share the recent one must be: with many results the least difference is sure.
    static let factor = 1.5

    public let recent: Share
    public let former: Share

    /// - Parameters:
    ///   - recent: of the last hour.
    ///   - former: of the days before.
    ///   - sameHours: of the same hours of these days; too few results are not compared.
    /// - Returns: nil when there is no rise, or when there are too few results to tell.
    public init?(recent: Share, former: Share, sameHours: Share) {
        guard Self.canRise(recent), former.total >= Self.minimumFormerResults, Self.isRise(recent, from: former) else {
            return nil
        }
        if sameHours.total >= Self.minimumFormerResults, !Self.isRise(recent, from: sameHours) { return nil }
        self.recent = recent
        self.former = former
    }

    /// Whether a share can be a rise at all, whatever it was before.
    public static func canRise(_ recent: Share) -> Bool { recent.count > 0 && recent.total >= minimumResults }

    private static func isRise(_ recent: Share, from former: Share) -> Bool {
        guard let difference = recent.difference(from: former, .high) else { return false }
        // Products of whole numbers, so that a share that is exactly so many times the former one is not lost to rounding.
        let isLarge =
            Double(recent.count) * Double(former.total) >= factor * Double(former.count) * Double(recent.total)
        return difference.lowerBound > 0 && isLarge
    }
}
