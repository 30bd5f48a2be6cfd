import ConsoleKit
import Domain
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
        let page = console.page(call.context)
        let keys = PublishedKeys(
            keys: try await ring.published(grant: call.grant),
            issuer: console.services.accessTokens.issuer(of: call.context.tenant.slug)
        )
        return await page.response(SigningKeyListView(keys, page))
    }

    // MARK: The next key

    private func askRotation(_ call: Call<ManageKeys>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let page = console.page(call.context)
        return try await page.response(rotation(page), at: page.paths.keys)
    }

    private func rotation(_ page: TenantPage) async throws -> Confirmation {
        let now = console.now
        let next = try await ring.published(of: page.tenant.id).last { !$0.signs(at: now) && $0.activatesAt > now }
        return .signingKeyRotation(next: next, page)
    }

    private func rotate(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let page = console.page(call.context)
        return try await page.form(fields) {
            _ = try await ring.rotate(grant: call.grant)
            return page.seeOther(page.paths.signingKeys, flash: .signingKeyMade)
        } again: { problems in
            page.view(of: try await rotation(page), at: page.paths.keys, problems)
        }
    }

    // MARK: After a leak

    private func askReplacement(_ call: Call<ManageKeys>) async throws -> Response {
        try console.askProof(call.context.access.principal, call.context)
        let page = console.page(call.context)
        let now = console.now
        let signing = try await ring.published(of: page.tenant.id).last { $0.signs(at: now) }?.name ?? ""
        return await page.response(Self.replacement(of: signing, page), at: page.paths.keys)
    }

    private static func replacement(of signing: String, _ page: TenantPage) -> Confirmation {
        .signingKeyReplacement(HiddenFieldView(name: known, value: signing), page)
    }

    private func replace(_ fields: inout Fields, _ call: Call<ManageKeys>) async throws -> Response {
        let page = console.page(call.context)
        let known = fields.text(Self.known, maximum: 100)
        return try await page.form(fields) {
            // Submitting the form twice creates one key, also when it is shown again in between.
            let isReplaced = try await ring.replace(leaked: known, grant: call.grant)
            return page.seeOther(page.paths.signingKeys, flash: isReplaced ? .signingKeysReplaced : .signingKeyGone)
        } again: { problems in
            page.view(of: Self.replacement(of: known, page), at: page.paths.keys, problems)
        }
    }
}

/// The keys that verify a tenant's access tokens, and where services read them.
struct PublishedKeys {
    /// In the order in which they sign.
    let keys: [SigningKey]
    let issuer: String

    var url: String { issuer + "/.well-known/jwks.json" }
}
