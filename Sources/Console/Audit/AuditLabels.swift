import ConsoleKit
import Domain
import WebCore

extension AuditEntry.Action {
    /// `Role changed`
    func label(_ texts: Texts) -> String { texts(TextKey("audit.action.\(rawValue.asKeyPart)")) }
}

extension AuditEntry.Change {
    /// `email verified`; a field without a text, such as a setting, is written as the API names it.
    func label(_ texts: Texts) -> String {
        let key = TextKey("audit.field.\(field.asKeyPart)")
        return texts.has(key) ? texts(key) : VisibleText.escaped(field.replacing("_", with: " "))
    }
}

extension DomainError.Subject {
    /// `setup link 0193a5c2…9f3e21`
    func label(id: String, _ texts: Texts) -> String {
        texts(TextKey("audit.target.\(rawValue.asKeyPart)"), ["id": .text(id)])
    }
}
