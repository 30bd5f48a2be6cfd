import ConsoleKit
import Domain
import HTTPTypes
import Hummingbird
import UseCases
import WebCore

/// The keys that sign a tenant's access tokens: which one signs when, and the next one.
struct SigningKeyRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("keys/signing", needs: ReadKeys.self, use: list)
        routes.get("keys/signing/rotation", needs: ManageKeys.self, use: askRotation)
        routes.submit("keys/signing/rotation", console: console, needs: ManageKeys.self, use: rotate)
        routes.get("keys/signing/replacement", needs: ManageKeys.self, use: askReplacement)
        routes.submit("keys/signing/replacement", console: console, needs: ManageKeys.self, use: replace)
    }

    /// The hidden field with the key that signed when the question was asked.
    private static let known = "kid"

    private var ring: SigningKeyRing { console.services.signingKeys }

    @Sendable private func list(
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ReadKeys>
    ) async throws -> Response {
        let page = try await console.page(context)
        let keys = PublishedKeys(
            keys: try await ring.published(grant: grant),
            issuer: console.services.accessTokens.issuer(of: context.tenant.slug)
        )
        return page.response(SigningKeyListView(keys, page))
    }

    // MARK: The next key

    @Sendable private func askRotation(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageKeys>
    ) async throws -> Response {
        try console.askProof(context.access.principal, context)
        let now = console.now
        let next = try await ring.published(of: context.tenant.id).last { !$0.signs(at: now) && $0.activatesAt > now }
        let page = try await console.page(context)
        return page.response(.signingKeyRotation(next: next, page), at: page.paths.keys)
    }

    @Sendable private func rotate(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        try fields.finish()
        _ = try await ring.rotate(grant: grant)
        return console.seeOther(TenantPaths(context.tenant.slug).signingKeys, flash: .signingKeyMade)
    }

    // MARK: After a leak

    @Sendable private func askReplacement(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageKeys>
    ) async throws -> Response {
        try console.askProof(context.access.principal, context)
        let now = console.now
        let signing = try await ring.published(of: context.tenant.id).last { $0.signs(at: now) }?.name ?? ""
        let page = try await console.page(context)
        let hidden = HiddenFieldView(name: Self.known, value: signing)
        return page.response(.signingKeyReplacement(hidden, page), at: page.paths.keys)
    }

    @Sendable private func replace(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        let known = fields.text(Self.known, maximum: 100)
        try fields.finish()
        // Submitting the form twice creates one key.
        let isReplaced = try await ring.replace(leaked: known, grant: grant)
        return console.seeOther(
            TenantPaths(context.tenant.slug).signingKeys,
            flash: isReplaced ? .signingKeysReplaced : .signingKeyGone
        )
    }
}

/// The keys that verify a tenant's access tokens, and where services read them.
struct PublishedKeys {
    /// In the order in which they sign.
    let keys: [SigningKey]
    let issuer: String

    var url: String { issuer + "/.well-known/jwks.json" }
}
