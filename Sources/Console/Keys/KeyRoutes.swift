import ConsoleKit
import Domain
import HTTPTypes
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
        let page = try await console.page(call.context)
        let keys = try await administration.page(wanted, grant: call.grant)
        return page.response(KeyListView(KeyList(keys: keys), page))
    }

    private func create(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let page = try await console.page(call.context)
        var form = KeyForm()
        let name = form.read(&fields)
        do throws(DomainError) {
            let kind = try fields.finish(form.kind)
            let created = try await administration.create(kind: kind, name: name, grant: call.grant)
            return page.response(NewKeyView(created, page))
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, page.texts)
            return page.response(try await view(form, page), status: .unprocessableContent)
        } catch {
            // Without `keys.read` there is no page to show the form on again.
            guard page.access.allows(.readKeys) else { throw error }
            let rejection = try await console.rejection(error, at: "kind", call.context)
            form.rejection = rejection.errors
            return page.response(try await view(form, page), status: rejection.status)
        }
    }

    /// The first keys, with a form that was not carried out.
    private func view(_ form: KeyForm, _ page: TenantPage) async throws -> KeyListView {
        let keys = try await administration.page(PageRequest(), grant: page.access.grant())
        return KeyListView(KeyList(keys: keys, form: form), page)
    }

    // MARK: Revoking

    private func askRevocation(_ call: Call<ManageKeys>) async throws -> Response {
        let reading = try call.grant(ReadKeys.self)
        let key = try await administration.key(try call.id("key", of: .key), grant: reading)
        let page = try await console.page(call.context)
        return page.response(.revocation(of: key, page), at: page.paths.keys)
    }

    private func revoke(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        try fields.finish()
        _ = try await administration.revoke(try call.id("key", of: .key), grant: call.grant)
        return console.seeOther(TenantPaths(call.context.tenant.slug).keys, flash: .keyRevoked)
    }
}

extension ConsoleFeature {
    static let keys = ConsoleFeature(
        views: [KeyListView.self, NewKeyView.self, SigningKeyListView.self],
        navigation: [NavigationEntry(.tenant, "navigation.keys", needs: .readKeys) { TenantPaths($0).keys }]
    )
}

/// What a user types about a new key, and what is wrong with it.
struct KeyForm {
    var name = ""
    var kind: APIKey.Kind?
    var problems = FormProblems.none
    /// Why the form was not carried out although its values are valid.
    var rejection: FormErrorsView?

    /// Takes what was typed, to show it again.
    /// - Returns: the name to create a key with.
    mutating func read(_ fields: inout Fields) -> String {
        let text = fields.text("name", maximum: APIKey.nameMaximumLength)
        name = fields.typed("name")
        kind = fields.oneOf("kind", as: APIKey.Kind.self)
        return text
    }
}
