import ConsoleKit
import Domain
import Foundation
import UseCases
import WebCore

/// Looks up what a text names exactly, among what the visitor may see.
struct Finder {
    let services: Services
    let context: TenantContext
    let now: Timestamp

    private var slug: Tenant.Slug { context.tenant.slug }

    func places(of text: String) async throws -> [LinkView] {
        if let address = EmailAddress(text) { return try await person(address) }
        if let reference = Event.Reference(text) { return try await event(reference) }
        var places: [LinkView] = []
        if let id = UUID(hyphenated: text) {
            places += try await person(User.ID(id))
            places += try await session(Session.ID(id))
            places += try await key(APIKey.ID(id))
        }
        if let attempt = TraceID(text) { places += try await self.attempt(attempt) }
        return places
    }

    private func person(_ address: EmailAddress) async throws -> [LinkView] {
        guard context.access.allows(.readUsers) else { return [] }
        let found = try await services.users.page(
            UserQuery(search: address.description),
            PageRequest(limit: 5),
            grant: context.grant()
        )
        return found.items.filter { $0.user.email == address }.map { link(to: $0.user.id) }
    }

    private func person(_ id: User.ID) async throws -> [LinkView] {
        guard context.access.allows(.readUsers) else { return [] }
        return try await ifFound {
            _ = try await services.users.user(id, grant: context.grant())
            return link(to: id)
        }
    }

    /// A session is shown among those of its person.
    private func session(_ id: Session.ID) async throws -> [LinkView] {
        guard context.access.allows(.readSessions), context.access.allows(.readUsers) else { return [] }
        let found = try await services.sessions.page(
            SessionFilter(ids: [id]),
            PageRequest(limit: 1),
            grant: context.grant()
        )
        return found.items.map { link(to: $0.session.user) }
    }

    private func key(_ id: APIKey.ID) async throws -> [LinkView] {
        guard context.access.allows(.readKeys) else { return [] }
        return try await ifFound {
            _ = try await services.keys.key(id, grant: context.grant())
            return LinkView(label: "Open API keys", href: ConsolePaths.keys(slug))
        }
    }

    /// Without the events database the rest is found.
    private var canReadEvents: Bool {
        context.access.allows(.readEvents) && services.intake.storage.state != .unavailable
    }

    private func event(_ reference: Event.Reference) async throws -> [LinkView] {
        guard canReadEvents else { return [] }
        return try await ifFound {
            link(to: try await services.events.event(reference, grant: context.grant()).reference)
        }
    }

    /// An attempt is told on the page of each of its events.
    private func attempt(_ attempt: TraceID) async throws -> [LinkView] {
        guard canReadEvents else { return [] }
        var query = EventQuery(from: now - EventQuery.maximumRange + .days(1), to: now + .days(1))
        query.attempt = attempt
        let found = try await services.events.page(query, PageRequest(limit: 1), grant: context.grant())
        return found.items.map { link(to: $0.reference) }
    }

    private func ifFound(_ look: () async throws -> LinkView) async throws -> [LinkView] {
        do {
            return [try await look()]
        } catch DomainError.notFound {
            return []
        }
    }

    private func link(to id: User.ID) -> LinkView { LinkView(label: "Open user", href: ConsolePaths.user(id, slug)) }
    private func link(to reference: Event.Reference) -> LinkView {
        LinkView(label: "Open attempt timeline", href: ConsolePaths.event(reference, slug))
    }
}
