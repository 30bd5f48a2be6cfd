import ConsoleKit
import Domain
import UseCases
import WebCore

/// Which changes a page is about, from its URL.
struct ChangeSearch: Sendable {
    enum Range: String, CaseIterable, Sendable {
        case day = "24h"
        case week = "7d"
        case month = "30d"
        case all

        /// Nil for all time.
        var span: Duration? {
            switch self {
            case .day: .hours(24)
            case .week: .days(7)
            case .month: .days(30)
            case .all: nil
            }
        }
    }

    static let standard = Range.month

    /// Nil when from or to were given.
    let range: Range?
    /// Nil for every kind.
    let kind: ChangeKind?
    /// Whether the page is one of older changes.
    let isContinued: Bool
    private(set) var query: ChangeQuery

    init(_ fields: inout Fields, in zone: ViewerZone, at now: Timestamp) {
        let named = fields.optionalOneOf("range", as: Range.self) ?? Self.standard
        let from = fields.optionalDateTime("from", zone: zone)
        let to = fields.optionalDateTime("to", zone: zone)
        kind = fields.optionalOneOf("kind")
        isContinued = fields.has("cursor")
        range = from == nil && to == nil ? named : nil
        query = ChangeQuery(from: from, to: to)
        if let range { query.from = range.span.map { now - $0 } }
        if let kind { query.kinds = [kind] }
        if let from, let to, from >= to {
            fields.record("to", .malformed(.localizable("forms.to-before-from", "Choose a time after From.")))
        }
    }

    /// Whether every change is shown that the viewer may see.
    var isWhole: Bool { range == .all && kind == nil }

    /// Times are absolute, so that the address means the same to everyone, and exact.
    func address(_ path: String) -> PageAddress {
        PageAddress(
            path,
            [
                "range": range == Self.standard ? nil : range?.rawValue,
                "from": range == nil ? query.from?.rfc3339 : nil, "to": range == nil ? query.to?.rfc3339 : nil,
                "kind": kind?.rawValue,
            ]
        )
    }

    /// The filters in force, with the names of their fields.
    func filters(_ clock: PageClock) -> [(names: [String], label: String)] {
        let texts = clock.texts
        let times: [(String, TextKey, Timestamp?)] =
            range == nil ? [("from", "changes.filter-from", query.from), ("to", "changes.filter-to", query.to)] : []
        let shown = times.compactMap { name, key, time in
            time.map { (names: [name], label: texts(key, ["time": .text(clock.dateAndMinute($0))])) }
        }
        return shown + (kind.map { [(names: ["kind"], label: $0.label(texts))] } ?? [])
            + (isContinued ? [(names: [], label: texts("changes.filter-older"))] : [])
    }
}
