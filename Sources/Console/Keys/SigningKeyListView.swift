import ConsoleKit
import Domain

/// The published keys that sign access tokens, in the order in which they sign.
struct SigningKeyListView: FramedView {
    static let template = "signing-keys"

    var frame: FrameView
    let breadcrumb: BreadcrumbView
    let rows: [SigningKeyRowView]
    /// Where checkers of tokens read the list.
    let address: String
    /// The confirmation pages; nil for users who may only read.
    let rotate: String?
    let replace: String?
}

extension SigningKeyListView {
    init(_ published: PublishedKeys, _ page: TenantPage) {
        let texts = page.texts
        let mayManage = page.access.allows(.manageKeys)
        self.init(
            frame: page.frame(texts("keys.signing-title"), at: page.paths.keys),
            breadcrumb: BreadcrumbView(
                links: [LinkView(label: texts("keys.title"), href: page.paths.keys)],
                current: texts("keys.signing-title")
            ),
            rows: published.keys.map { SigningKeyRowView($0, page) },
            address: published.url,
            rotate: mayManage ? page.paths.signingKeyRotation : nil,
            replace: mayManage ? page.paths.signingKeyReplacement : nil
        )
    }
}

struct SigningKeyRowView: Sendable {
    let name: String
    let state: BadgeView
    let from: TimeView
    let until: TimeView?
}

extension SigningKeyRowView {
    init(_ key: SigningKey, _ page: TenantPage) {
        let (now, texts) = (page.clock.now, page.texts)
        let state: BadgeView =
            if key.signs(at: now) {
                BadgeView(.success, texts("keys.signing-current"))
            } else if key.activatesAt > now {
                BadgeView(.plain, texts("keys.signing-next"))
            } else {
                BadgeView(.cancelled, texts("keys.signing-retiring"))
            }
        self.init(
            name: key.name,
            state: state,
            from: page.clock.exact(key.activatesAt),
            until: key.retiresAt.map(page.clock.exact)
        )
    }
}
