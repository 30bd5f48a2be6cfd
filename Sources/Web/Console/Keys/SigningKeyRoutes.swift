import Domain
import HTTPTypes
import Hummingbird
import UseCases

/// The keys that sign a tenant's access tokens: which one signs when, and the next one.
struct SigningKeyRoutes {
    let console: Console

    func add(to routes: Routes<TenantContext>) {
        routes.get("keys/signing", needs: .readKeys, use: list)
        routes.get("keys/signing/rotation", needs: .manageKeys, use: askRotation)
        routes.submit("keys/signing/rotation", console: console, needs: .manageKeys, use: rotate)
        routes.get("keys/signing/replacement", needs: .manageKeys, use: askReplacement)
        routes.submit("keys/signing/replacement", console: console, needs: .manageKeys, use: replace)
    }

    /// The hidden field with the key that signed when the question was asked.
    private static let known = "kid"

    private var ring: SigningKeyRing { console.services.signingKeys }

    @Sendable private func list(_ request: Request, _ context: TenantContext) async throws -> Response {
        let keys = try await ring.published(grant: context.grant(ReadKeys.self))
        let frame = try await console.frame("Signing keys", at: ConsolePaths.keys(context.tenant.slug), context)
        return console.page(SigningKeyListView(keys, frame: frame, console, context), context)
    }

    // MARK: The next key

    @Sendable private func askRotation(_ request: Request, _ context: TenantContext) async throws -> Response {
        _ = try context.grant(ManageKeys.self)
        try console.askProof(context.access.principal, context)
        let now = console.now
        let next = try await ring.published(of: context.tenant.id).last { !$0.signs(at: now) && $0.activatesAt > now }
        let slug = context.tenant.slug
        return try await console.page(
            Confirmation(
                question: next == nil ? "Make the next signing key?" : "The next key is on its way already",
                sentences: next == nil
                    ? [
                        "It is published at once and signs a quarter of an hour later, so whoever checks tokens has read it by then.",
                        "Nobody is signed out.",
                    ] : ["No other is made before that one signs."],
                facts: next.map {
                    [FactView("Signs from", at: .exact($0.activatesAt, now: now, zone: console.zone(context)))]
                } ?? [],
                action: ConsolePaths.signingKeyRotation(slug),
                confirm: "Make the next key",
                cancel: ConsolePaths.signingKeys(slug),
                isPossible: next == nil,
                isDangerous: false,
                breadcrumb: Self.breadcrumb("Next key", slug)
            ),
            at: ConsolePaths.keys(slug),
            context
        )
    }

    @Sendable private func rotate(
        _ fields: inout Fields,
        _ request: Request,
        _ context: TenantContext
    ) async throws -> Response {
        let grant = try context.grant(ManageKeys.self)
        try fields.finish()
        _ = try await ring.rotate(grant: grant)
        return console.seeOther(ConsolePaths.signingKeys(context.tenant.slug), flash: .signingKeyMade)
    }

    // MARK: After a leak

    @Sendable private func askReplacement(_ request: Request, _ context: TenantContext) async throws -> Response {
        _ = try context.grant(ManageKeys.self)
        try console.askProof(context.access.principal, context)
        let (slug, now) = (context.tenant.slug, console.now)
        let signing = try await ring.published(of: context.tenant.id).last { $0.signs(at: now) }?.name ?? ""
        return try await console.page(
            Confirmation(
                question: "Replace every signing key now?",
                sentences: [
                    "Do this when a key is in someone else's hands: whoever has it can write tokens for anyone.",
                    "A new key signs at once. Tokens of the others are refused here from now on, as if their time were over: apps get new ones by themselves, and nobody is signed out.",
                    "A back end that checks tokens alone believes the old keys, and may refuse the new one, until it reads the list again: after five minutes at most when it keeps to the rules. Restart it when that is too long.",
                ],
                action: ConsolePaths.signingKeyReplacement(slug),
                hidden: [HiddenFieldView(name: Self.known, value: signing)],
                confirm: "Replace every signing key",
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
        _ context: TenantContext
    ) async throws -> Response {
        let grant = try context.grant(ManageKeys.self)
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
                LinkView(label: "Keys", href: ConsolePaths.keys(slug)),
                LinkView(label: "Signing keys", href: ConsolePaths.signingKeys(slug)),
            ],
            current: current
        )
    }
}
