import ConsoleKit
import Domain
import Foundation
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// Searches a tenant: a text that names exactly one thing leads straight to it.
struct FindRoutes {
    static let maximumLength = 200
    /// Users on the page; the rest is in Users.
    static let maximumUsers = 10

    let console: Console

    func add(to routes: Routes<TenantContext>) { routes.get("find", use: find) }

    private func find(_ call: PlainCall<TenantContext>) async throws -> Response {
        let page = console.page(call.context)
        var query = try call.request.queryFields()
        let text = query.optionalText("q", maximum: Self.maximumLength)
        do {
            try query.finish(.ignored)
        } catch {
            guard case .invalid(let problems) = error else { throw error }
            let sentence = problems.first?.rule.text(page.texts) ?? ""
            let result = FindResult(invalid: query.typed("q"), sentence)
            return await page.response(FindView(result, page), status: .unprocessableContent)
        }
        guard let wanted = text?.trimmingCharacters(in: .whitespacesAndNewlines), !wanted.isEmpty else {
            return await page.response(FindView(.nothingAsked, page))
        }
        let places = try await Finder(services: console.services, page: page).places(of: wanted)
        if places.count == 1 { return page.seeOther(places[0].href) }
        return try await page.response(FindView(result(of: wanted, places, page), page))
    }

    private func result(of text: String, _ places: [LinkView], _ page: TenantPage) async throws -> FindResult {
        guard page.access.allows(.readUsers) else { return FindResult(text, places: places, users: nil) }
        let found = try await console.services.users.page(
            UserQuery(search: text),
            PageRequest(limit: Self.maximumUsers),
            grant: page.access.grant()
        )
        let users = FindResult.Users(found: found.items, roles: try await console.roleTitles(page))
        return FindResult(text, places: places, users: users)
    }
}

extension ConsoleFeature {
    static let find = ConsoleFeature(views: [FindView.self])
}
