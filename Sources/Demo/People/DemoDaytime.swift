import Domain

/// The hours in which people use apps: many in the evening, few at night.
enum DemoDaytime {
    private static let weights: [(element: Int64, weight: Double)] = [
        1, 0.7, 0.5, 0.5, 0.7, 1.5, 3, 5, 6, 6, 6, 6.5, 7, 6.5, 6, 6, 6.5, 7.5, 8.5, 9, 8.5, 7, 4.5, 2,
    ].enumerated().map { (Int64($0.offset), $0.element) }

    /// A moment within a range, in an hour as likely as people are awake.
    static func moment(in range: Range<Timestamp>, _ random: inout SeededRandom) -> Timestamp {
        let day = DemoCalendar.midnight(before: random.moment(from: range.lowerBound, to: range.upperBound))
        let hour = day + .hours(random.pick(weights))
        let moment = random.moment(from: hour, to: hour + .hours(1))
        // The first and the last day are not whole.
        return range.contains(moment) ? moment : random.moment(from: range.lowerBound, to: range.upperBound)
    }
}
