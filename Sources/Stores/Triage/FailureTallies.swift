import Database
import Domain
import StrictJSON
import UseCases

/// Counts the events of failures within a period, from the counts.
struct FailureTallies {
    struct Tally {
        let failure: Int
        let count: Int
    }

    /// The number of shapes of one failure whose events are counted.
    static let countedShapes = 2000

    let period: FailurePeriod
    let now: Timestamp
    let tenant: Int
    let shapes: ShapeCache
    /// The release that events must have; nil for every release.
    var release: String?

    var from: Timestamp { Self.start(of: period, at: now) }
    private var to: Timestamp { now + .milliseconds(1) }

    static func start(of period: FailurePeriod, at now: Timestamp) -> Timestamp { period.starts(at: now).first ?? now }

    /// Returns the failures of the period, most events first.
    func top(code: String?, limit: Int, _ transaction: any ReadTransaction) throws -> [Tally] {
        var conditions: [SQL] = ["s.failure_id IS NOT NULL"]
        if let code { conditions.append("s.code = \(code)") }
        if let release { conditions.append("s.app_version = \(release)") }
        var sums: [Int: Int] = [:]
        try counts(conditions).forEachShape(shapes, transaction) { shape, n in
            if let failure = shape.failure { sums[failure, default: 0] += n }
        }
        let top = sums.sorted { ($0.value, $1.key) > ($1.value, $0.key) }.prefix(limit)
        return top.map { Tally(failure: $0.key, count: $0.value) }
    }

    /// Returns the events in each column of the sparkline.
    func columns(of failures: [Int], _ transaction: any ReadTransaction) throws -> [Int: [Int]] {
        let starts = period.starts(at: now)
        let places = Dictionary(uniqueKeysWithValues: starts.enumerated().map { ($1.milliseconds, $0) })
        var conditions: [SQL] = ["s.failure_id IN \(list: failures)"]
        if let release { conditions.append("s.app_version = \(release)") }
        var sums: [Int: [Int]] = [:]
        try counts(conditions, inColumns: true).forEach(by: period.columnWidth.wholeMilliseconds, transaction) {
            start,
            shape,
            n in
            guard let place = places[start] else { return }
            sums[shape, default: [Int](repeating: 0, count: starts.count)][place] += n
        }
        var columns: [Int: [Int]] = [:]
        try shapes.forEach(sums.keys, of: tenant, transaction) { id, shape in
            guard let failure = shape.failure, let ofShape = sums[id] else { return }
            columns[failure] = columns[failure].map { zip($0, ofShape).map { $0 + $1 } } ?? ofShape
        }
        return columns
    }

    /// Returns the releases of a failure with most events.
    func releases(of failure: Int, limit: Int, _ transaction: any ReadTransaction) throws -> [FailureDetail.Release] {
        var sums: [ByteText?: Int] = [:]
        try counts(["s.failure_id = \(failure)"]).forEachShape(shapes, transaction) { shape, n in
            sums[shape[.appVersion].map { ByteText($0) }, default: 0] += n
        }
        return FacetSums.sorted(sums, nilFirst: false).prefix(limit).map {
            FailureDetail.Release(name: $0.value, count: $0.count)
        }
    }

    /// - Parameters:
    ///   - shapes: conditions on `s`, the table of shapes.
    ///   - inColumns: whether the counts are divided into the columns of the sparkline. Undivided, fewer counts say the same.
    private func counts(_ shapes: [SQL], inColumns: Bool = false) -> ShapeCounts {
        let isByDay = period.columnWidth >= .days(1)
        let windows =
            isByDay || inColumns
            ? [CountWindow(span: isByDay ? .day : .hour, range: from.milliseconds..<to.milliseconds)]
            : CountWindow.covering(EventQuery(from: from, to: to), kept: CountRetention(now: now))
        let isOfShapes: SQL = """
            +c.shape_id IN (SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(shapes)))
            """
        return ShapeCounts(tenant: tenant, windows: windows, conditions: [isOfShapes])
    }
}
