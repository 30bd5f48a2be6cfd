import StrictJSON

extension JSONLimits {
    /// The limits of files that this program wrote itself.
    static let own = JSONLimits(
        maximumElements: 5_000_000,
        maximumStringBytes: 32 << 20,
        maximumNameBytes: .max,
        maximumMarks: .max
    )
}
