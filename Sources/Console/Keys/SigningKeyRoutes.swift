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
        let keys = try await ring.published(grant: grant)
        let frame = try await console.frame("Signing keys", at: ConsolePaths.keys(context.tenant.slug), context)
        return console.page(SigningKeyListView(keys, frame: frame, console, context), context)
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
        let slug = context.tenant.slug
        return try await console.page(
            Confirmation(
                question: next == nil ? "Rotate the signing key?" : "The next key is already scheduled",
                sentences: next == nil
                    ? [
                        "A new key is published now and becomes active 15 minutes later, when services that verify tokens have read it.",
                        "No user is signed out.",
                    ] : ["No other key is created before that one is active."],
                facts: next.map {
                    [FactView("Active from", at: console.clock(for: context).exact($0.activatesAt))]
                } ?? [],
                action: ConsolePaths.signingKeyRotation(slug),
                confirm: "Rotate key",
                cancel: ConsolePaths.signingKeys(slug),
                isPossible: next == nil,
                isDangerous: false,
                breadcrumb: Self.breadcrumb("Rotate", slug)
            ),
            at: ConsolePaths.keys(slug),
            context
        )
    }

    @Sendable private func rotate(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        try fields.finish()
        _ = try await ring.rotate(grant: grant)
        return console.seeOther(ConsolePaths.signingKeys(context.tenant.slug), flash: .signingKeyMade)
    }

    // MARK: After a leak

    @Sendable private func askReplacement(
        _ request: Request,
        _ context: TenantContext,
        grant _: Grant<ManageKeys>
    ) async throws -> Response {
        try console.askProof(context.access.principal, context)
        let (slug, now) = (context.tenant.slug, console.now)
        let signing = try await ring.published(of: context.tenant.id).last { $0.signs(at: now) }?.name ?? ""
        return try await console.page(
            Confirmation(
                question: "Replace all signing keys now?",
                sentences: [
                    "Do this when a key has leaked: anyone who has it can create tokens for any user.",
                    "A new key is active at once. Gatehouse rejects the tokens of all other keys, as if they had expired: apps get new ones automatically, and no user is signed out.",
                    "A backend that verifies tokens locally trusts the old keys, and may reject the new one, until it reads the list again: after 5 minutes at most if it respects the cache time. Restart it if that is too long.",
                ],
                action: ConsolePaths.signingKeyReplacement(slug),
                hidden: [HiddenFieldView(name: Self.known, value: signing)],
                confirm: "Replace all signing keys",
                cancel: ConsolePaths.signingKeys(slug),
                breadcrumb: Self.breadcrumb("Replace", slug)
            ),
            at: ConsolePaths.keys(slug),
            context
        )
    }

    @Sendable private func replace(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext,
        grant: Grant<ManageKeys>
    ) async throws -> Response {
        let known = fields.text(Self.known, maximum: 100)
        try fields.finish()
        // Pressed twice, it makes one key.
        let isReplaced = try await ring.replace(leaked: known, grant: grant)
        return console.seeOther(
            ConsolePaths.signingKeys(context.tenant.slug),
            flash: isReplaced ? .signingKeysReplaced : .signingKeyGone
        )
    }

    private static func breadcrumb(_ current: String, _ slug: Tenant.Slug) -> BreadcrumbView {
        BreadcrumbView(
            links: [
                LinkView(label: "API keys", href: ConsolePaths.keys(slug)),
                LinkView(label: "Signing keys", href: ConsolePaths.signingKeys(slug)),
            ],
            current: current
        )
    }
}
