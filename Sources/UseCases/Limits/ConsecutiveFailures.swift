import Domain

/// Says how long an account waits between tries after many consecutive failures, from any network at any time.
///
/// Limits that refill allow guessing without end: a hundred an hour are 2,400 a day. NIST SP 800-63B-4 §3.2.2 allows a
/// hundred in a row.
public enum ConsecutiveFailures {
    /// The number of failures in a row without a delay.
    public static let free = 100
    /// The wait after that many failures; each further one doubles it.
    static let firstWait = Duration.minutes(1)
    static let longestWait = Duration.days(1)

    /// Returns the time from the last of so many failures to the next allowed try; nil for none.
    public static func wait(after failures: Int) -> Duration? {
        guard failures >= free else { return nil }
        // A day is reached after eleven doublings.
        return min(longestWait, firstWait * (1 << min(failures - free, 11)))
    }
}
