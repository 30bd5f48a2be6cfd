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

/// The sender of a message: `Acme <no-reply@acme.example>`, or the address alone.
public struct MailSender: Sendable, Hashable {
    public let name: String?
    public let address: EmailAddress

    public init?(_ text: String) {
        guard let open = text.lastIndex(of: "<") else {
            guard let address = EmailAddress(text) else { return nil }
            (name, self.address) = (nil, address)
            return
        }
        guard text.hasSuffix(">"), let address = EmailAddress(String(text[text.index(after: open)...].dropLast()))
        else { return nil }
        let name = text[..<open].trimmingCharacters(in: CharacterSet(charactersIn: " \""))
        guard name.unicodeScalars.allSatisfy({ !VisibleText.isHidden($0) }), name.utf8.count <= 200 else { return nil }
        self.name = name.isEmpty ? nil : name
        self.address = address
    }
}

/// Delivers messages.
public protocol MailTransport: Sendable {
    /// - Throws: `MailFailure`
    func send(_ message: MailMessage) async throws(MailFailure)
}

/// Explains why a message was not delivered.
public struct MailFailure: Error, Sendable, Hashable {
    /// The reason for the operator's log: it contains no address and no link.
    public let reason: String

    public init(reason: String) {
        self.reason = reason
    }
}
