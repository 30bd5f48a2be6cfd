import Domain

/// Delivers messages.
public protocol MailTransport: Sendable {
    /// - Throws: `MailFailure`
    func send(_ message: MailMessage) async throws(MailFailure)
}

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

/// Explains why a message was not delivered.
public struct MailFailure: Error, Sendable, Hashable {
    /// The reason for the operator's log: it contains no address and no link.
    public let reason: String

    public init(reason: String) { self.reason = reason }
}
