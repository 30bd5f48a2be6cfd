import Domain
import Foundation
import Stores
import Testing
import UseCases

@testable import Gatehouse

@Suite struct AuditAnchorsTests {
    @Test func `heads are written down, and read back`() async throws {
        let folder = try TemporaryFolder()
        let settings = try Settings.forTest(in: folder)
        _ = try await CommandRunner(settings: settings).createTenant("acme")
        let installation = try await Installation.open(settings, for: .init(mayCreate: false), logger: .silent)

        try await installation.anchors(.silent).write()

        let heads = try await installation.stores.audit.heads()
        #expect(try AuditAnchors.read(from: installation.folder.anchors) == heads)
        #expect(heads.count == 1)
        try await installation.close()
    }

    @Test func `an anchor never moves back`() async throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appending(path: "audit.anchors")
        let later = AuditHead(sequence: 9, hash: Data(repeating: 9, count: 32))
        let earlier = AuditHead(sequence: 5, hash: Data(repeating: 5, count: 32))
        let tenant = Tenant.ID(UUID())

        for head in [later, earlier] {
            try await AuditAnchors(
                file: file,
                audit: FixedHeads([tenant: head]),
                now: { Timestamp(milliseconds: 0) },
                logger: .silent
            ).write()
        }

        #expect(try AuditAnchors.read(from: file) == [tenant: later])
    }

    @Test(arguments: ["", "{}", "[]", #"{"heads": [{"tenant": "x"}]}"#])
    func `a malformed anchor file is reported`(text: String) throws {
        let folder = try TemporaryFolder()
        _ = try folder.write(text, to: "audit.anchors")

        let failure = #expect(throws: CommandFailure.self) {
            try AuditAnchors.read(from: folder.url.appending(path: "audit.anchors"))
        }
        #expect(failure?.exit == .rejected)
        #expect(failure?.code == "audit_anchors")
    }
}

/// An audit of which only the heads are known.
private struct FixedHeads: AuditStore {
    let fixed: [Tenant.ID: AuditHead]

    init(_ heads: [Tenant.ID: AuditHead]) {
        fixed = heads
    }

    func heads() -> [Tenant.ID: AuditHead] { fixed }
    func head(of tenant: Tenant.ID) -> AuditHead { fixed[tenant] ?? .start }
    func verify(_ tenant: Tenant.ID, anchor: AuditHead?) -> AuditVerdict { .whole(entries: head(of: tenant).sequence) }
    func walk(_ tenant: Tenant.ID, from head: AuditHead) -> AuditWalk { AuditWalk(last: head) }
    func append(_ draft: AuditDraft, in tenant: Tenant.ID) {}
    func receive(_ entries: [WaitingAuditEntry], in tenant: Tenant.ID) {}
    func forgetReceived(before cutoff: Timestamp, limit: Int) -> Int { 0 }
    func latest(
        of actions: [AuditEntry.Action],
        until time: Timestamp,
        before sequence: Int64,
        limit: Int,
        in tenant: Tenant.ID
    ) -> [AuditEntry] { [] }
    func page(_ request: PageRequest, filter: AuditFilter, in tenant: Tenant.ID) -> Page<AuditEntry> {
        Page(items: [], next: nil)
    }
}
