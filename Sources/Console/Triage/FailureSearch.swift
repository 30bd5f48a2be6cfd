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

    let tab: Tab
    let period: FailurePeriod
    let query: FailureQuery

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
            sort: fields.optionalOneOf("sort") ?? .users
        )
    }

    func address(_ paths: TenantPaths) -> PageAddress {
        PageAddress(
            paths.failures,
            [
                "tab": tab == .attention ? nil : tab.rawValue, "period": period == .week ? nil : period.rawValue,
                "code": query.code, "release": query.release, "sort": query.sort == .users ? nil : query.sort.rawValue,
            ]
        )
    }
}
