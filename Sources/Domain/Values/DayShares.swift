/// Counts what subjects use on one day, in fixed memory: a count-min sketch (Cormode and Muthukrishnan, 2005) with
/// conservative update (Estan and Varghese, 2002), which raises no counter further than it must.
///
/// It may count too much for a subject, on average at most the sum of all divided by `columns`, and never too little: a
/// flood of subjects does not make it forget any. The hash is seeded for each process, so an attacker cannot choose
/// subjects that share their counters.
public struct DayShares<Subject: Hashable>: Sendable {
    /// A subject has one counter in each row.
    private static var rows: Int { 4 }

    private let columns: Int
    /// The start of the latest day.
    private var day: Timestamp?
    /// Row by row; empty until something is counted.
    private var counters: [Int64] = []

    /// - Parameter columns: they take 32 bytes each.
    public init(columns: Int) { self.columns = max(1, columns) }

    /// Counts for a subject. A later day begins with zero, and what comes late for an earlier one is not counted.
    /// - Parameter day: the start of the day.
    public mutating func add(_ count: Int64, to subject: Subject, on day: Timestamp) {
        if let latest = self.day, day < latest { return }
        if self.day != day {
            self.day = day
            counters = [Int64](repeating: 0, count: columns * Self.rows)
        }
        let places = places(of: subject)
        let (sum, overflow) = smallest(of: places).addingReportingOverflow(max(0, count))
        for place in places { counters[place] = max(counters[place], overflow ? .max : sum) }
    }

    /// Returns what a subject has used at most.
    /// - Parameter day: the start of the day.
    public func used(by subject: Subject, on day: Timestamp) -> Int64 {
        self.day == day ? smallest(of: places(of: subject)) : 0
    }

    private func smallest(of places: [Int]) -> Int64 { places.reduce(.max) { min($0, counters[$1]) } }

    private func places(of subject: Subject) -> [Int] {
        (0..<Self.rows).map { row in
            var hasher = Hasher()
            hasher.combine(row)
            hasher.combine(subject)
            return row * columns + Int(UInt(bitPattern: hasher.finalize()) % UInt(columns))
        }
    }
}
