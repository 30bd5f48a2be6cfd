import ConsoleKit
import Domain
import WebCore

extension AuditEntry.Action {
    /// `Role changed`
    func label(_ texts: Texts) -> String { texts(TextKey("audit.action.\(rawValue.asKeyPart)")) }
}

extension AuditEntry.Change {
    /// `email verified`, `Inactivity timeout`; a field without a text is written as the API names it.
    func label(_ texts: Texts) -> String {
        let key = TextKey("audit.field.\(field.asKeyPart)")
        if texts.has(key) { return texts(key) }
        if let setting = TenantSetting.all.first(where: { $0.name == field }) { return setting.listLabel(texts) }
        return VisibleText.escaped(field.replacing("_", with: " "))
    }
}

extension DomainError.Subject {
    /// `setup link 0193a5c2…9f3e21`
    func label(id: String, _ texts: Texts) -> String {
        texts(TextKey("audit.target.\(rawValue.asKeyPart)"), ["id": .text(id)])
    }
}
