import ConsoleKit
import Domain

/// A dimension of events in the language of a page.
extension EventDimension {
    func label(_ texts: Texts) -> String { texts(definition.labelKey) }

    /// An example for the field of its filter.
    func example(_ texts: Texts) -> String? {
        switch self {
        case .code: "keychain.locked"
        case .user: texts("events.example.user")
        case .attempt: texts("events.example.attempt")
        default: nil
        }
    }

    /// A value for users to read: `Wi-Fi` for `wifi`; ids are shortened. It is not escaped.
    func text(ofValue value: String, _ texts: Texts) -> String {
        switch self {
        case .source: EventSource(rawValue: value)?.label(texts) ?? value
        case .stage: Stage(rawValue: value)?.label(texts) ?? value
        case .outcome: Outcome(rawValue: value)?.label(texts) ?? value
        case .platform: SystemName.ofPlatform(value)
        case .network: NetworkKind(rawValue: value.lowercased())?.label(texts) ?? value
        case .provider: Identity.Provider(rawValue: value)?.label(texts) ?? value
        case .user, .session, .attempt: ShortID.of(value)
        default: value
        }
    }
}

/// A network whose name is known: `Wi-Fi` for `wifi`.
enum NetworkKind: String, CaseIterable {
    case wifi, cellular, ethernet, vpn

    func label(_ texts: Texts) -> String { texts(TextKey("events.network.\(rawValue)")) }
}
