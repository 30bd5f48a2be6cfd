/// The end of a wait.
struct Deadline {
    private let end: ContinuousClock.Instant

    init(in duration: Duration) { end = .now + duration }

    /// The remaining time, for `poll`.
    var milliseconds: Int32 { Int32(clamping: max(0, Int(((end - .now) / .milliseconds(1)).rounded(.up)))) }
}
