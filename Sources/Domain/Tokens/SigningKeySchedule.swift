/// Says when signing keys are published, sign and are removed.
public struct SigningKeySchedule: Sendable, Hashable {
    /// How long a key signs before the next one takes over.
    public let period: Duration
    /// How long a new key is published before it signs: longer than clients cache the list of keys.
    public let notice: Duration
    /// How long a key stays published after its last signature.
    public let overlap: Duration

    public init(period: Duration = .days(90), notice: Duration = .minutes(15), overlap: Duration = .hours(1)) {
        self.period = period
        self.notice = notice
        self.overlap = overlap
    }
}
