import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// What breaks: the list of failures, one failure, and what members decide about them.
struct FailureRoutes {
    /// The entries of the history and the comments that a page shows.
    static let shown = 50
    /// The latest attempts that a page shows.
    static let attempts = 5
    /// The members of each role whom a failure can be assigned to.
    static let members = 50

    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let failures = tenant.group("failures")
        failures.needs(ReadEvents.self).get(use: list)
        failures.needs(TriageFailures.self).submit("changes", console: console, use: changeSeveral)
        failures.needs(ReadEvents.self).get("{failure}", use: show)
        failures.needs(ReadEvents.self).get("{failure}/still-out", use: showStillOut)
        failures.needs(TriageFailures.self).submit("{failure}/changes", console: console, use: change)
        failures.needs(TriageFailures.self).submit("{failure}/comments", console: console, use: comment)
    }

    private var reading: FailureReading { console.services.failures }
    private var triage: FailureAdministration { console.services.triage }

    // MARK: Reading

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let search = FailureSearch(&fields)
        let page = console.page(call.context)
        guard search.problems.isEmpty else {
            let data = FailureListData(listing: .empty, search: search, users: [:])
            return await page.response(FailureListView(data, page), status: .unprocessableContent)
        }
        return try await page.response(FailureListView(data(search, wanted, call.grant, page), page))
    }

    private func data(
        _ search: FailureSearch,
        _ wanted: PageRequest,
        _ grant: Grant<ReadEvents>,
        _ page: TenantPage
    ) async throws -> FailureListData {
        let listing = try await reading.list(search.query, wanted, grant: grant)
        let users = try await users(Set(listing.page.items.compactMap(\.triage.assignee)), page)
        return FailureListData(listing: listing, search: search, users: users)
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        var fields = try call.request.queryFields()
        let period: FailurePeriod = fields.optionalOneOf("period") ?? .week
        try fields.finish(.ignored)
        let page = console.page(call.context)
        return try await page.response(FailureView(details(call, page, period), page))
    }

    private func details(
        _ call: Call<some Permission>,
        _ page: TenantPage,
        _ period: FailurePeriod = .week
    ) async throws -> FailureDetails {
        let grant: Grant<ReadEvents> = try page.access.grant()
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let detail = try await reading.failure(id, period, grant: grant)
        let shown = PageRequest(limit: Self.shown)
        let history = try await reading.changes(of: id, shown, grant: grant).items
        let comments = try await reading.comments(on: id, shown, grant: grant).items
        let authors = (history.map(\.actor) + comments.map(\.author)).compactMap { kind -> User.ID? in
            if case .user(let id) = kind { id } else { nil }
        }
        let assignees = [detail.summary.triage.assignee] + history.map(\.assigneeAfter)
        let attempts = try await console.services.attemptReading.page(
            AttemptFilter(failure: id),
            PageRequest(limit: Self.attempts),
            grant: grant
        ).items
        let affected =
            detail.examples.compactMap(\.content.userID) + attempts.compactMap { $0.user.flatMap { User.ID($0) } }
        let named = authors + assignees.compactMap(\.self) + affected
        return FailureDetails(
            detail: detail,
            period: period,
            changes: await console.services.changes.within(
                period.time(at: page.clock.now),
                access: page.access,
                grant: grant
            ),
            history: history,
            comments: comments,
            attempts: attempts,
            note: try await console.causeNote(on: detail.summary.key.code, grant: grant),
            users: try await users(Set(named), page),
            members: try await members(page)
        )
    }

    private func showStillOut(_ call: Call<ReadEvents>) async throws -> Response {
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let period: FailurePeriod = fields.optionalOneOf("period") ?? .week
        try fields.finish(.ignored)
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let failure = try await reading.failure(id, period, grant: call.grant).summary
        let events = try await reading.usersStillOut(of: id, period, wanted, grant: call.grant)
        let page = console.page(call.context)
        let users = try await users(Set(events.items.compactMap(\.content.userID)), page)
        let list = StillOutList(failure: failure, period: period, events: events, users: users)
        return await page.response(StillOutView(list, page))
    }

    private func users(_ ids: Set<User.ID>, _ page: TenantPage) async throws -> [User.ID: User] {
        guard page.access.allows(.readUsers) else { return [:] }
        return try await console.services.users.users(ids, grant: page.access.grant())
    }

    /// Those whom the viewer may assign a failure to.
    private func members(_ page: TenantPage) async throws -> [User] {
        guard page.access.allows(.triageFailures), page.access.allows(.readUsers) else { return [] }
        let roles =
            page.access.allows(.readRoles)
            ? try await console.services.roles.all(grant: page.access.grant()).map(\.role) : Role.builtIn
        var members: [User] = []
        for role in roles where role.permissions.contains(.enterConsole) {
            members += try await console.services.users.page(
                UserQuery(role: role.name, sort: .name),
                PageRequest(limit: Self.members),
                grant: page.access.grant()
            ).items.map(\.user)
        }
        return members
    }

    // MARK: Changing

    private func changeSeveral(_ fields: inout Fields, _ call: Call<TriageFailures>) async throws -> Response {
        let page = console.page(call.context)
        let chosen = fields.texts("failures", maximumCount: FailureAdministration.maximumTogether, maximum: 60)
        if !fields.has("failures") { fields.record("failures", .missing) }
        let name: FailureAction.Name? = fields.oneOf("action")
        return try await page.form(fields, labels: ["failures": page.texts("failures.title")]) {
            let action = try FailureAction(try fields.finish(name), release: nil, count: nil, assignee: nil)
            let references = try chosen.map { try Self.reference($0) }
            _ = try await triage.change(references, by: action, grant: call.grant)
            return page.seeOther(page.paths.failures, flash: .failuresChanged)
        } again: { problems in
            var data = try await data(FailureSearch(), PageRequest(), call.grant(ReadEvents.self), page)
            data.notice = problems.notice
            return FailureListView(data, page)
        }
    }

    /// Parses `ID.VERSION`.
    private static func reference(_ text: String) throws(DomainError) -> FailureReference {
        guard let reference = FailureReference(text), reference.version != nil else { throw .notFound(.failure) }
        return reference
    }

    private func change(_ fields: inout Fields, _ call: Call<TriageFailures>) async throws -> Response {
        let page = console.page(call.context)
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let version = fields.integer("version", in: 0...Int(Int32.max))
        let name: FailureAction.Name? = fields.oneOf("action")
        let typed = ["release": fields.typed("release"), "count": fields.typed("count")]
        let release = fields.optionalText("release", maximum: FailureQuery.releaseMaximumLength)
        // The other buttons of the form leave it empty.
        let typedCount = fields.typed("count")
        let count = typedCount.isEmpty ? nil : fields.optionalInteger("count", in: FailureArchiving.counts)
        if typedCount.isEmpty { _ = fields.optionalText("count", maximum: 1) }
        let assignee: User.ID? =
            fields.typed("assignee").isEmpty
            ? nil : fields.optionalValue("assignee", orElse: FailureAdministration.memberSentence)
        if fields.typed("assignee").isEmpty { _ = fields.optionalText("assignee", maximum: 36) }
        return try await page.form(fields, labels: FailureView.labels(page.texts)) {
            let action = try FailureAction(try fields.finish(name), release: release, count: count, assignee: assignee)
            _ = try await triage.change([FailureReference(id, version: version)], by: action, grant: call.grant)
            return page.seeOther(page.paths.failure(id), flash: .failuresChanged)
        } again: { problems in
            try await view(call, page, typed: typed, problems)
        }
    }

    private func comment(_ fields: inout Fields, _ call: Call<TriageFailures>) async throws -> Response {
        let page = console.page(call.context)
        let id: FailureKey.ID = try call.id("failure", of: .failure)
        let typed = ["text": fields.typed("text")]
        let text = fields.text("text", maximum: FailureComment.textMaximumLength)
        return try await page.form(fields, labels: FailureView.labels(page.texts)) {
            _ = try await triage.comment(on: id, text, grant: call.grant)
            return page.seeOther(page.paths.failure(id), flash: .commentAdded)
        } again: { problems in
            try await view(call, page, typed: typed, problems)
        }
    }

    /// The page again, with what was typed and why the form was not carried out.
    private func view(
        _ call: Call<some Permission>,
        _ page: TenantPage,
        typed: [String: String],
        _ problems: FormProblems
    ) async throws -> FailureView {
        var details = try await details(call, page)
        details.typed = typed
        details.problems = problems
        return FailureView(details, page)
    }
}

extension ConsoleFeature {
    static let failures = ConsoleFeature(
        views: [FailureListView.self, FailureView.self, StillOutView.self],
        navigation: [
            NavigationEntry(.monitoring, "failures.title", needs: .readEvents) { TenantPaths($0).failures }
        ]
    )
}
