import Database
@_spi(Admission) import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@Suite struct AuditTests {
    @Test func `every change is recorded with actor, origin, target and changes`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let admin = try #require(Role.builtIn.first { $0.name == .admin })
        let origin = RequestOrigin(address: "203.0.113.9", requestID: "request-42", trace: nil)
        let access = Access(tenant: acme.tenant.id, principal: .user(ada.id, role: admin, from: origin))
        let karl = try await acme.add("Karl")

        _ = try await acme.services.users.assign(role: "driver", to: karl.id, grant: access.grant())

        let entry = try #require(
            try await acme.services.audit.page(PageRequest(limit: 1), grant: access.grant()).items.first
        )
        #expect(entry.action == .roleAssigned)
        #expect(entry.actor == .user(ada.id))
        #expect(entry.address == "203.0.113.9" && entry.requestID == "request-42")
        #expect(entry.target == .init(.user, karl.id))
        #expect(entry.changes == [.init("role", from: "customer", to: "driver")])
    }

    @Test func `a change that is refused leaves no trace of itself`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let before = try await acme.services.audit.head(grant: acme.system.grant())

        _ = try? await acme.services.users.delete(ada.id, grant: acme.system.grant())

        let after = try await acme.services.audit.head(grant: acme.system.grant())
        #expect(before == after)
    }

    @Test func `the heads of all chains are those of each tenant`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        try await acme.add("Ada")

        let heads = try await installation.stores.audit.heads()

        #expect(heads.count == 2)
        #expect(try await heads[acme.tenant.id] == acme.services.audit.head(grant: acme.system.grant()))
        #expect(try await heads[globex.tenant.id] == globex.services.audit.head(grant: globex.system.grant()))
        #expect(heads[acme.tenant.id]?.sequence != heads[globex.tenant.id]?.sequence)
    }

    @Test func `entries of one kind are found among many sign-ins, page by page`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")
        for _ in 0..<6 { _ = try await acme.signIn(ada) }
        for name in ["Bo", "Cy", "Di"] { try await acme.add(name) }
        for _ in 0..<6 { _ = try await acme.signIn(ada) }
        for _ in 0..<3 {
            let draft = AuditDraft(.usersExported, by: .system, at: acme.installation.clock.now)
            try await acme.installation.stores.audit.append(draft, in: acme.tenant.id)
        }
        let audit = acme.services.audit
        let grant: Grant<ReadAudit> = try acme.system.grant()

        let all = try await audit.page(PageRequest(limit: 200), grant: grant).items
        for kind in AuditEntry.Kind.allCases {
            let wanted = all.filter { $0.action.kind == kind }.map(\.sequence)
            var found: [Int64] = []
            var cursor: Cursor?
            repeat {
                let request = PageRequest(limit: 2, cursor: cursor)
                let page = try await audit.page(request, filter: AuditFilter(kind: kind), grant: grant)
                found += page.items.map(\.sequence)
                if let previous = page.previous {
                    let back = PageRequest(limit: 2, cursor: previous)
                    let before = try await audit.page(back, filter: AuditFilter(kind: kind), grant: grant)
                    #expect(before.items.map(\.sequence) == Array(found.dropLast(page.items.count).suffix(2)))
                }
                cursor = page.next
            } while cursor != nil
            #expect(found == wanted && found.count >= 3, "\(kind)")
        }
    }

    @Test func `the entries of a user are those about the user and their sessions, whoever acted`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let sue = try await acme.add("Sue")
        let signedIn = try await acme.signIn(sue)
        _ = try await acme.signIn(ada)
        let grant: Grant<RevokeSessions> = try acme.system.grant()
        try await acme.services.sessions.end(signedIn.session.id, grant: grant)
        let admin = try #require(Role.builtIn.first { $0.name == .admin })
        let byAda = AuditDraft(
            .sessionEnded,
            by: .user(ada.id, role: admin, from: nil),
            at: acme.installation.clock.now,
            target: .init(.session, signedIn.session.id)
        )
        try await acme.installation.stores.audit.append(byAda, in: acme.tenant.id)
        func actions(_ filter: AuditFilter) async throws -> [AuditEntry.Action] {
            try await acme.services.audit.page(PageRequest(), filter: filter, grant: acme.system.grant()).items
                .map(\.action)
        }

        let all: [AuditEntry.Action] = [.sessionEnded, .sessionEnded, .sessionStarted, .userCreated]
        #expect(try await actions(AuditFilter(user: sue.id)) == all)
        // What an administrator does to others' sessions is not about the administrator.
        #expect(try await actions(AuditFilter(user: ada.id)) == [.sessionStarted, .userCreated])
        #expect(try await actions(AuditFilter(kind: .changes, user: sue.id)) == [.userCreated])
        #expect(try await actions(AuditFilter(action: .userCreated, user: sue.id)) == [.userCreated])
        #expect(try await actions(AuditFilter(actor: ada.id.uuid, user: sue.id)) == [.sessionEnded])
    }

    enum Tampering: String, CaseIterable {
        case edit, delete, reorder, truncate, truncateWithHead, insert, moveToOtherTenant
    }

    @Test(arguments: Tampering.allCases)
    func `an attacker with write access to the database cannot hide a change of the audit`(
        tampering: Tampering
    ) async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        for name in ["Ada", "Karl", "Vic"] {
            try await acme.add(name)
            try await globex.add(name)
        }
        let store = installation.stores.audit
        let anchor = try await store.head(of: acme.tenant.id)
        let whole = try await store.verify(acme.tenant.id, anchor: anchor)

        try await tamper(tampering, acme.tenant.id, globex.tenant.id, in: installation)

        #expect(whole == .whole(entries: 4))
        let verdict = try await store.verify(acme.tenant.id, anchor: anchor)
        if case .whole = verdict { Issue.record("\(tampering) was not noticed") }
    }

    private func tamper(
        _ tampering: Tampering,
        _ tenant: Tenant.ID,
        _ other: Tenant.ID,
        in installation: Installation
    ) async throws {
        try await installation.tamper { transaction in
            let id = tenant.uuid
            switch tampering {
            case .edit:
                try transaction.execute(
                    "UPDATE audit_entries SET target_id = 'x' WHERE tenant_id = \(id) AND sequence = 2"
                )
            case .delete: try transaction.execute("DELETE FROM audit_entries WHERE tenant_id = \(id) AND sequence = 2")
            case .reorder:
                try transaction.execute(
                    "UPDATE audit_entries SET sequence = 99 WHERE tenant_id = \(id) AND sequence = 2"
                )
                try transaction.execute(
                    "UPDATE audit_entries SET sequence = 2 WHERE tenant_id = \(id) AND sequence = 3"
                )
                try transaction.execute(
                    "UPDATE audit_entries SET sequence = 3 WHERE tenant_id = \(id) AND sequence = 99"
                )
            case .truncate:
                try transaction.execute("DELETE FROM audit_entries WHERE tenant_id = \(id) AND sequence > 3")
            case .truncateWithHead:
                try transaction.execute("DELETE FROM audit_entries WHERE tenant_id = \(id) AND sequence > 3")
                try transaction.execute(
                    """
                    UPDATE audit_heads SET sequence = 3,
                        hash = (SELECT hash FROM audit_entries WHERE tenant_id = \(id) AND sequence = 3) WHERE tenant_id = \(id)
                    """
                )
            case .insert:
                try transaction.execute(
                    """
                    INSERT INTO audit_entries (tenant_id, sequence, at, action, actor_kind, changes, hash)
                    VALUES (\(id), 5, 0, 'user.created', 'system', '[]', \(Data(repeating: 1, count: 32)))
                    """
                )
            case .moveToOtherTenant:
                try transaction.execute("DELETE FROM audit_entries WHERE tenant_id = \(id)")
                try transaction.execute("UPDATE audit_entries SET tenant_id = \(id) WHERE tenant_id = \(other.uuid)")
            }
        }
    }

    @Test func `entries are never changed or deleted by a statement`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let audit = acme.installation.stores.audit
        let before = try await audit.page(PageRequest(), filter: AuditFilter(), in: acme.tenant.id).items

        await #expect(throws: DatabaseError.self) {
            try await acme.installation.control.write(.tenant(acme.tenant.id.uuid)) {
                try $0.execute("DELETE FROM audit_entries WHERE tenant_id = \(acme.tenant.id.uuid)")
            }
        }
        await #expect(throws: DatabaseError.self) {
            try await acme.installation.control.write(.tenant(acme.tenant.id.uuid)) {
                try $0.execute("UPDATE audit_entries SET at = 0 WHERE tenant_id = \(acme.tenant.id.uuid)")
            }
        }

        #expect(!before.isEmpty)
        #expect(try await audit.page(PageRequest(), filter: AuditFilter(), in: acme.tenant.id).items == before)
    }
}
