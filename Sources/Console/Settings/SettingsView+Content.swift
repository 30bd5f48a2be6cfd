import ConsoleKit
import Domain

extension TenantPage {
    /// Where the changes of the settings are listed; nil without the permission to read the audit log.
    func settingsAudit(_ action: AuditEntry.Action = .tenantSettingsChanged) -> String? {
        access.allows(.readAudit) ? "\(paths.audit)?action=\(action.rawValue)" : nil
    }
}
