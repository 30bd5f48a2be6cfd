import ConsoleKit
import Domain
import UseCases
import WebCore

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
