import ConsoleKit
import Domain
import UseCases
import WebCore

/// The published keys that sign access tokens, in the order in which they sign.
struct SigningKeyListView: ConsoleView {
    static let template = "signing-keys"

    let frame: FrameView
    let breadcrumb: BreadcrumbView
    let rows: [SigningKeyRowView]
    /// Where checkers of tokens read the list.
    let address: String
    /// The pages that ask first; nil for who may only look.
    let rotate: String?
    let replace: String?
}

extension SigningKeyListView {
    init(_ keys: [SigningKey], frame: FrameView, _ console: Console, _ context: TenantContext) {
        let slug = context.tenant.slug
        let mayManage = context.access.allows(.manageKeys)
        self.init(
            frame: frame,
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: "API keys", href: ConsolePaths.keys(slug))],
                current: "Signing keys"
            ),
            rows: keys.map { SigningKeyRowView($0, console, context) },
            address: console.services.accessTokens.issuer(of: slug) + "/.well-known/jwks.json",
            rotate: mayManage ? ConsolePaths.signingKeyRotation(slug) : nil,
            replace: mayManage ? ConsolePaths.signingKeyReplacement(slug) : nil
        )
    }
}
