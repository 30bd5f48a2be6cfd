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
    init(_ key: SigningKey, _ console: Console, _ context: TenantContext) {
        let now = console.now
        let state: BadgeView =
            if key.signs(at: now) {
                BadgeView(.success, "Current")
            } else if key.activatesAt > now {
                BadgeView(.plain, "Next")
            } else {
                BadgeView(.cancelled, "Retiring: verifies older tokens")
            }
        self.init(
            name: key.name,
            state: state,
            from: console.clock(for: context).exact(key.activatesAt),
            until: key.retiresAt.map { console.clock(for: context).exact($0) }
        )
    }
}
