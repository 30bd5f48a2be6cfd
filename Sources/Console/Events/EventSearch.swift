import ConsoleKit
import Domain
import StrictJSON
import UseCases
import WebCore

/// Which events a page is about: what was typed, and what it means.
struct EventSearch: Sendable {
    /// The spans that a page offers.
    enum Range: String, CaseIterable, Sendable {
        case hour = "1h"
        case sixHours = "6h"
        case day = "24h"
        case week = "7d"
        case month = "30d"

        var span: Duration {
            switch self {
            case .hour: .hours(1)
            case .sixHours: .hours(6)
            case .day: .hours(24)
            case .week: .days(7)
            case .month: .days(30)
            }
        }
    }

    static let standard = Range.day
    /// The dimensions that a page can be filtered by.
    private static let filters = EventDimension.filtered.filter {
        if case .everywhere = $0.definition.filter { true } else { false }
    }
    /// Those with a text field.
    static let textFilters = filters.filter { if case .choice = $0.definition.values { false } else { true } }
    /// The field of the form that holds what the others showed of the query.
    private static let shownField = "shown"
    /// The size up to which the form lengthens a query, so that links with it are short enough.
    private static let longestWritten = 2000
    /// Events of devices whose clock runs ahead still belong to now.
    private static let clockSlack = Duration.minutes(5)

    private(set) var query: EventQuery
    /// Nil when from or to were given.
    private(set) var range: Range?
    /// What the columns of the chart are stacked by; nil for the outcome.
    private(set) var stack: EventFacet?
    /// What the events are compared with; nil while they are not compared.
    private(set) var comparison: ComparisonBaseline?
    private(set) var typed: [String: String] = [:]
    private(set) var problems: [FieldProblem] = []
    /// Whether the form was sent, whose choices are a part of the query now.
    private(set) var isFromForm = false

    /// Reads the fields of a query.
    fileprivate init(_ fields: inout Fields, in zone: ViewerZone, at now: Timestamp) {
        let named = fields.optionalOneOf("range", as: Range.self)
        let from = fields.optionalDateTime("from", zone: zone)
        let to = fields.optionalDateTime("to", zone: zone)
        let isExact = from != nil || to != nil
        range = isExact ? nil : named ?? Self.standard
        let end = to ?? now + Self.clockSlack
        query = EventQuery(from: from ?? (isExact ? end - .days(1) : now - (named ?? Self.standard).span), to: end)
        if query.from >= query.to {
            fields.record("to", .malformed(.localizable("forms.to-before-from", "Choose a time after From.")))
        }
        if query.to.since(query.from) > EventQuery.maximumRange {
            fields.record("from", .malformed(.localizable("forms.range-maximum", "Choose at most 400 days.")))
        }
        for dimension in Self.filters { query[dimension] = Self.value(of: dimension, &fields) }
        query.condition = fields.eventCondition("q")
        stack = fields.optionalOneOf("by", as: EventFacet.self).flatMap { $0.dimension == .outcome ? nil : $0 }
        comparison = fields.optionalOneOf("compare", as: ComparisonBaseline.Kind.self).map { kind in
            ComparisonBaseline(kind, query: kind == .query ? fields.eventCondition("against") : .everything)
        }
        for name in ["from", "to", "q", "against"] + Self.textFilters.map(\.name) { typed[name] = fields.typed(name) }
        if let from { typed["from"] = zone.clock(at: from).field }
        if let to { typed["to"] = zone.clock(at: to).field }
    }

    /// The email address that was typed in place of a user's id.
    fileprivate var address: String? {
        query[.user].flatMap { $0.utf8.contains(UInt8(ascii: "@")) ? $0 : nil }
    }

    fileprivate mutating func set(user: String) {
        query[.user] = user
        typed["user"] = user
    }

    /// Keeps the problems, to be shown beside the fields, and makes the choices of the form a part of the query.
    fileprivate mutating func finish(_ fields: Fields) {
        problems = fields.problems
        if fields.has(Self.shownField) {
            isFromForm = true
            let text = fields.typed(Self.shownField)
            typed[Self.shownField] = text
            let shown = try? QueryParser.parse(typedOrCanonical: text)
            if problems.isEmpty { write(since: shown ?? .everything) }
        }
    }

    /// Makes the choices of the form a part of the query. One that stands as it was shown leaves the query as it was typed.
    /// - Parameter shown: what the form showed of the query.
    private mutating func write(since shown: EventCondition) {
        var conditions = query.condition.conjuncts
        var rest = query
        for dimension in Self.filters {
            let (before, now) = (Self.value(of: dimension, in: shown), query[dimension])
            rest[dimension] = nil
            // A field shows hidden characters as their numbers.
            guard before.map({ ByteText(VisibleText.escaped($0)) }) != now.map({ ByteText($0) }) else { continue }
            if let before { conditions.removeAll { $0 == .value(before, of: dimension) } }
            if let now { conditions.append(.value(now, of: dimension)) }
        }
        let condition = EventCondition.all(of: conditions)
        let text = condition.description
        // The filters stay beside a query that cannot hold them too, or that contradicts them.
        guard condition != .nothing,
            text.utf8.count <= max(Self.longestWritten, query.condition.description.utf8.count),
            (try? QueryParser.parse(typedOrCanonical: text)) == condition
        else { return }
        if condition != query.condition { typed["q"] = text }
        query = rest
        query.condition = condition
    }

    /// The one value of a dimension that a query asks for.
    private static func value(of dimension: EventDimension, in condition: EventCondition) -> String? {
        for conjunct in condition.conjuncts {
            guard case .test(let test) = conjunct, test.field == .dimension(dimension),
                case .equals(let value) = test.rule
            else { continue }
            if case .choice(let words) = dimension.definition.values {
                return words.first { conjunct == .value($0, of: dimension) }
            }
            // A value that its field cannot hold is in the query alone.
            let size = VisibleText.escaped(value.text).utf8.count
            return size <= EventQuery.textMaximumLength ? value.text : nil
        }
        return nil
    }

    /// The value that the form shows for a dimension: that of the filter, or the one that the query asks for. A form with a
    /// problem is shown as it was sent.
    func shown(_ dimension: EventDimension) -> String? {
        query[dimension] ?? (isFromForm ? nil : Self.value(of: dimension, in: query.condition))
    }

    /// What the fields of the form show of the query, as a query.
    var shownText: String {
        if isFromForm { return typed[Self.shownField] ?? "" }
        return EventCondition.all(
            of: Self.filters.compactMap { dimension in
                Self.value(of: dimension, in: query.condition).map { .value($0, of: dimension) }
            }
        ).description
    }

    private static func value(of dimension: EventDimension, _ fields: inout Fields) -> String? {
        let name = dimension.name
        switch dimension.definition.values {
        case .choice(let words): return fields.optionalOneOf(name, of: words)
        case .text, .cause, .milliseconds: return fields.optionalText(name, maximum: EventQuery.textMaximumLength)
        case .traceID:
            let attempt: TraceID? = fields.optionalValue(
                name,
                orElse: .localizable("forms.trace-id", "Enter a trace ID: 32 hexadecimal digits.")
            )
            return attempt?.description
        }
    }

    /// The address of the page with these events, without a cursor. Times are absolute, so that the address means the
    /// same to everyone.
    func address(_ paths: TenantPaths) -> PageAddress {
        address(at: paths.events).with("by", stack?.rawValue).with("compare", comparison?.kind.rawValue)
            .with("against", comparedQuery)
    }

    /// The address of another page about these events.
    func address(at path: String) -> PageAddress {
        let address = PageAddress(
            path,
            [
                "range": range == Self.standard ? nil : range?.rawValue,
                "from": range == nil ? LocalTime.absolute(query.from) : nil,
                "to": range == nil ? LocalTime.absolute(query.to) : nil,
            ]
        )
        return Self.filters.reduce(address) { $0.with($1.name, query[$1]) }.with("q", queryText)
    }

    /// The query as it was typed; nil when it asks nothing.
    private var queryText: String? { query.condition == .everything ? nil : typed["q"] }

    /// The other query that the events are compared with, as it was typed; nil when there is none, or when it asks nothing.
    var comparedQuery: String? {
        guard case .query(let condition)? = comparison, condition != .everything else { return nil }
        return typed["against"]
    }

    /// The page of the attempts with an event of the search; nil where a query cannot say it.
    func attempts(_ paths: TenantPaths) -> String? {
        let conditions = query.conditions { _ in true } + [query.condition]
        guard let time = try? QueryParser.parse(timeText) else { return nil }
        let condition = EventCondition.all(of: conditions + [time])
        let text = condition.description
        guard text.utf8.count <= Self.longestWritten,
            (try? QueryParser.parse(typedOrCanonical: text)) == condition
        else { return nil }
        return PageAddress(paths.attempts, ["q": text]).href
    }

    /// `time:-24h`
    private var timeText: String {
        guard let range else {
            return ["time:>=\(query.from.rfc3339)", "time:<\(query.to.rfc3339)"].joined(separator: " ")
        }
        return "time:-\(range.rawValue)"
    }

    /// The address of a resource of the management API about these events.
    func address(api path: String, hasRange: Bool) -> PageAddress {
        let address = PageAddress(
            path,
            ["from": hasRange ? query.from.rfc3339 : nil, "to": hasRange ? query.to.rfc3339 : nil, "text": query.text]
        )
        return Self.filters.reduce(address) { $0.with($1.name, query[$1]) }.with("q", queryText)
    }

    /// The filters in force, by the names of their fields.
    func labels(_ texts: Texts) -> [(name: String, text: String)] {
        let text = queryText.map { [("q", texts("common.quoted", ["text": .text(VisibleText.escaped($0))]))] } ?? []
        return text
            + Self.filters.compactMap { dimension in
                query[dimension].map { value in
                    let shown = VisibleText.escaped(dimension.text(ofValue: value, texts))
                    let label = dimension.label(texts)
                    return (dimension.name, texts("common.filter", ["label": .text(label), "value": .text(shown)]))
                }
            }
    }

    /// The page at an address with a value added to its query.
    /// - Parameter value: nil for events without one.
    /// - Returns: nil when the query asks for the value already.
    func href(adding value: String?, of dimension: EventDimension, at address: PageAddress) -> String? {
        let condition = EventCondition.all(of: [query.condition, .value(value, of: dimension)])
        return condition == query.condition ? nil : address.with("q", condition.description).href
    }

    /// The dimensions of which all events of the search have one and the same value, or none.
    var fixedDimensions: Set<EventDimension> {
        let conditions = query.conditions { _ in true } + query.condition.conjuncts
        return Set(conditions.compactMap(Self.fixedDimension))
    }

    private static func fixedDimension(_ condition: EventCondition) -> EventDimension? {
        switch condition {
        case .test(let test):
            guard case .dimension(let dimension) = test.field, case .equals = test.rule else { return nil }
            return dimension
        case .not(let test):
            guard case .dimension(let dimension) = test.field, test.rule == .exists else { return nil }
            return dimension
        case .everything, .nothing, .all, .any: return nil
        }
    }

    /// Whether any filter besides the time is in force.
    var isFiltered: Bool { query.condition != .everything || Self.filters.contains { query[$0] != nil } }

    var hasMore: Bool {
        let names = ["from", "to"] + Self.textFilters.map(\.name)
        return range == nil || Self.textFilters.contains { query[$0] != nil }
            || problems.contains { names.contains($0.field) }
    }
}

extension Console {
    /// Reads which events a page is about. A user may be named by an email address; events name users by their ids, or by
    /// what they keep of an address.
    func eventSearch(_ fields: inout Fields, _ context: TenantContext) async throws -> EventSearch {
        var search = EventSearch(&fields, in: zone(context), at: now)
        if let address = search.address, context.access.allows(.readUsers),
            let user = try await findEventUser(address, &fields, context)
        {
            search.set(user: user)
        }
        search.finish(fields)
        return search
    }
}
