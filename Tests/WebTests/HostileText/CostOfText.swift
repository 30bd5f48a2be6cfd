/// Judges what hostile text costs beside as many plain bytes, and twice as much of it.
struct CostOfText {
    /// At most so many times what plain text costs.
    static let mostOverPlain = 3.0
    /// At most so many times what half of it costs.
    static let mostOverHalf = 2.5

    /// Below this nothing is judged: it is the cost of measuring, and of looking at each scalar in a build for
    /// debugging. What takes the square of so many bytes takes a hundred times as long.
    let stack: Duration
    let plain: Duration
    let half: Duration
    let whole: Duration

    /// Nil when it is fine.
    var problem: String? {
        if whole <= stack { return nil }
        if whole > Swift.max(plain, stack) * Self.mostOverPlain { return "\(whole) beside \(plain) of plain text" }
        if whole > Swift.max(half, stack) * Self.mostOverHalf { return "\(whole) for twice the bytes of \(half)" }
        return nil
    }
}
