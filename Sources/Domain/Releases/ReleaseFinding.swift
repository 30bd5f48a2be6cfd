/// What the first hours of a release say beside those of the release before.
public enum ReleaseFinding: String, Sendable, CaseIterable {
    /// The intervals do not overlap.
    case better, worse
    /// The rates are the same number.
    case same
    /// The intervals overlap: the difference can be chance.
    case similar
    /// No release was seen before.
    case first
    /// The release has no result.
    case noResults = "no_results"
    /// The first hours of the release are no longer counted.
    case notCounted = "not_counted"
    /// The first hours of the release before are no longer counted.
    case formerNotCounted = "former_not_counted"
    /// The release before has no result at that age.
    case formerNoResults = "former_no_results"

    /// - Parameters:
    ///   - rate: nil when the first hours of the release are no longer counted.
    ///   - hasFormer: whether a release was seen before.
    ///   - former: nil when its first hours are no longer counted.
    public init(_ rate: SuccessRate?, hasFormer: Bool, former: SuccessRate?) {
        guard let rate else {
            self = .notCounted
            return
        }
        guard rate.results > 0 else {
            self = .noResults
            return
        }
        guard hasFormer else {
            self = .first
            return
        }
        guard let former else {
            self = .formerNotCounted
            return
        }
        switch rate.compared(with: former) {
        case .better: self = .better
        case .worse: self = .worse
        case .similar: self = rate.isSame(as: former) ? .same : .similar
        case .unknown: self = .formerNoResults
        }
    }
}
