import Domain
import Foundation

/// Delivers messages.
public protocol MailTransport: Sendable {
    /// - Throws: `MailFailure`
    func send(_ message: MailMessage) async throws(MailFailure)
}
