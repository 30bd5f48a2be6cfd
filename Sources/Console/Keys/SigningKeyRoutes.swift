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
        routes.needs(ReadKeys.self).get("keys/signing", use: list)
        routes.needs(ManageKeys.self).get("keys/signing/rotation", use: askRotation)
        routes.needs(ManageKeys.self).submit("keys/signing/rotation", console: console, use: rotate)
        routes.needs(ManageKeys.self).get("keys/signing/replacement", use: askReplacement)
        routes.needs(ManageKeys.self).submit("keys/signing/replacement", console: console, use: replace)
    }

    /// The hidden field with the key that signed when the question was asked.
    private static let known = "kid"

    private var ring: SigningKeyRing { console.services.signingKeys }

    private func list(_ call: Call<ReadKeys>) async throws -> Response {
        let page = try await console.page(call.context)
        let keys = PublishedKeys(
            keys: try await ring.published(grant: call.grant),
            issuer: console.services.accessTokens.issuer(of: call.context.tenant.slug)
        )
        return page.response(SigningKeyListView(keys, page))
    }

    // MARK: The next key

    private func askRotation(_ call: Call<ManageKeys>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let now = console.now
        let next = try await ring.published(of: call.context.tenant.id).last {
            !$0.signs(at: now) && $0.activatesAt > now
        }
        let page = try await console.page(call.context)
        return page.response(.signingKeyRotation(next: next, page), at: page.paths.keys)
    }

    private func rotate(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        try fields.finish()
        _ = try await ring.rotate(grant: call.grant)
        return console.seeOther(TenantPaths(call.context.tenant.slug).signingKeys, flash: .signingKeyMade)
    }

    // MARK: After a leak

    private func askReplacement(_ call: Call<ManageKeys>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let now = console.now
        let signing = try await ring.published(of: call.context.tenant.id).last { $0.signs(at: now) }?.name ?? ""
        let page = try await console.page(call.context)
        let hidden = HiddenFieldView(name: Self.known, value: signing)
        return page.response(.signingKeyReplacement(hidden, page), at: page.paths.keys)
    }

    private func replace(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let known = fields.text(Self.known, maximum: 100)
        try fields.finish()
        // Submitting the form twice creates one key.
        let isReplaced = try await ring.replace(leaked: known, grant: call.grant)
        return console.seeOther(
            TenantPaths(call.context.tenant.slug).signingKeys,
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
