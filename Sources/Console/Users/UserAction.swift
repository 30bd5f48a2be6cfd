import ConsoleKit
import Domain
import Hummingbird
import UseCases
import WebCore

/// An action on a user that needs a confirmation.
enum UserAction: Sendable {
    case disable, delete, endSessions

    /// Below the user's page.
    var path: String {
        switch self {
        case .disable: "disabling"
        case .delete: "deletion"
        case .endSessions: "sessions/ending"
        }
    }

    /// It is hard to undo and needs a recent proof.
    var asksProof: Bool { self != .disable }

    func done(isSelf: Bool) -> Flash {
        switch self {
        case .disable: .userDisabled
        case .delete: .userDeleted
        case .endSessions: isSelf ? .otherSessionsEnded : .sessionsEnded
        }
    }
}
