import ConsoleKit
import Domain
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

        var label: String {
            switch self {
            case .hour: "1 h"
            case .sixHours: "6 h"
            case .day: "24 h"
            case .week: "7 d"
            case .month: "30 d"
            }
        }

        var words: String {
            switch self {
            case .hour: "the last hour"
            case .sixHours: "the last 6 hours"
            case .day: "the last 24 hours"
            case .week: "the last 7 days"
            case .month: "the last 30 days"
            }
        }
    }

    static let standard = Range.day
    /// Events of devices whose clock runs ahead still belong to now.
    private static let clockSlack = Duration.minutes(5)

    private(set) var query: EventQuery
    /// Nil when from or to were given.
    private(set) var range: Range?
    private(set) var typed: [String: String] = [:]
    private(set) var problems: [FieldProblem] = []

    /// Reads the fields of a query; problems are kept, to be shown beside the fields.
    init(_ fields: inout Fields, _ console: Console, _ context: TenantContext) async throws {
        let zone = console.zone(context)
        let now = console.now
        let named = fields.optionalOneOf("range", as: Range.self)
        let from = fields.optionalMoment("from", zone: zone)
        let to = fields.optionalMoment("to", zone: zone)
        let isExact = from != nil || to != nil
        range = isExact ? nil : named ?? Self.standard
        let end = to ?? now + Self.clockSlack
        query = EventQuery(from: from ?? (isExact ? end - .days(1) : now - (named ?? Self.standard).span), to: end)
        if query.from >= query.to { fields.record("to", .malformed("Choose a time after From.")) }
        if query.to.since(query.from) > EventQuery.maximumRange {
            fields.record("from", .malformed("Choose at most 400 days."))
        }
        query.stage = fields.optionalOneOf("stage")
        query.outcome = fields.optionalOneOf("outcome")
        query.source = fields.optionalOneOf("source")
        query.code = fields.optionalText("code", maximum: EventQuery.textMaximumLength)
        query.appVersion = fields.optionalText("app_version", maximum: EventQuery.textMaximumLength)
        query.attempt = fields.optionalValue(
            "attempt",
            orElse: "Enter a trace ID: 32 hexadecimal digits."
        )
        query.session = fields.optionalText("session", maximum: EventQuery.textMaximumLength)
        query.text = fields.optionalText("q", maximum: EventQuery.textMaximumLength)
        query.user = fields.optionalText("user", maximum: EventQuery.textMaximumLength)
        for name in ["from", "to", "code", "app_version", "attempt", "session", "q", "user"] {
            typed[name] = fields.typed(name)
        }
        if let from { typed["from"] = zone.clock(at: from).field }
        if let to { typed["to"] = zone.clock(at: to).field }
        if let text = query.user, text.contains("@"), context.access.allows(.readUsers) {
            try await findPerson(text, &fields, console, context)
        }
        problems = fields.problems
    }

    /// Events know people by their ids alone.
    private mutating func findPerson(
        _ text: String,
        _ fields: inout Fields,
        _ console: Console,
        _ context: TenantContext
    ) async throws {
        let finding = try await UserLookup(console: console, context: context).find(text)
        if let rule = finding.rule { fields.record("user", rule) }
        guard case .one(let id) = finding else { return }
        query.user = id.description
        typed["user"] = id.description
    }

    /// Of the page with these events, without a cursor. Moments are absolute, so that the address means the same to
    /// everyone.
    func address(_ slug: Tenant.Slug) -> PageAddress {
        PageAddress(
            ConsolePaths.events(slug),
            [
                "range": range == Self.standard ? nil : range?.rawValue,
                "from": range == nil ? LocalTime.absolute(query.from) : nil,
                "to": range == nil ? LocalTime.absolute(query.to) : nil, "stage": query.stage?.rawValue,
                "outcome": query.outcome?.rawValue, "source": query.source?.rawValue, "code": query.code,
                "app_version": query.appVersion,
                "user": query.user, "session": query.session, "attempt": query.attempt?.description, "q": query.text,
            ]
        )
    }

    /// Filters in force, by the names of their fields.
    var labels: [(name: String, text: String)] {
        let all: [(String, String?)] = [
            ("q", query.text.map { "“\($0)”" }), ("outcome", query.outcome.map { "Outcome: \($0.words)" }),
            ("stage", query.stage.map { "Step: \($0.words)" }),
            ("source", query.source.map { "Source: \($0.words)" }),
            ("code", query.code.map { "Code: \($0)" }), ("app_version", query.appVersion.map { "App version: \($0)" }),
            ("user", query.user.map { "User: \(ShortID.of($0))" }),
            ("session", query.session.map { "Session: \(ShortID.of($0))" }),
            ("attempt", query.attempt.map { "Attempt: \(ShortID.of($0))" }),
        ]
        return all.compactMap { name, text in text.map { (name, VisibleText.escaped($0)) } }
    }

    var hasMore: Bool {
        range == nil || query.code != nil || query.appVersion != nil || query.user != nil || query.session != nil
            || query.attempt != nil
            || problems.contains { ["from", "to", "attempt", "user"].contains($0.field) }
    }
}
