import Domain
import Foundation

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
        guard !VisibleText.hasHidden(name), name.utf8.count <= 200 else { return nil }
        self.name = name.isEmpty ? nil : name
        self.address = address
    }
}
