extension TenantSetting {
    /// Returns the changed settings for the audit trail.
    public static func changes(from old: TenantSettings, to new: TenantSettings) -> [AuditEntry.Change] {
        all.compactMap { $0.change(from: old, to: new) }
    }

    private func change(from old: TenantSettings, to new: TenantSettings) -> AuditEntry.Change? {
        let (before, after) = (auditText(old), auditText(new))
        let isChanged =
            switch kind {
            // The trail has the number of texts, which stays when one is replaced.
            case .messages(let access): access.get(old) != access.get(new)
            default: before != after
            }
        return isChanged ? AuditEntry.Change(name, from: before, to: after) : nil
    }

    private func auditText(_ settings: TenantSettings) -> String {
        switch kind {
        case .flag(let access): String(access.get(settings))
        case .count(let access, _), .span(let access, _): String(access.get(settings))
        case .choice(let access, _): access.get(settings)
        case .word(let access, _): access.get(settings)
        case .choices(let access, _): access.get(settings).joined(separator: " ")
        case .words(let access, _, _): access.get(settings).joined(separator: " ")
        case .messages(let access): String(access.get(settings).count)
        case .attributes(let access): access.get(settings).map(\.auditText).joined(separator: " ")
        }
    }
}

extension DefaultAttribute {
    fileprivate var auditText: String {
        switch value {
        case .text(let text): "\(name)=\(text)"
        case .integer(let number): "\(name)=\(number)"
        case .truth(let truth): "\(name)=\(truth)"
        case .after(let span): "\(name)=+\(span.components.seconds)s"
        }
    }
}
