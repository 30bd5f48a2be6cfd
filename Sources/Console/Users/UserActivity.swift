import ConsoleKit
import Domain
import UseCases
import WebCore

/// What a person's page shows of their sessions, events and audit: as much as the visitor may see.
struct UserActivity: Sendable {
    static let sessionsShown = 10
    static let eventsShown = 8
    static let auditShown = 8
    /// Older events are a search of their own.
    static let eventsBack = Duration.days(30)

    let sessions: [Session]?
    let events: [StoredEvent]?
    let audit: [AuditEntry]?
    /// Nil for who has not signed in with Apple.
    let apple: AppleLink?
    /// Of those whom the audit speaks of.
    let names: AuditNames

    init(of id: User.ID, _ console: Console, _ context: TenantContext) async throws {
        let services = console.services
        let may = context.access.allows
        sessions =
            may(.readSessions)
            ? try await services.sessions.page(
                SessionFilter(user: id),
                PageRequest(limit: Self.sessionsShown),
                grant: context.grant()
            ).items.map(\.session) : nil
        var query = EventQuery(from: console.now - Self.eventsBack, to: console.now + .minutes(5))
        query[.user] = id.description
        events =
            may(.readEvents)
            ? try await Self.events(services.events, query, grant: context.grant()) : nil
        audit =
            may(.readAudit)
            ? try await services.audit.page(
                PageRequest(limit: Self.auditShown),
                filter: AuditFilter(target: id.description),
                grant: context.grant()
            ).items : nil
        apple = try await services.apple.link(of: id, grant: context.grant())
        names = try await AuditNames(audit ?? [], services, context.access)
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
}
