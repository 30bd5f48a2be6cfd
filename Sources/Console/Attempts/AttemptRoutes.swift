import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Attempts to get or keep a session: a list, and one on its time line.
struct AttemptRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        let attempts = tenant.group("attempts")
        attempts.needs(ReadEvents.self).get(use: list)
        attempts.needs(ReadEvents.self).get("{attempt}", use: show)
    }

    private var reading: AttemptReading { console.services.attemptReading }

    private func list(_ call: Call<ReadEvents>) async throws -> Response {
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let wanted = fields.pageRequest()
        let search = AttemptSearch(&fields)
        guard search.problems.isEmpty else {
            let list = AttemptList(search: search, page: nil, users: [:])
            return await page.response(AttemptListView(list, page), status: .unprocessableContent)
        }
        let found = try await reading.page(search.filter, wanted, grant: call.grant)
        let users = try await users(named: found.items.compactMap(\.user), page)
        return await page.response(AttemptListView(AttemptList(search: search, page: found, users: users), page))
    }

    private func show(_ call: Call<ReadEvents>) async throws -> Response {
        let page = console.page(call.context)
        let details = try await reading.details(
            of: call.id("attempt", of: .attempt),
            grant: call.grant,
            sessions: page.access.allows(.readSessions) ? page.access.grant() : nil
        )
        let names =
            (details.earlier + details.later).compactMap(\.user)
            + [details.timeline.value(of: .user)].compactMap(\.self)
        let data = AttemptData(
            details: details,
            note: try await console.causeNote(on: details.timeline.ending.code, grant: call.grant),
            users: try await users(named: names, page)
        )
        return await page.response(AttemptView(data, page))
    }

    /// The users whom events name by ids of Gatehouse. A client may send any text.
    private func users(named names: [String], _ page: TenantPage) async throws -> [User.ID: User] {
        guard page.access.allows(.readUsers) else { return [:] }
        return try await console.services.users.users(Set(names.compactMap { User.ID($0) }), grant: page.access.grant())
    }
}

extension ConsoleFeature {
    static let attempts = ConsoleFeature(
        views: [AttemptListView.self, AttemptView.self],
        navigation: [
            NavigationEntry(.monitoring, "attempts.title", needs: .readEvents) { TenantPaths($0).attempts }
        ]
    )
}

/// An attempt with all that its page shows.
struct AttemptData: Sendable {
    let details: AttemptDetails
    /// What the tenant adds to the code of the cause.
    let note: CauseNote?
    /// The users whose names the viewer may see.
    let users: [User.ID: User]
}
