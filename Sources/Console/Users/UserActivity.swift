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
}

extension Console {
    func activity(of id: User.ID, _ context: TenantContext) async throws -> UserActivity {
        let allows = context.access.allows
        return UserActivity(
            sessions: allows(.readSessions)
                ? try await services.sessions.page(
                    SessionFilter(user: id),
                    PageRequest(limit: UserActivity.sessionsShown),
                    grant: context.grant()
                ).items.map(\.session) : nil,
            events: allows(.readEvents) ? try await events(of: id, grant: context.grant()) : nil,
            audit: allows(.readAudit) ? try await audit(of: id, context) : nil,
            apple: try await services.apple.link(of: id, grant: context.grant())
        )
    }

    /// Without the events database the rest of the page is there: what can be done to a user must not wait for it.
    private func events(of id: User.ID, grant: Grant<ReadEvents>) async throws(DomainError) -> [StoredEvent]? {
        var query = EventQuery(from: now - UserActivity.eventsBack, to: now + .minutes(5))
        query[.user] = id.description
        let shown = PageRequest(limit: UserActivity.eventsShown)
        do { return try await services.events.page(query, shown, grant: grant).items } catch {
            guard case .unavailable = error else { throw error }
            return nil
        }
    }

    private func audit(of id: User.ID, _ context: TenantContext) async throws -> [UserActivity.Entry] {
        let entries = try await services.audit.page(
            PageRequest(limit: UserActivity.auditShown),
            filter: AuditFilter(user: id),
            grant: context.grant()
        ).items
        let names = try await auditNames(of: entries, context.access, texts(context))
        return entries.map { UserActivity.Entry(entry: $0, actor: AuditActor($0.actor, names)) }
    }
}
