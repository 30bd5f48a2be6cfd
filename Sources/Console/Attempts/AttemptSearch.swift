import ConsoleKit
import Domain
import UseCases
import WebCore

/// Which attempts a page lists: what was typed, and what it means.
struct AttemptSearch: Sendable {
    /// The filters, with their labels.
    private static let filters: [(name: String, label: TextKey)] = [
        ("user", "attempts.user"), ("release", "attempts.release"), (reason, "attempts.never-arrived"),
        ("failure", "attempts.failure"), (queryName, "common.search-label"),
    ]
    /// Those with a field of their own, beside the query. Links lead to the attempts of a failure.
    static let fields = filters.prefix(2)
    static let queryName = "q"
    /// The name of the list of reasons why an attempt never arrived.
    static let reason = "never_arrived"

    let filter: AttemptFilter
    let typed: [String: String]
    let problems: [FieldProblem]

    init(_ fields: inout Fields) {
        let maximum = AttemptFilter.textMaximumLength
        filter = AttemptFilter(
            user: fields.optionalText("user", maximum: maximum),
            failure: fields.optionalValue(
                "failure",
                orElse: .localizable("forms.failure-id", "Enter the ID of a failure.")
            ),
            release: fields.optionalText("release", maximum: maximum),
            neverArrived: AttemptFilter.reasons(fields.optionalOneOf(Self.reason, of: AttemptFilter.reasons)),
            condition: fields.eventCondition(Self.queryName)
        )
        typed = Dictionary(uniqueKeysWithValues: Self.filters.map { [fields] in ($0.name, fields.typed($0.name)) })
        problems = fields.problems
    }

    static func labels(_ texts: Texts) -> [String: String] {
        Dictionary(uniqueKeysWithValues: filters.map { ($0.name, texts($0.label)) })
    }

    /// The values in force, by the names of their fields.
    var values: [(name: String, label: TextKey, value: String)] {
        let query = filter.condition == .everything ? nil : typed[Self.queryName]
        let values = [filter.user, filter.release, filter.reason, filter.failure?.description, query]
        return zip(Self.filters, values).compactMap { field, value in value.map { (field.name, field.label, $0) } }
    }

    /// Whether one of the further fields has a value, or a problem.
    var hasMore: Bool {
        Self.fields.contains { field in
            typed[field.name]?.isEmpty == false || problems.contains { $0.field == field.name }
        }
    }

    /// What a value means, for its name.
    static func shown(_ value: String, of name: String, _ texts: Texts) -> String {
        name == reason ? texts(TextKey("attempts.never-arrived.\(value.asKeyPart)")) : VisibleText.escaped(value)
    }

    /// The filters in force, with their names.
    func labels(_ texts: Texts) -> [(name: String, text: String)] {
        values.map { name, label, value in
            let shown = Self.shown(value, of: name, texts)
            let text =
                name == Self.queryName
                ? texts("common.quoted", ["text": .text(shown)])
                : texts("common.filter", ["label": .text(texts(label)), "value": .text(shown)])
            return (name, text)
        }
    }

    /// The address of the page with these attempts, without a cursor.
    func address(_ paths: TenantPaths) -> PageAddress {
        values.reduce(PageAddress(paths.attempts)) { $0.with($1.name, $1.value) }
    }
}
