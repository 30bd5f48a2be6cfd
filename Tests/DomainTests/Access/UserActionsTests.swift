@_spi(Admission) import Domain
import Testing

@Suite struct UserActionsTests {
    private static let tenant = Tenant.ID(.init(bytes: [UInt8](repeating: 1, count: 16)))

    private func id(_ number: UInt8) -> User.ID { User.ID(.init(bytes: [UInt8](repeating: number, count: 16))) }

    private func role(rank: Role.Rank, _ permissions: Set<PermissionName> = []) throws -> Role {
        Role(name: try #require(Role.Name("own")), title: "Own", rank: rank, permissions: permissions)
    }

    private func user(_ number: UInt8, _ state: User.State) -> User {
        User(
            id: id(number),
            tenant: Self.tenant,
            email: nil,
            emailVerified: false,
            name: "Sue",
            role: .customer,
            state: state,
            createdAt: Timestamp(milliseconds: 0),
            updatedAt: Timestamp(milliseconds: 0),
            lastSeenAt: nil
        )
    }

    /// The names of the actions that user 9 is offered.
    private func offered(
        on number: UInt8 = 2,
        _ state: User.State = .active,
        rank: Role.Rank = 50,
        permissions: Set<PermissionName>
    ) throws -> Set<String> {
        let principal = Principal.user(id(9), role: try role(rank: 50, permissions), from: nil)
        let actions = UserActions(
            on: user(number, state),
            role: try role(rank: rank),
            for: Access(tenant: Self.tenant, principal: principal)
        )
        let all = [
            ("edit", actions.canEdit), ("invite", actions.canInviteAgain), ("role", actions.canAssignRole),
            ("disable", actions.canDisable), ("enable", actions.canEnable), ("delete", actions.canDelete),
            ("sessions", actions.canEndSessions),
        ]
        return Set(all.filter(\.1).map(\.0))
    }

    private static let all: Set<PermissionName> = [.manageUsers, .assignRoles, .revokeSessions]

    @Test(
        arguments: [
            (.active, ["edit", "role", "disable", "delete", "sessions"]),
            (.disabled, ["edit", "role", "enable", "delete", "sessions"]),
            (.invited, ["edit", "invite", "role", "disable", "delete", "sessions"]),
        ] as [(User.State, Set<String>)]
    )
    func `the state of a user decides what is offered`(state: User.State, expected: Set<String>) throws {
        #expect(try offered(state, permissions: Self.all) == expected)
    }

    @Test(
        arguments: [
            (.manageUsers, ["edit", "disable", "delete"]), (.assignRoles, ["role"]), (.revokeSessions, ["sessions"]),
            (.readUsers, []),
        ] as [(PermissionName, Set<String>)]
    )
    func `each action needs its permission`(permission: PermissionName, expected: Set<String>) throws {
        #expect(try offered(permissions: [permission]) == expected)
    }

    @Test func `nothing is offered on a user of higher rank`() throws {
        #expect(try offered(rank: 51, permissions: Self.all).isEmpty)
        #expect(try offered(.disabled, rank: 51, permissions: Self.all).isEmpty)
        #expect(try offered(.invited, rank: 51, permissions: Self.all).isEmpty)
    }

    @Test func `users neither disable nor delete themselves`() throws {
        #expect(try offered(on: 9, permissions: Self.all) == ["edit", "role", "sessions"])
    }
}
