import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases

/// Who did what to whom, from where.
struct AuditRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("audit", needs: .readAudit, use: list)
    }

    @Sendable private func list(_ request: Request, _ context: TenantContext) async throws -> Response {
        let grant = try context.grant(ReadAudit.self)
        var search = AuditSearch()
        do {
            var query = try request.queryFields()
            let wanted = query.pageRequest()
            try await search.read(&query, console.services, context)
            try query.finish(.ignored)
            let entries = try await console.services.audit.page(wanted, filter: search.filter, grant: grant)
            return try await page(entries, search, context)
        } catch DomainError.invalid(let problems) {
            search.problems = FormProblems(problems)
            return try await page(Page(items: [], next: nil), search, context, status: .unprocessableContent)
        }
    }

    private func page(
        _ entries: Page<AuditEntry>,
        _ search: AuditSearch,
        _ context: TenantContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let head = try await console.services.audit.head(grant: context.grant())
        let names = try await AuditNames(entries.items, console.services, context)
        let frame = try await console.frame("Audit log", at: ConsolePaths.audit(context.tenant.slug), context)
        return console.page(
            AuditListView(entries, head: head, search: search, names: names, frame: frame, console, context),
            context,
            status: status
        )
    }
}

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
