import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The filters of the audit log, as typed.
struct AuditSearch {
    /// The longest email address has 320 characters.
    static let textMaximumLength = 320

    /// The word of the address for all kinds.
    static let all = "all"

    var filter = AuditFilter()
    var actor = ""
    var target = ""
    var user = ""
    var problems = FormProblems.none

    /// The kind as the address names it; nil for the one without a filter.
    var kind: String? {
        let isUnfiltered = self.filter == AuditFilter(kind: .changes)
        return isUnfiltered ? nil : filter.kind?.rawValue ?? Self.all
    }

    /// - Throws: what the look-up of an email address throws.
    mutating func read(_ query: inout Fields, _ users: UserAdministration, _ access: Access) async throws {
        actor = query.typed("actor")
        target = query.typed("target")
        user = query.typed("user")
        // Without a filter the many sign-ins would hide what changed.
        let isUnfiltered = [actor, target, user, query.typed("action"), query.typed("kind")].allSatisfy(\.isEmpty)
        filter.kind = isUnfiltered ? .changes : AuditEntry.Kind(rawValue: query.typed("kind"))
        filter.action = query.optionalOneOf("action")
        if filter.action != nil { filter.kind = nil }
        if let text = query.optionalText("actor", maximum: Self.textMaximumLength) {
            filter.actor = try await Self.id(text, users, access)
            if filter.actor == nil { query.record("actor", Self.unknown) }
        }
        if let text = query.optionalText("user", maximum: Self.textMaximumLength) {
            filter.user = try await Self.id(text, users, access).map { User.ID($0) }
            if filter.user == nil { query.record("user", Self.unknown) }
        }
        try await readTarget(&query, users, access)
    }

    private mutating func readTarget(_ query: inout Fields, _ users: UserAdministration, _ access: Access) async throws
    {
        guard let text = query.optionalText("target", maximum: Self.textMaximumLength) else { return }
        if Role.Name(text) != nil || UUID(hyphenated: text) != nil {
            filter.target = text.lowercased()
        } else if let id = try await Self.id(text, users, access) {
            filter.target = User.ID(id).description
        } else {
            query.record("target", Self.unknown)
        }
    }

    private static let unknown = FieldProblem.Rule.malformed(
        .localizable("forms.user-id", "Enter an ID, or the full email address of a user.")
    )

    /// An id as it is, or that of the user with the email address.
    private static func id(_ text: String, _ users: UserAdministration, _ access: Access) async throws -> UUID? {
        if let id = UUID(hyphenated: text) { return id }
        guard access.allows(.readUsers), let address = EmailAddress(text) else { return nil }
        let found = try await users.page(
            UserQuery(search: address.description),
            PageRequest(limit: 5),
            grant: access.grant()
        )
        return found.items.first { $0.user.email == address }?.user.id.uuid
    }
}
