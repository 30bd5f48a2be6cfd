import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// One box for everything: what names exactly one thing leads straight to it.
struct FindRoutes {
    static let maximumLength = 200
    /// People on the page; the rest is in Users.
    static let maximumPeople = 10

    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("find", use: find)
    }

    @Sendable private func find(_ request: Request, _ context: TenantContext) async throws -> Response {
        var query = try request.queryFields()
        let text = query.optionalText("q", maximum: Self.maximumLength)
        do {
            try query.finish(.ignored)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            let sentence = problems.first?.rule.sentence ?? ""
            return try await page(
                query.typed("q"),
                EmptyView("This search can’t be run", sentence),
                context,
                status: .unprocessableContent
            )
        }
        guard let wanted = text?.trimmingCharacters(in: .whitespacesAndNewlines), !wanted.isEmpty else {
            return try await page("", EmptyView("What are you looking for?", Self.advice), context)
        }
        let places = try await Finder(services: console.services, context: context, now: console.now).places(of: wanted)
        if places.count == 1 { return console.seeOther(places[0].href) }
        return try await page(wanted, nil, places: places, context)
    }

    private static let advice =
        "Enter an email address, a name, the ID of a user or a session, a trace ID, or an event reference."

    private func page(
        _ text: String,
        _ empty: EmptyView?,
        places: [LinkView] = [],
        _ context: TenantContext,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let slug = context.tenant.slug
        let shown = VisibleText.escaped(String(text.prefix(Self.maximumLength)))
        let isSearch = empty == nil
        let people = isSearch ? try await people(text, context) : []
        let nothing =
            isSearch && people.isEmpty && places.isEmpty
            ? EmptyView("No results for “\(shown)”", Self.advice) : empty
        let view = FindView(
            frame: try await console.frame("Search", at: ConsolePaths.find(slug), query: shown, context),
            query: shown,
            hasPeople: !people.isEmpty,
            people: people,
            peopleHref: PageAddress(ConsolePaths.users(slug), ["q": text]).href,
            suggestions: places + (isSearch ? suggestions(text, context) : []),
            empty: nothing
        )
        return console.page(view, context, status: status)
    }

    private func people(_ text: String, _ context: TenantContext) async throws -> [UserRowView] {
        guard context.access.allows(.readUsers) else { return [] }
        let found = try await console.services.users.page(
            UserQuery(search: text),
            PageRequest(limit: Self.maximumPeople),
            grant: context.grant()
        )
        let roles = try await console.roleTitles(context)
        return found.items.map { UserRowView($0, roles: roles, console, context) }
    }

    private func suggestions(_ text: String, _ context: TenantContext) -> [LinkView] {
        let slug = context.tenant.slug
        var links: [LinkView] = []
        if context.access.allows(.readEvents) {
            links.append(
                LinkView(
                    label: "Search event messages",
                    href: PageAddress(ConsolePaths.events(slug), ["q": text]).href
                )
            )
        }
        return links
    }
}
