import Database
import Domain

/// The shapes of one error that no table has.
struct UnknownErrorGroup {
    let key: FailureKey
    private(set) var stages: Set<Stage> = []
    private(set) var count = 0
    private(set) var first = Timestamp(milliseconds: .max)
    /// The start of the last day.
    private(set) var last = Timestamp(milliseconds: 0)
    private var shapes: [(id: Int, last: Timestamp)] = []

    init(_ key: FailureKey) {
        self.key = key
    }

    mutating func add(_ row: Row) throws {
        let (firstDay, lastDay): (Timestamp, Timestamp) = (try row.get("first_day"), try row.get("last_day"))
        stages.insert(try row.get("stage"))
        count += try row.get("n", as: Int.self)
        first = min(first, try row.find("created_at") ?? firstDay)
        last = max(last, lastDay)
        shapes.append((try row.get("shape_id"), lastDay))
    }

    /// The most frequent shapes of the last day.
    var latestShapes: LatestEvents.Group {
        LatestEvents.Group(
            shapes: shapes.filter { $0.last == last }.prefix(UnknownErrorSearch.shapesOfExample).map(\.id),
            day: last.milliseconds
        )
    }
}
