import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a list of failures shows, from its URL.
struct FailureSearch: Sendable {
    enum Tab: String, CaseIterable, Sendable {
        case attention, resolved, archived, expected, all

        var states: [FailureState.Name] {
            switch self {
            case .attention: FailureState.Name.unsettled
            case .resolved: [.resolved]
            case .archived: [.archived]
            case .expected: [.expected]
            case .all: FailureState.Name.allCases
            }
        }

        func label(_ listing: FailureListing, _ texts: Texts) -> String {
            texts(TextKey("failures.tab.\(rawValue)"), ["count": .number(listing.count(states))])
        }
    }

    /// The filters with a field of their own, beside the query, with their labels.
    static let fields: [(name: String, label: TextKey, maximum: Int)] = [
        ("code", "failures.code", EventQuery.textMaximumLength),
        ("release", "failures.release", FailureQuery.releaseMaximumLength),
    ]
    static let queryName = "q"

    let tab: Tab
    let period: FailurePeriod
    let query: FailureQuery
    private(set) var typed: [String: String] = [:]
    private(set) var problems: [FieldProblem] = []

    /// What the list shows without a choice.
    init() {
        (tab, period) = (.attention, .week)
        query = FailureQuery(period: .week, states: Set(Tab.attention.states))
    }

    init(_ fields: inout Fields) {
        tab = fields.optionalOneOf("tab") ?? .attention
        period = fields.optionalOneOf("period") ?? .week
        query = FailureQuery(
            period: period,
            states: tab == .all ? nil : Set(tab.states),
            code: fields.optionalText("code", maximum: EventQuery.textMaximumLength),
            release: fields.optionalText("release", maximum: FailureQuery.releaseMaximumLength),
            sort: fields.optionalOneOf("sort") ?? .users,
            condition: fields.eventCondition(Self.queryName)
        )
        let names = Self.fields.map(\.name) + [Self.queryName]
        typed = Dictionary(uniqueKeysWithValues: names.map { [fields] in ($0, fields.typed($0)) })
        problems = fields.problems
    }

    static func labels(_ texts: Texts) -> [String: String] {
        Dictionary(
            uniqueKeysWithValues: fields.map { ($0.name, texts($0.label)) } + [
                (queryName, texts("common.search-label"))
            ]
        )
    }

    /// The query of the query language, as it was typed; nil when it asks nothing.
    private var queryText: String? { query.condition == .everything ? nil : typed[Self.queryName] }

    /// Whether one of the further fields has a value, or a problem.
    var hasMore: Bool {
        Self.fields.contains { field in
            typed[field.name]?.isEmpty == false || problems.contains { $0.field == field.name }
        }
    }

    /// The filters in force, by the names of their fields.
    func filters(_ texts: Texts) -> [(name: String, text: String)] {
        let values = [query.code, query.release]
        let chosen = zip(Self.fields, values).compactMap { field, value -> (name: String, text: String)? in
            guard let value else { return nil }
            let shown = VisibleText.escaped(value)
            return (field.name, texts("common.filter", ["label": .text(texts(field.label)), "value": .text(shown)]))
        }
        let searched = queryText.map {
            (Self.queryName, texts("common.quoted", ["text": .text(VisibleText.escaped($0))]))
        }
        return (searched.map { [$0] } ?? []) + chosen
    }

    func address(_ paths: TenantPaths) -> PageAddress {
        PageAddress(
            paths.failures,
            [
                "tab": tab == .attention ? nil : tab.rawValue, "period": period == .week ? nil : period.rawValue,
                "code": query.code, "release": query.release, "sort": query.sort == .users ? nil : query.sort.rawValue,
                "q": queryText,
            ]
        )
    }
}
