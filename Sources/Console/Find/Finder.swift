import ConsoleKit
import Domain
import Foundation
import UseCases

/// Looks up what a text names exactly, among what the viewer may see.
struct Finder {
    let services: Services
    let page: TenantPage

    private var access: Access { page.access }

    func places(of text: String) async throws -> [LinkView] {
        if let address = EmailAddress(text) { return try await user(address) }
        if let reference = Event.Reference(text) { return try await event(reference) }
        var places: [LinkView] = []
        if let id = UUID(hyphenated: text) {
            places += try await user(User.ID(id))
            places += try await session(Session.ID(id))
            places += try await key(APIKey.ID(id))
        }
        if let attempt = TraceID(text) { places += try await self.attempt(attempt) }
        if let reference = AttemptReference(text) { places += try await attempts(reference) }
        // Sought last: no index has requests.
        if places.isEmpty, let id = UUID(hyphenated: text) { places += try await request(id) }
        return places
    }

    private func user(_ address: EmailAddress) async throws -> [LinkView] {
        guard access.allows(.readUsers) else { return [] }
        let found = try await services.users.page(
            UserQuery(search: address.description),
            PageRequest(limit: 5),
            grant: access.grant()
        )
        return found.items.filter { $0.user.email == address }.map { link(to: $0.user.id) }
    }

    private func user(_ id: User.ID) async throws -> [LinkView] {
        guard access.allows(.readUsers) else { return [] }
        return try await ifFound {
            _ = try await services.users.user(id, grant: access.grant())
            return link(to: id)
        }
    }

    /// A session is shown among those of its user.
    private func session(_ id: Session.ID) async throws -> [LinkView] {
        guard access.allows(.readSessions), access.allows(.readUsers) else { return [] }
        let found = try await services.sessions.page(
            SessionFilter(ids: [id]),
            PageRequest(limit: 1),
            grant: access.grant()
        )
        return found.items.map { link(to: $0.session.user) }
    }

    private func key(_ id: APIKey.ID) async throws -> [LinkView] {
        guard access.allows(.readKeys) else { return [] }
        return try await ifFound {
            _ = try await services.keys.key(id, grant: access.grant())
            return LinkView(label: page.texts("find.open-keys"), href: page.paths.keys)
        }
    }

    /// Without the events database the rest is found.
    private var canReadEvents: Bool { access.allows(.readEvents) && services.intake.storage.state != .unavailable }

    private func event(_ reference: Event.Reference) async throws -> [LinkView] {
        guard canReadEvents else { return [] }
        return try await ifFound {
            link(to: try await services.events.event(reference, grant: access.grant()).reference)
        }
    }

    private func attempt(_ attempt: TraceID) async throws -> [LinkView] {
        guard canReadEvents else { return [] }
        let now = page.clock.now
        var query = EventQuery(from: now - EventQuery.maximumRange + .days(1), to: now + .days(1))
        query.attempt = attempt
        let found = try await services.events.page(query, PageRequest(limit: 1), grant: access.grant())
        return found.items.isEmpty ? [] : [link(to: attempt)]
    }

    private func attempts(_ reference: AttemptReference) async throws -> [LinkView] {
        guard canReadEvents else { return [] }
        let found = try await services.attemptReading.attempts(reference, grant: access.grant())
        guard found.count > 1 else { return found.map { link(to: $0.attempt) } }
        return found.map { one in
            LinkView(
                label: page.texts("find.open-attempt-of", ["time": .text(page.clock.dateAndMinute(one.latest))]),
                href: page.paths.attempt(one.attempt)
            )
        }
    }

    /// A request is shown in its attempt.
    private func request(_ id: UUID) async throws -> [LinkView] {
        guard canReadEvents, let event = try await services.attemptReading.event(ofRequest: id, grant: access.grant())
        else { return [] }
        return [event.content.attempt.map { link(to: $0) } ?? link(to: event.reference)]
    }

    private func ifFound(_ look: () async throws -> LinkView) async throws -> [LinkView] {
        do {
            return [try await look()]
        } catch DomainError.notFound {
            return []
        }
    }

    private func link(to id: User.ID) -> LinkView {
        LinkView(label: page.texts("find.open-user"), href: page.paths.user(id))
    }

    private func link(to attempt: TraceID) -> LinkView {
        LinkView(label: page.texts("find.open-attempt"), href: page.paths.attempt(attempt))
    }

    private func link(to reference: Event.Reference) -> LinkView {
        LinkView(label: page.texts("find.open-event"), href: page.paths.event(reference))
    }
}
