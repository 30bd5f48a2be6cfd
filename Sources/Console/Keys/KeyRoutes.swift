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
        routes.get("keys", needs: ReadKeys.self, use: list)
        routes.submit("keys", console: console, needs: ManageKeys.self, use: create)
        routes.get("keys/:key/revocation", needs: ManageKeys.self, use: askRevocation)
        routes.submit("keys/:key/revocation", console: console, needs: ManageKeys.self, use: revoke)
    }

    private var administration: KeyAdministration { console.services.keys }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadKeys>
    ) async throws -> Response {
        var query = try request.queryFields()
        let wanted = query.pageRequest()
        try query.finish(.ignored)
        let page = try await console.page(context)
        let keys = try await administration.page(wanted, grant: grant)
        return page.response(KeyListView(KeyList(keys: keys), page))
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        let page = try await console.page(context)
        var form = KeyForm()
        let name = form.read(&fields)
        do throws(DomainError) {
            let kind = try fields.finish(form.kind)
            let created = try await administration.create(kind: kind, name: name, grant: grant)
            return page.response(NewKeyView(created, page))
        } catch .invalid(let problems) {
            form.problems = FormProblems(problems, page.texts)
            return page.response(try await view(form, page), status: .unprocessableContent)
        } catch {
            // Without `keys.read` there is no page to show the form on again.
            guard page.access.allows(.readKeys) else { throw error }
            let refusal = try await console.refusal(error, at: "kind", context)
            form.refusal = refusal.errors
            return page.response(try await view(form, page), status: refusal.status)
        }
    }

    /// The first keys, with a form that was not carried out.
    private func view(_ form: KeyForm, _ page: TenantPage) async throws -> KeyListView {
        let keys = try await administration.page(PageRequest(), grant: page.access.grant())
        return KeyListView(KeyList(keys: keys, form: form), page)
    }

    // MARK: Revoking

    @Sendable private func askRevocation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageKeys>
    ) async throws -> Response {
        let reading = try context.grant(ReadKeys.self)
        let key = try await administration.key(try context.id("key", of: .key), grant: reading)
        let page = try await console.page(context)
        return page.response(.revocation(of: key, page), at: page.paths.keys)
    }

    @Sendable private func revoke(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        try fields.finish()
        _ = try await administration.revoke(try context.id("key", of: .key), grant: grant)
        return console.seeOther(TenantPaths(context.tenant.slug).keys, flash: .keyRevoked)
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
    var refusal: FormErrorsView?

    /// Takes what was typed, to show it again.
    /// - Returns: the name to create a key with.
    mutating func read(_ fields: inout Fields) -> String {
        let text = fields.text("name", maximum: APIKey.nameMaximumLength)
        name = fields.typed("name")
        kind = fields.oneOf("kind", as: APIKey.Kind.self)
        return text
    }
}
