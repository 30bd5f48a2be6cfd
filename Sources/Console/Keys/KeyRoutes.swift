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
        return try await page(administration.page(wanted, grant: grant), context)
    }

    private func page(
        _ keys: Page<APIKey>,
        _ context: TenantContext,
        form: KeyFormView.Typed = .init(),
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let frame = try await console.frame("API keys", at: ConsolePaths.keys(context.tenant.slug), context)
        return console.page(KeyListView(keys, form: form, frame: frame, console, context), context, status: status)
    }

    @Sendable private func create(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        let name = fields.text("name", maximum: APIKey.nameMaximumLength)
        let kind = fields.oneOf("kind", as: APIKey.Kind.self)
        let typed = (name: fields.typed("name"), kind: kind)
        do {
            let wanted = try fields.finish(kind)
            let (key, text) = try await administration.create(kind: wanted, name: name, grant: grant)
            let frame = try await console.frame("New key", at: ConsolePaths.keys(context.tenant.slug), context)
            return console.page(NewKeyView(key, text, frame: frame, console, context), context)
        } catch DomainError.invalid(let problems) {
            let form = KeyFormView.Typed(name: typed.name, kind: typed.kind, problems: FormProblems(problems))
            let keys = try await administration.page(PageRequest(), grant: context.grant(ReadKeys.self))
            return try await page(keys, context, form: form, status: .unprocessableContent)
        }
    }

    // MARK: Revoking

    @Sendable private func askRevocation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageKeys>
    ) async throws -> Response {
        let reading = try context.grant(ReadKeys.self)
        let key = try await administration.key(try context.id("key", of: .key), grant: reading)
        return try await console.page(
            confirmation(of: key, context),
            at: ConsolePaths.keys(context.tenant.slug),
            context
        )
    }

    @Sendable private func revoke(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        try fields.finish()
        _ = try await administration.revoke(try context.id("key", of: .key), grant: grant)
        return console.seeOther(ConsolePaths.keys(context.tenant.slug), flash: .keyRevoked)
    }

    private func confirmation(of key: APIKey, _ context: TenantContext) -> Confirmation {
        let slug = context.tenant.slug
        let name = VisibleText.escaped(key.name)
        let lastUsed = key.lastUsedAt.map { FactView("Last used", at: console.clock(for: context).relative($0)) }
        return Confirmation(
            question: key.revokedAt == nil ? "Revoke “\(name)”?" : "“\(name)” is already revoked",
            sentences: [key.kind.afterRevocation, "This can’t be undone. You can create another key."],
            facts: [
                FactView("Key", key.hint, isCode: true), FactView("Type", key.kind.words),
                FactView("Created", at: console.clock(for: context).relative(key.createdAt)),
                lastUsed ?? FactView("Last used", "never"),
            ],
            action: ConsolePaths.keyRevocation(key.id, slug),
            confirm: "Revoke the key",
            cancel: ConsolePaths.keys(slug),
            isPossible: key.revokedAt == nil,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "API keys", href: ConsolePaths.keys(slug))],
                current: "Revoke"
            )
        )
    }
}
