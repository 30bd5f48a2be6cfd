/// Joins hours in which something failed into outages.
public enum OutageHours {
    private static let hour = Duration.hours(1)

    /// - Parameter hours: the starts of the hours, in any order.
    /// - Returns: the outages, latest first; an hour without a failure ends one.
    public static func joined(_ hours: [Timestamp]) -> [Range<Timestamp>] {
        var outages: [Range<Timestamp>] = []
        for start in Set(hours).sorted() {
            if let last = outages.last, last.upperBound == start {
                outages[outages.count - 1] = last.lowerBound..<start + hour
            } else {
                outages.append(start..<start + hour)
            }
        }
        return outages.reversed()
    }
}
