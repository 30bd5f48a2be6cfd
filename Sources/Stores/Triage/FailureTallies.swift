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
        let windows = CountWindow.covering(EventQuery(from: from, to: to), kept: CountRetention(now: now))
        var sums: [Int: Int] = [:]
        for (shape, n) in try ShapeCounts(tenant: tenant, windows: windows).counted(shapes, transaction) {
            guard let failure = shape.failure, code.map({ shape.has($0, in: .code) }) ?? true,
                release.map({ shape.has($0, in: .appVersion) }) ?? true
            else { continue }
            sums[failure, default: 0] += n
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
        try counts(conditions).forEach(by: period.columnWidth.wholeMilliseconds, transaction) { start, shape, n in
            guard let place = places[start] else { return }
            sums[shape, default: [Int](repeating: 0, count: starts.count)][place] += n
        }
        var columns: [Int: [Int]] = [:]
        for (number, shape) in try shapes.shapes(sums.keys, of: tenant, transaction) {
            guard let failure = shape.failure, let ofShape = sums[number] else { continue }
            columns[failure] = columns[failure].map { zip($0, ofShape).map { $0 + $1 } } ?? ofShape
        }
        return columns
    }

    /// Returns the releases of a failure with most events.
    func releases(of failure: Int, limit: Int, _ transaction: any ReadTransaction) throws -> [FailureDetail.Release] {
        var sums: [ByteText?: Int] = [:]
        for (shape, n) in try counts(["s.failure_id = \(failure)"]).counted(shapes, transaction) {
            sums[shape[.appVersion].map { ByteText($0) }, default: 0] += n
        }
        return FacetValues.sorted(sums).prefix(limit).map { FailureDetail.Release(name: $0.value, count: $0.count) }
    }

    /// - Parameter shapes: conditions on `s`, the table of shapes.
    private func counts(_ shapes: [SQL]) -> ShapeCounts {
        let span: CountWindow.Span = period.columnWidth >= .days(1) ? .day : .hour
        return ShapeCounts(
            tenant: tenant,
            windows: [CountWindow(span: span, range: from.milliseconds..<to.milliseconds)],
            conditions: [
                """
                +c.shape_id IN (SELECT s.id FROM shapes s WHERE s.tenant_id = \(tenant) AND \(sql: .all(shapes)))
                """
            ]
        )
    }
}
