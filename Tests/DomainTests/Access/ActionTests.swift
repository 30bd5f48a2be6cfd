import Testing

@_spi(Admission) @testable import Domain

@Suite struct ActionTests {
    private static let tenant = Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16)))
    private static let time = Timestamp(milliseconds: 0)

    private func id(_ number: UInt8) -> User.ID { User.ID(.init(bytes: [UInt8](repeating: number, count: 16))) }

    private func role(_ rank: Role.Rank, _ permissions: Set<PermissionName>) throws -> Role {
        Role(name: try #require(Role.Name("own")), title: "Own", rank: rank, permissions: permissions)
    }

    private func access(_ role: Role) -> Access {
        Access(tenant: Self.tenant, principal: .user(id(9), role: role, from: nil))
    }

    private func member(_ number: UInt8) -> User {
        User(
            id: id(number),
            tenant: Self.tenant,
            email: nil,
            emailVerified: false,
            name: "Vic",
            role: .onCall,
            state: .active,
            createdAt: Self.time,
            updatedAt: Self.time,
            lastSeenAt: nil
        )
    }

    private func key(revokedAt: Timestamp? = nil) -> APIKey {
        APIKey(
            id: APIKey.ID(.init(bytes: [UInt8](repeating: 3, count: 16))),
            tenant: Self.tenant,
            kind: .ingest,
            name: "iOS app",
            hint: "gh_ik_…x7Qa",
            createdAt: Self.time,
            lastUsedAt: nil,
            revokedAt: revokedAt
        )
    }

    @Test func `only an active key can be revoked, with the permission to manage keys`() throws {
        let manager = access(try role(50, [.readKeys, .manageKeys]))
        let reader = access(try role(50, [.readKeys]))

        #expect(KeyActions(on: key(), for: manager).canRevoke)
        #expect(!KeyActions(on: key(revokedAt: Self.time), for: manager).canRevoke)
        #expect(!KeyActions(on: key(), for: reader).canRevoke)
    }

    @Test func `a secret key is created only by a principal with its rights`() throws {
        let admin = try #require(Role.builtIn.first { $0.name == .admin })

        #expect(access(admin).creatableKeyKinds == [.publishable, .ingest, .secret])
        #expect(access(try role(50, admin.permissions)).creatableKeyKinds == [.publishable, .ingest])
        #expect(access(try role(100, [.manageKeys])).creatableKeyKinds == [.publishable, .ingest])
        #expect(access(try role(100, [.readKeys])).creatableKeyKinds == [])
    }

    @Test func `a role is changed by a principal of its rank or above, a built-in one by none`() throws {
        let keeper = access(try role(50, [.manageRoles]))
        let builtIn = try #require(Role.builtIn.first { $0.name == .customer })

        for (rank, isAllowed) in [(50, true), (51, false)] {
            let actions = RoleActions(on: try role(rank, []), for: keeper)
            #expect(actions.canEdit == isAllowed && actions.canDelete == isAllowed, "rank \(rank)")
        }
        #expect(!RoleActions(on: builtIn, for: keeper).canEdit && !RoleActions(on: builtIn, for: keeper).canDelete)
        #expect(!RoleActions(on: try role(1, []), for: access(try role(50, [.readRoles]))).canEdit)
        #expect(throws: DomainError.denied(.outranked)) { try keeper.principal.mayChange(try role(51, [])) }
        #expect(throws: DomainError.self) { try keeper.principal.mayChange(builtIn) }
    }

    @Test func `a member gets another role from a colleague of their rank or above, not from themselves`() throws {
        let lead = access(try role(60, [.assignRoles]))

        #expect(MemberActions(on: member(2), role: try role(60, []), for: lead).canAssignRole)
        #expect(!MemberActions(on: member(2), role: try role(61, []), for: lead).canAssignRole)
        #expect(!MemberActions(on: member(9), role: try role(60, []), for: lead).canAssignRole)
        #expect(!MemberActions(on: member(2), role: try role(1, []), for: access(try role(60, []))).canAssignRole)
    }

    @Test func `the roles that can be assigned are no stronger than the own one`() throws {
        let own = try role(60, [.assignRoles, .readUsers])
        let high = try role(61, [])
        let wide = try role(10, [.readKeys])
        let console = try role(60, [.enterConsole, .readUsers])

        #expect(access(own).assignable([high, wide, console, own]) == [console, own])
        #expect(access(try role(60, [.readUsers])).assignable([console]) == [])
    }

    @Test func `a principal can grant its own permissions and console access`() throws {
        let principal = access(try role(60, [.readUsers])).principal

        #expect(PermissionName.allCases.filter { principal.mayGive($0) } == [.enterConsole, .readUsers])
    }

    @Test func `the access of a role to the console is its strongest part`() throws {
        #expect(try role(1, [.readUsers]).consoleAccess == .none)
        #expect(try role(1, [.enterConsole, .readUsers]).consoleAccess == .readOnly)
        #expect(try role(1, [.enterConsole, .revokeSessions]).consoleAccess == .endsSessions)
        #expect(try role(1, [.enterConsole, .revokeSessions, .manageKeys]).consoleAccess == .changes)
        #expect(try role(1, Set(PermissionName.grantable)).consoleAccess == .full)
    }
}
