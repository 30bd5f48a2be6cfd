import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Lists the sessions of a tenant, and ends one or all that match.
struct SessionRoutes {
    static let previewShown = 5

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let sessions = tenant.group("sessions")
        sessions.needs(ReadSessions.self).get(use: list)
        sessions.needs(RevokeSessions.self).get("ending", use: askEnding)
        sessions.needs(RevokeSessions.self).submit("ending", console: console, use: endMatching)
        sessions.needs(RevokeSessions.self).submit("{session}/ending", console: console, use: endOne)
        tenant.needs(RevokeSessions.self)
            .submit("users/{user}/sessions/{session}/ending", console: console, use: endOneOfUser)
    }

    private var administration: SessionAdministration { console.services.sessions }

    private func list(_ call: Call<ReadSessions>) async throws -> Response {
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let search = try await console.sessionSearch(&fields, call.context)
        let isReadable = search.problems.isEmpty
        let list = SessionList(
            page: isReadable
                ? try await administration.page(search.filter, wanted, grant: call.grant) : Page(items: [], next: nil),
            search: search,
            roles: try await console.roleTitles(page)
        )
        return await page.response(SessionListView(list, page), status: isReadable ? .ok : .unprocessableContent)
    }

    // MARK: All that match

    private func askEnding(_ call: Call<RevokeSessions>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let search = try await console.sessionSearch(&fields, call.context)
        // A filter that is mistyped must not become none.
        try fields.finish()
        let preview = try await preview(search, page, call.grant)
        return await page.response(Confirmation(preview, page), at: page.paths.sessions)
    }

    private func endMatching(_ fields: inout Fields, _ call: Call<RevokeSessions>) async throws -> Response {
        let page = console.page(call.context)
        let search = try await console.sessionSearch(&fields, call.context)
        // Asking again without a filter that is invalid would ask for more sessions.
        try fields.finish()
        return try await page.form(fields) {
            let ending = try await administration.end(search.filter, grant: call.grant)
            return page.seeOther(
                PageAddress(page.paths.sessions, search.parameters).href,
                flash: ending.keepsOwn ? .otherSessionsEnded : .sessionsEnded
            )
        } again: { problems in
            let question = Confirmation(try await preview(search, page, call.grant), page)
            return page.view(of: question, at: page.paths.sessions, problems)
        }
    }

    private func preview(
        _ search: SessionSearch,
        _ page: TenantPage,
        _ grant: Grant<RevokeSessions>
    ) async throws -> SessionEndingPreview {
        SessionEndingPreview(
            ending: try await administration.preview(search.filter, grant: grant),
            search: search,
            roles: try await console.roleTitles(page),
            latest: page.access.allows(.readSessions)
                ? try await administration.sample(
                    search.filter,
                    limit: Self.previewShown,
                    grant: grant,
                    reading: page.access.grant(ReadSessions.self)
                ) : []
        )
    }

    // MARK: One

    private func endOne(_ fields: inout Fields, _ call: Call<RevokeSessions>) async throws -> Response {
        let page = console.page(call.context)
        let id = try call.id("session", of: .session, as: Session.ID.self)
        let back = try call.request.returnPath()
        try fields.finish()
        try await administration.end(id, grant: call.grant)
        return page.seeOther(back?.description ?? page.paths.sessions, flash: .sessionEnded)
    }

    private func endOneOfUser(_ fields: inout Fields, _ call: Call<RevokeSessions>) async throws -> Response {
        let page = console.page(call.context)
        let user = try call.id("user", of: .user, as: User.ID.self)
        let id = try call.id("session", of: .session, as: Session.ID.self)
        try fields.finish()
        // Whether a session is this user's is for those who may read sessions.
        _ = try call.grant(ReadSessions.self)
        try await administration.end(id, of: user, grant: call.grant)
        return page.seeOther(page.paths.user(user), flash: .sessionEnded)
    }
}

extension ConsoleFeature {
    static let sessions = ConsoleFeature(
        views: [SessionListView.self],
        navigation: [NavigationEntry(.users, "sessions.title", needs: .readSessions) { TenantPaths($0).sessions }]
    )
}

/// The sessions that would end with a search.
struct SessionEndingPreview: Sendable {
    let ending: SessionEnding
    let search: SessionSearch
    let roles: RoleTitles
    /// The most recently active of them; empty for viewers who may not read sessions.
    let latest: [SessionSummary]
}

extension Confirmation {
    /// The question before all sessions that match a search are ended.
    init(_ preview: SessionEndingPreview, _ page: TenantPage) {
        let (search, texts, paths) = (preview.search, page.texts, page.paths)
        let count = preview.ending.count
        let rest = preview.latest.isEmpty ? 0 : count - preview.latest.count
        let labels = search.labels(preview.roles, page)
        self.init(
            question: count == 0 ? texts("sessions.none-matching") : texts("sessions.end-question", count: count),
            sentences: Self.sentences(preview.ending, isEveryone: labels.isEmpty, texts),
            facts: labels.map { FactView($0.term, $0.text) },
            preview: preview.latest.map { PreviewRowView($0, page) },
            previewTitle: texts(rest > 0 ? "sessions.end-preview-latest" : "sessions.end-preview"),
            more: rest > 0 ? texts("sessions.end-more", count: rest) : nil,
            action: paths.sessionsEnding,
            hidden: search.parameters.compactMap { name, value in
                value.flatMap { $0.isEmpty ? nil : HiddenFieldView(name: name, value: $0) }
            },
            confirm: texts("sessions.end-confirm", count: count),
            cancel: PageAddress(paths.sessions, search.parameters).href,
            isPossible: count > 0,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("sessions.title"), href: paths.sessions)],
                current: texts("sessions.end-crumb")
            )
        )
    }

    private static func sentences(_ ending: SessionEnding, isEveryone: Bool, _ texts: Texts) -> [String] {
        guard ending.count > 0 else { return [texts(ending.keepsOwn ? "sessions.end-only-own" : "sessions.end-none")] }
        return [
            texts(isEveryone ? "sessions.end-everyone" : "sessions.end-effect"),
            texts(ending.keepsOwn ? "sessions.end-keeps-own" : "sessions.end-keeps-higher"),
        ]
    }
}
