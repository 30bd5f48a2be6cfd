import Domain
import UseCases

/// What the page of the audit log shows: some entries, the names in them, and the search that found them.
struct AuditList {
    let entries: Page<AuditEntry>
    let head: AuditHead
    let search: AuditSearch
    let names: AuditNames
}
