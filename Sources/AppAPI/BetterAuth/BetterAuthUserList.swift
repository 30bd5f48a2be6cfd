import Domain
import UseCases
import WebCore

/// The filter and page of `/admin/list-users`.
struct BetterAuthUserList: Sendable {
    static let defaultLimit = 100
    private static let textMaximumLength = 254
    private static let offsetMaximum = 1_000_000_000
    /// The comma-separated values of `filterValue` with `in` and `not_in`.
    private static let maximumValues = 100

    enum SearchField: String, Sendable, CaseIterable { case email, name }
    enum SearchOperator: String, Sendable, CaseIterable {
        case contains, startsWith = "starts_with", endsWith = "ends_with"
    }
    enum Direction: String, Sendable, CaseIterable { case asc, desc }
    enum SortField: String, Sendable, CaseIterable { case createdAt, updatedAt, name, email }
    enum FilterField: String, Sendable, CaseIterable { case id, email, name, role, banned, emailVerified, createdAt }
    enum FilterOperator: String, Sendable, CaseIterable {
        case eq, ne, lt, lte, gt, gte
        case among = "in"
        case notAmong = "not_in"
        case contains
        case startsWith = "starts_with"
        case endsWith = "ends_with"
    }

    let query: DirectoryQuery
    let limit: Int?
    let offset: Int?

    static let inputs = Inputs { reader in
        var query = DirectoryQuery()
        readSearch(&reader, &query)
        let limit = reader.read(
            .optionalInteger("limit", "The maximum number; 100 by default.", in: UserAdministration.directoryLimits)
        )
        let offset = reader.read(offset)
        let sort = reader.read(.optionalOneOf("sortBy", "Sort field; `createdAt` by default.", as: SortField.self))
        switch sort {
        case nil, .createdAt?: query.sort = .created
        case .updatedAt?: query.sort = .updated
        case .name?: query.sort = .name
        case .email?: query.sort = .email
        }
        let direction = reader.read(.optionalOneOf("sortDirection", "`asc` by default.", as: Direction.self))
        query.isDescending = direction == .desc
        readFilter(&reader, &query)
        return BetterAuthUserList(query: query, limit: limit, offset: offset)
    }

    /// The use case limits the offset, and its error says what to do instead.
    private static let offset = Input(
        InputDescription(
            "offset",
            .integer(0...UserAdministration.maximumSkipped),
            "The number of users to skip."
        )
    ) { $0.optionalInteger("offset", in: 0...offsetMaximum) }

    private static func readSearch(_ reader: inout InputReader, _ query: inout DirectoryQuery) {
        let text = reader.read(
            .optionalText(
                "searchValue",
                "The text to search for in the email address or name.",
                maximum: textMaximumLength
            )
        )
        let field = reader.read(
            .optionalOneOf("searchField", "The field to search; `email` by default.", as: SearchField.self)
        )
        let comparison = reader.read(
            .optionalOneOf("searchOperator", "The comparison; `contains` by default.", as: SearchOperator.self)
        )
        guard let text else { return }
        let match: DirectoryQuery.TextMatch =
            switch comparison {
            case nil, .contains?: .contains(text)
            case .startsWith?: .startsWith(text)
            case .endsWith?: .endsWith(text)
            }
        query.conditions.append(field == .name ? .name(match) : .email(match))
    }

    private static func readFilter(_ reader: inout InputReader, _ query: inout DirectoryQuery) {
        let field = reader.read(.optionalOneOf("filterField", "The field to filter by.", as: FilterField.self))
        let value = reader.read(
            .optionalText(
                "filterValue",
                "The value to compare with; for `in` and `not_in` a comma-separated list.",
                maximum: textMaximumLength * 10
            )
        )
        let comparison =
            reader.read(.optionalOneOf("filterOperator", "`eq` by default.", as: FilterOperator.self)) ?? .eq
        guard let field, let value else { return }
        let values =
            [.among, .notAmong].contains(comparison) ? value.split(separator: ",").map { $0.trimming(" ") } : [value]
        guard (1...maximumValues).contains(values.count) else {
            reader.record("filterValue", .malformed(.english("Give 1 to \(maximumValues) values.")))
            return
        }
        guard let condition = condition(field, comparison, values) else {
            reader.record(
                "filterOperator",
                .malformed(.english("This comparison is not possible with that field and value."))
            )
            return
        }
        query.conditions.append(condition)
    }

    private static func condition(
        _ field: FilterField,
        _ comparison: FilterOperator,
        _ values: [String]
    ) -> DirectoryQuery.Condition? {
        let isIn = [.eq, .among].contains(comparison)
        let isSet = isIn || [.ne, .notAmong].contains(comparison)
        switch field {
        case .email: return textMatch(comparison, values).map { .email($0) }
        case .name: return textMatch(comparison, values).map { .name($0) }
        case .role:
            let names = values.compactMap(Role.Name.init)
            return isSet && names.count == values.count ? .role(names, isIn: isIn) : nil
        case .id:
            let ids = values.compactMap { User.ID($0) }
            return isSet && ids.count == values.count ? .id(ids, isIn: isIn) : nil
        case .banned: return bool(comparison, values).map { .disabled($0) }
        case .emailVerified: return bool(comparison, values).map { .emailVerified($0) }
        case .createdAt:
            guard let time = Timestamp(rfc3339: values[0]), let order = Self.order(comparison) else { return nil }
            return .created(order, time)
        }
    }

    private static func textMatch(_ comparison: FilterOperator, _ values: [String]) -> DirectoryQuery.TextMatch? {
        switch comparison {
        case .eq, .among: .among(values)
        case .ne, .notAmong: .notAmong(values)
        case .contains: .contains(values[0])
        case .startsWith: .startsWith(values[0])
        case .endsWith: .endsWith(values[0])
        case .lt, .lte, .gt, .gte: nil
        }
    }

    private static func bool(_ comparison: FilterOperator, _ values: [String]) -> Bool? {
        guard [.eq, .ne].contains(comparison), let bool = Bool(values[0]) else { return nil }
        return comparison == .eq ? bool : !bool
    }

    private static func order(_ comparison: FilterOperator) -> DirectoryQuery.Order? {
        switch comparison {
        case .lt: .before
        case .lte: .notAfter
        case .gt: .after
        case .gte: .notBefore
        default: nil
        }
    }
}
