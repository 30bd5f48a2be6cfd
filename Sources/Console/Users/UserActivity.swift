import ConsoleKit
import Domain
import UseCases
import WebCore

/// The sessions, events and audit entries on a user's page, as far as the viewer may see them.
struct UserActivity: Sendable {
    static let sessionsShown = 10
    static let eventsShown = 8
    static let auditShown = 8
    /// Older events are a search of their own.
    static let eventsBack = Duration.days(30)

    /// An audit entry with its actor.
    struct Entry: Sendable {
        let entry: AuditEntry
        let actor: AuditActor
    }

    let sessions: [Session]?
    let events: [StoredEvent]?
    let audit: [Entry]?
    /// Nil for a user who has not signed in with Apple.
    let apple: AppleLink?

    init(of id: User.ID, _ console: Console, _ context: TenantContext) async throws {
        let services = console.services
        let allows = context.access.allows
        sessions =
            allows(.readSessions)
            ? try await services.sessions.page(
                SessionFilter(user: id),
                PageRequest(limit: Self.sessionsShown),
                grant: context.grant()
            ).items.map(\.session) : nil
        var query = EventQuery(from: console.now - Self.eventsBack, to: console.now + .minutes(5))
        query[.user] = id.description
        events =
            allows(.readEvents)
            ? try await Self.events(services.events, query, grant: context.grant()) : nil
        audit = allows(.readAudit) ? try await Self.audit(of: id, console, context) : nil
        apple = try await services.apple.link(of: id, grant: context.grant())
    }

    /// Without the events database the rest of the page is there: what can be done to a user must not wait for it.
    private static func events(
        _ reading: EventReading,
        _ query: EventQuery,
        grant: Grant<ReadEvents>
    ) async throws(DomainError) -> [StoredEvent]? {
        do { return try await reading.page(query, PageRequest(limit: eventsShown), grant: grant).items } catch {
            guard case .unavailable = error else { throw error }
            return nil
        }
    }

    private static func audit(of id: User.ID, _ console: Console, _ context: TenantContext) async throws -> [Entry] {
        let entries = try await console.services.audit.page(
            PageRequest(limit: auditShown),
            filter: AuditFilter(target: id.description),
            grant: context.grant()
        ).items
        let names = try await AuditNames(entries, console.services, context.access, console.texts(context))
        return entries.map { Entry(entry: $0, actor: AuditActor($0.actor, names)) }
    }
}
