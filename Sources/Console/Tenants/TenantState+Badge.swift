import ConsoleKit
import Domain

extension Tenant.State {
    func badge(_ texts: Texts) -> BadgeView {
        let tone: BadgeView.Tone =
            switch self {
            case .active: .success
            case .suspended: .rejected
            }
        return BadgeView(tone, texts(TextKey("tenants.state.\(rawValue)")))
    }
}
