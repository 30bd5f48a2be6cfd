import StrictJSON

extension JSONLimits {
    /// For what this program wrote itself.
    static let own = JSONLimits(
        maximumElements: 5_000_000,
        maximumStringBytes: 32 << 20,
        maximumNameBytes: .max,
        maximumMarks: .max
    )
}
