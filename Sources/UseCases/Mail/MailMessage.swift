import Domain
import Foundation

/// A message to one recipient, in plain text.
public struct MailMessage: Sendable, Hashable {
    public let to: EmailAddress
    public let toName: String?
    public let subject: String
    /// The paragraphs, separated by line feeds.
    public let text: String

    public init(to: EmailAddress, toName: String? = nil, subject: String, text: String) {
        self.to = to
        self.toName = toName
        self.subject = subject
        self.text = text
    }
}
