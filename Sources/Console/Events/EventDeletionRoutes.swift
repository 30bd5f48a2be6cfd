import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// Deletes the events of a user, or those that name a user by a text.
struct EventDeletionRoutes {
    let console: Console

    func add(to tenant: Routes<TenantContext>) {
        tenant.needs(ManageUsers.self).get("events/deletion", use: askNamed)
        tenant.needs(ManageUsers.self).submit("events/deletion", console: console, use: deleteNamed)
        tenant.needs(ManageUsers.self).get("users/{user}/events/deletion", use: ask)
        tenant.needs(ManageUsers.self).submit("users/{user}/events/deletion", console: console, use: delete)
    }

    private var erasure: EventErasure { console.services.eventErasure }

    // MARK: Of a user of the tenant

    private func ask(_ call: Call<ManageUsers>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let page = console.page(call.context)
        return try await page.response(question(call, page), at: page.paths.users)
    }

    private func delete(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let id: User.ID = try call.id("user", of: .user)
        return try await page.form(fields) {
            let outcome = try await erasure.erase(id, grant: call.grant)
            return outcome.isComplete
                ? page.seeOther(page.paths.user(id), flash: .eventsDeleted)
                : page.seeOther(page.paths.userEventDeletion(id), flash: .eventsLeft)
        } again: { problems in
            page.view(of: try await question(call, page), at: page.paths.users, problems)
        }
    }

    private func question(_ call: Call<ManageUsers>, _ page: TenantPage) async throws -> Confirmation {
        let found = try await console.services.users.user(
            call.id("user", of: .user),
            grant: call.grant(ReadUsers.self)
        )
        var question = Confirmation(deletingEventsOf: found.summary.user, page)
        let actions = UserActions(on: found.summary.user, role: found.role, for: page.access)
        guard !actions.canDeleteEvents else { return question }
        question.isPossible = false
        let denial: DomainError.Denial = actions.isOwnAccount ? .ownAccount : .outranked
        question.sentences = [WebFailure(.denied(denial)).detail(page.texts)]
        return question
    }

    // MARK: By a text

    private func askNamed(_ call: Call<ManageUsers>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let page = console.page(call.context)
        var fields = try call.request.queryFields()
        let text = Self.text(&fields)
        try fields.finish()
        // The page of a user of the tenant deletes what names them in other ways too.
        if let user = try await user(text, page) { return page.seeOther(page.paths.userEventDeletion(user.id)) }
        return try await page.response(question(text, page), at: page.paths.events)
    }

    private func deleteNamed(_ fields: inout Fields, _ call: Call<ManageUsers>) async throws -> Response {
        let page = console.page(call.context)
        let text = Self.text(&fields)
        return try await page.form(fields) {
            let outcome = try await erasure.erase(named: text, grant: call.grant)
            return outcome.isComplete
                ? page.seeOther(page.paths.events(of: text), flash: .eventsDeleted)
                : page.seeOther(page.paths.eventDeletion(of: text), flash: .eventsLeft)
        } again: { problems in
            page.view(of: try await question(text, page), at: page.paths.events, problems)
        }
    }

    private static func text(_ fields: inout Fields) -> String {
        fields.text("user", maximum: EventQuery.textMaximumLength)
    }

    private func user(_ text: String, _ page: TenantPage) async throws(DomainError) -> User? {
        guard let id = User.ID(text), page.access.allows(.readUsers) else { return nil }
        return try await console.services.users.users([id], grant: page.access.grant())[id]
    }

    private func question(_ text: String, _ page: TenantPage) async throws -> Confirmation {
        guard let name = erasure.names.name(for: text, in: page.tenant.id) else {
            var question = Confirmation(deletingEventsNaming: text, count: nil, page)
            question.isPossible = false
            question.sentences = [page.texts("forms.event-user")]
            return question
        }
        return Confirmation(deletingEventsNaming: text, count: try await count(name, page), page)
    }

    /// Counts the events of the longest time that can be searched; nil for viewers who may not read events, and where it
    /// takes too long.
    private func count(_ name: String, _ page: TenantPage) async throws(DomainError) -> EventHistogram? {
        guard page.access.allows(.readEvents) else { return nil }
        let end = console.now + .minutes(5)
        var query = EventQuery(from: end - EventQuery.maximumRange, to: end)
        query[.user] = name
        do throws(DomainError) {
            return try await console.services.events.histogram(query, grant: page.access.grant())
        } catch .invalid {
            return nil
        } catch {
            throw error
        }
    }
}

extension Confirmation {
    fileprivate init(deletingEventsOf user: User, _ page: TenantPage) {
        let (texts, paths) = (page.texts, page.paths)
        let title = user.title(texts)
        self.init(
            question: texts("events.delete-question-of", ["name": .text(title)]),
            sentences: [texts("events.delete-effect-of"), texts("events.delete-counts")],
            facts: [
                FactView(texts("users.user"), title, href: paths.user(user.id)),
                FactView(texts("users.id"), user.id.description, isCode: true),
            ],
            action: paths.userEventDeletion(user.id),
            confirm: texts("events.delete"),
            cancel: paths.user(user.id),
            breadcrumb: BreadcrumbView(
                links: [
                    LinkView(label: texts("users.title"), href: paths.users),
                    LinkView(label: title, href: paths.user(user.id)),
                ],
                current: texts("events.delete")
            )
        )
    }

    /// - Parameter count: the events with this user; nil when they are not counted.
    fileprivate init(deletingEventsNaming text: String, count: EventHistogram?, _ page: TenantPage) {
        let (texts, paths) = (page.texts, page.paths)
        let number = count.map { count in
            let total = NumberText.grouped(count.total, in: texts.language)
            return count.isComplete ? total : texts("events.at-least", ["count": .text(total)])
        }
        let events = paths.events(of: text)
        // The id of a user stands for their other names too; who may read users has a page for it.
        let mayBeUser = User.ID(text) != nil && !page.access.allows(.readUsers)
        let user = FactView(texts("events.user-id"), VisibleText.escaped(text), href: events, isCode: true)
        self.init(
            question: texts("events.delete-question"),
            sentences: [
                texts(mayBeUser ? "events.delete-effect-of" : "events.delete-effect"), texts("events.delete-counts"),
            ],
            facts: [user] + (number.map { [FactView(texts("events.title"), $0)] } ?? []),
            action: paths.eventDeletion,
            hidden: [HiddenFieldView(name: "user", value: text)],
            confirm: texts("events.delete"),
            cancel: events,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("events.title"), href: paths.events)],
                current: texts("events.delete")
            )
        )
    }
}

extension TenantPaths {
    /// The question before the events that name a user by a text are deleted.
    func eventDeletion(of user: String) -> String { PageAddress(eventDeletion, ["user": user]).href }

    fileprivate func events(of user: String) -> String { PageAddress(events, ["range": "30d", "user": user]).href }
}
