import ConsoleKit
import Domain

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

extension AuditEntry {
    /// The fields whose values are words of the program; those of others are texts of users and apps.
    private static let fieldsOfWords: Set = ["state", "complete", "shared", "passwords", "email_verified"]

    /// `Resolved in 2.4.1`, `yes`; a value without a text is shown as it is stored.
    func value(_ text: String?, of field: String, _ texts: Texts) -> String? {
        guard let text else { return nil }
        guard Self.fieldsOfWords.contains(field) else { return VisibleText.escaped(text) }
        if target?.subject == .failure, let state = FailureState(text: text) { return state.sentence(texts) }
        let key = TextKey("audit.value.\(text.asKeyPart)")
        return texts.has(key) ? texts(key) : VisibleText.escaped(text)
    }
}

extension DomainError.Subject {
    /// `setup link 0193a5c2…9f3e21`
    func label(id: String, _ texts: Texts) -> String {
        texts(TextKey("audit.target.\(rawValue.asKeyPart)"), ["id": .text(id)])
    }
}
