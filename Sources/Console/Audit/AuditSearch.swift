import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Which entries someone asks for, as they typed it.
struct AuditSearch {
    var filter = AuditFilter()
    var actor = ""
    var target = ""
    var problems = FormProblems([])

    /// - Throws: what the look-up of an address throws.
    mutating func read(_ query: inout Fields, _ services: Services, _ context: TenantContext) async throws {
        actor = query.typed("actor")
        target = query.typed("target")
        filter.action = query.optionalOneOf("action")
        if let text = query.optionalText("actor", maximum: 320) {
            filter.actor = try await Self.id(text, services, context)
            if filter.actor == nil { query.record("actor", Self.unknown) }
        }
        guard let text = query.optionalText("target", maximum: 320) else { return }
        if Role.Name(text) != nil || UUID(hyphenated: text) != nil {
            filter.target = text.lowercased()
        } else if let id = try await Self.id(text, services, context) {
            filter.target = User.ID(id).description
        } else {
            query.record("target", Self.unknown)
        }
    }

    private static let unknown = FieldProblem.Rule.malformed("Enter an ID, or the full email address of a user.")

    /// An id as it is, or that of the person with the address.
    private static func id(_ text: String, _ services: Services, _ context: TenantContext) async throws -> UUID? {
        if let id = UUID(hyphenated: text) { return id }
        guard context.access.allows(.readUsers), let address = EmailAddress(text) else { return nil }
        let found = try await services.users.page(
            UserQuery(search: address.description),
            PageRequest(limit: 5),
            grant: context.grant()
        )
        return found.items.first { $0.user.email == address }?.user.id.uuid
    }
}
