import ConsoleKit
import Domain

/// What an action is about, as its name begins.
enum AuditTopic: String, CaseIterable {
    case tenant, users, sessions, roles, keys, failures, data, operators

    init(_ action: AuditEntry.Action) {
        self =
            switch action.rawValue.prefix(while: { $0 != "." }) {
            case "tenant": .tenant
            case "user", "users", "second_factor", "access": .users
            case "session", "sessions": .sessions
            case "role": .roles
            case "key", "signing_key": .keys
            case "code", "failure": .failures
            case "view", "events": .data
            default: .operators
            }
    }

    func label(_ texts: Texts) -> String { texts(TextKey("audit.topic.\(rawValue)")) }
}
