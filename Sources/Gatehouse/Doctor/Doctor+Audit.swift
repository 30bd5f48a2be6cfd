import Database
import Domain
import Stores
import UseCases

extension Doctor {
    /// Verifies every audit chain, and compares it with the anchors outside the database.
    func checkAudit(_ control: any Database) async -> [Finding] {
        let check = "audit_chain"
        guard let root = try? RootKeyFile(url: folder.rootKey).load() else {
            return [Finding(check, .broken, "The audit chains cannot be verified without the root key.")]
        }
        let databases = StoreDatabases(control: control, events: control) { _ in }
        let stores = DatabaseStores(databases, chain: AuditChain(root: root), now: SystemContext.system.now)
        do {
            let anchors = try AuditAnchors.read(from: folder.anchors)
            let heads = try await stores.audit.heads()
            let names = try await names(of: stores.tenants)
            var findings = [Finding]()
            for tenant in Set(heads.keys).union(anchors?.keys.map { $0 } ?? []).sorted() {
                let verdict = try await stores.audit.verify(tenant, anchor: anchors?[tenant])
                findings.append(Self.finding(check, names[tenant] ?? tenant.description, verdict))
            }
            return findings + [Self.finding(anchors: anchors)]
        } catch { return [Finding(check, .broken, CommandFailure(error).sentences.joined(separator: " "))] }
    }

    private func names(of tenants: any TenantStore) async throws(DomainError) -> [Tenant.ID: String] {
        var names = [Tenant.installation: "the installation"]
        var cursor: Cursor?
        repeat {
            let page = try await tenants.page(PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor))
            for summary in page.items { names[summary.tenant.id] = summary.tenant.slug.description }
            cursor = page.next
        } while cursor != nil
        return names
    }

    private static func finding(_ check: String, _ name: String, _ verdict: AuditVerdict) -> Finding {
        switch verdict {
        case .whole(let entries): Finding(check, .good, "The audit chain of \(name) is intact: \(entries) entries.")
        case .broken(let entry):
            Finding(
                check,
                .broken,
                "The audit chain of \(name) was changed from entry \(entry) on. Compare it with the last good backup."
            )
        case .truncated(let anchored, let found):
            Finding(
                check,
                .broken,
                """
                The audit chain of \(name) ends at entry \(found), but had \(anchored). Compare it with the last \
                good backup.
                """
            )
        }
    }

    private static func finding(anchors: [Tenant.ID: AuditHead]?) -> Finding {
        guard let anchors else {
            return Finding(
                "audit_anchors",
                .warning,
                "No audit anchors found; a running server writes them once a minute."
            )
        }
        return Finding("audit_anchors", .good, "\(anchors.count) audit chains match their anchors.")
    }
}
