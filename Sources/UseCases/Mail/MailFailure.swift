import Domain
import Foundation

/// Explains why a message was not delivered.
public struct MailFailure: Error, Sendable, Hashable {
    /// The reason for the operator's log: it contains no address and no link.
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
