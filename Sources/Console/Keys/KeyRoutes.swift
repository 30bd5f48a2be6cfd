import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// The keys of a tenant: a new one is shown once.
struct KeyRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.needs(ReadKeys.self).get("keys", use: list)
        routes.needs(ManageKeys.self).submit("keys", console: console, use: create)
        routes.needs(ManageKeys.self).get("keys/{key}/revocation", use: askRevocation)
        routes.needs(ManageKeys.self).submit("keys/{key}/revocation", console: console, use: revoke)
    }

    private var administration: KeyAdministration { console.services.keys }

    private func list(_ call: Call<ReadKeys>) async throws -> Response {
        var query = try call.request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        let page = console.page(call.context)
        let keys = try await administration.page(wanted, grant: call.grant)
        return await page.response(KeyListView(KeyList(keys: keys), page))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let page = console.page(call.context)
        var form = KeyForm()
        let name = form.read(&fields)
        return try await page.form(fields, at: { _ in "kind" }) {
            let kind = try fields.finish(form.kind)
            let created = try await administration.create(kind: kind, name: name, grant: call.grant)
            return await page.response(NewKeyView(created, page))
        } again: { problems in
            let keys = try await administration.page(PageRequest(), grant: page.access.grant())
            return KeyListView(KeyList(keys: keys, form: form), page, problems)
        }
    }

    // MARK: Revoking

    private func askRevocation(_ call: Call<ManageKeys>) async throws -> Response {
        let reading = try call.grant(ReadKeys.self)
        let key = try await administration.key(try call.id("key", of: .key), grant: reading)
        let page = console.page(call.context)
        return await page.response(.revocation(of: key, page), at: page.paths.keys)
    }

    private func revoke(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let page = console.page(call.context)
        let id: APIKey.ID = try call.id("key", of: .key)
        return try await page.form(fields) {
            _ = try await administration.revoke(id, grant: call.grant)
            return page.seeOther(page.paths.keys, flash: .keyRevoked)
        } again: { problems in
            let key = try await administration.key(id, grant: call.grant(ReadKeys.self))
            return page.view(of: .revocation(of: key, page), at: page.paths.keys, problems)
        }
    }
}

extension ConsoleFeature {
    static let keys = ConsoleFeature(
        views: [KeyListView.self, NewKeyView.self, SigningKeyListView.self],
        navigation: [NavigationEntry(.tenant, "keys.title", needs: .readKeys) { TenantPaths($0).keys }]
    )
}

/// What a user types about a new key.
struct KeyForm {
    var name = ""
    var kind: APIKey.Kind?

    /// Takes what was typed, to show it again.
    /// - Returns: the name to create a key with.
    mutating func read(_ fields: inout Fields) -> String {
        let text = fields.text("name", maximum: APIKey.nameMaximumLength)
        name = fields.typed("name")
        kind = fields.oneOf("kind", as: APIKey.Kind.self)
        return text
    }
}
