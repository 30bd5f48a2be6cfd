import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Who is in, across the tenant; and ending that, one by one or all that match.
struct SessionRoutes {
    static let previewShown = 5

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let sessions = tenant.group("sessions")
        sessions.get(needs: ReadSessions.self, use: list)
        sessions.get("ending", needs: RevokeSessions.self, use: askEnding)
        sessions.submit("ending", console: console, needs: RevokeSessions.self, use: endMatching)
        sessions.submit(":session/ending", console: console, needs: RevokeSessions.self, use: endOne)
        tenant.group("users/:user").submit(
            "sessions/:session/ending",
            console: console,
            needs: RevokeSessions.self,
            use: endOneOfPerson
        )
    }

    private var administration: SessionAdministration { console.services.sessions }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadSessions>
    ) async throws -> Response {
        var fields = try request.queryFields()
        let wanted = fields.pageRequest()
        let search = try await SessionSearch(&fields, console, context)
        let isReadable = search.problems.isEmpty
        let page =
            isReadable ? try await administration.page(search.filter, wanted, grant: grant) : Page(items: [], next: nil)
        let view = SessionListView(
            page,
            search: search,
            roles: try await console.roleTitles(context),
            frame: try await console.frame("Sessions", at: ConsolePaths.sessions(context.tenant.slug), context),
            console,
            context
        )
        return console.page(view, context, status: isReadable ? .ok : .unprocessableContent)
    }

    // MARK: All that match

    @Sendable private func askEnding(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        try console.askProof(context.access.principal, context)
        var fields = try request.queryFields()
        let search = try await SessionSearch(&fields, console, context)
        try fields.finish(.ignored)
        return try await console.page(
            question(search, context, grant),
            at: ConsolePaths.sessions(context.tenant.slug),
            context
        )
    }

    @Sendable private func endMatching(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        let search = try await SessionSearch(&fields, console, context)
        try fields.finish()
        let ending = try await administration.end(search.filter, grant: grant)
        let address = PageAddress(ConsolePaths.sessions(context.tenant.slug), search.parameters)
        return console.seeOther(address.href, flash: ending.keepsOwn ? .otherSessionsEnded : .sessionsEnded)
    }

    private func question(
        _ search: SessionSearch,
        _ context: TenantContext,
        _ grant: Grant<RevokeSessions>
    ) async throws -> Confirmation {
        let slug = context.tenant.slug
        let clock = console.clock(for: context)
        let ending = try await administration.preview(search.filter, grant: grant)
        let first =
            context.access.allows(.readSessions)
            ? try await administration.sample(
                search.filter,
                limit: Self.previewShown,
                grant: grant,
                reading: context.grant(ReadSessions.self)
            ) : []
        let labels = search.labels(try await console.roleTitles(context), clock)
        let all = CountText.of(ending.count, "session", "sessions")
        return Confirmation(
            question: ending.count == 0 ? "No matching sessions" : "End \(all)?",
            sentences: Self.sentences(ending, isEveryone: labels.isEmpty),
            facts: labels.map { FactView($0.term, $0.text) },
            preview: first.map { PreviewRowView($0, clock) },
            previewTitle: ending.count > first.count ? "Most recently active" : "Sessions",
            more: ending.count > first.count && !first.isEmpty
                ? "and \(CountText.grouped(ending.count - first.count)) more" : nil,
            action: ConsolePaths.sessions(slug) + "/ending",
            hidden: search.parameters.compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : HiddenFieldView(name: name, value: $0) }
            },
            confirm: "End \(all)",
            cancel: PageAddress(ConsolePaths.sessions(slug), search.parameters).href,
            isPossible: ending.count > 0,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "Sessions", href: ConsolePaths.sessions(slug))],
                current: "End sessions"
            )
        )
    }

    private static func sentences(_ ending: SessionEnding, isEveryone: Bool) -> [String] {
        guard ending.count > 0 else {
            return [
                ending.keepsOwn
                    ? "Only your own session matches. Sign out to end it."
                    : "There is no matching session that you can end."
            ]
        }
        let effect = "They are signed out with their next request, and can sign in again."
        return [
            isEveryone ? "These are the sessions of everyone else who is signed in. \(effect)" : effect,
            ending.keepsOwn
                ? "Your own session matches too, and stays. So do sessions of people above your level."
                : "Sessions of people above your level stay.",
        ]
    }

    // MARK: One

    @Sendable private func endOne(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        let id = try context.id("session", of: .session, as: Session.ID.self)
        try fields.finish()
        try await administration.end(id, grant: grant)
        let back = try request.innerPlace()
        return console.seeOther(back?.description ?? ConsolePaths.sessions(context.tenant.slug), flash: .sessionEnded)
    }

    @Sendable private func endOneOfPerson(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<RevokeSessions>
    ) async throws -> Response {
        let user = try context.id("user", of: .user, as: User.ID.self)
        let id = try context.id("session", of: .session, as: Session.ID.self)
        try fields.finish()
        let theirs = try await administration.page(
            SessionFilter(user: user, ids: [id]),
            PageRequest(limit: 1),
            grant: context.grant(ReadSessions.self)
        )
        guard !theirs.items.isEmpty else { throw DomainError.notFound(.session) }
        try await administration.end(id, grant: grant)
        return console.seeOther(ConsolePaths.user(user, context.tenant.slug), flash: .sessionEnded)
    }
}
