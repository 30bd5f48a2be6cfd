import Domain
import Fixtures
import Testing
import UseCases

@Suite struct UserTests {
    @Test func `an administrator cannot act on a user of a higher rank`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let vic = try await acme.add("Vic", role: .onCall)
        let lead = Role(
            name: try #require(Role.Name("lead")),
            title: "Lead",
            rank: 60,
            permissions: [.manageUsers, .assignRoles, .revokeSessions]
        )
        let access = acme.access(vic, as: lead)

        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.users.disable(ada.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.users.delete(ada.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.users.assign(role: "customer", to: ada.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.outranked)) {
            try await acme.services.users.assign(role: "admin", to: vic.id, grant: access.grant())
        }
    }

    @Test func `a member cannot create a user with more permissions than their own`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let helper = Role(
            name: try #require(Role.Name("helper")),
            title: "Helper",
            rank: 80,
            permissions: [.manageUsers, .assignRoles]
        )
        let access = acme.access(try await acme.add("Vic"), as: helper)
        let karl = try await acme.add("Karl")
        let users = acme.services.users
        let (invited, _) = try await users.invite(
            .init(email: "eve@acme.example", name: nil, role: "on_call"),
            grant: acme.system.grant()
        )

        await #expect(throws: DomainError.denied(.missingPermission(.readAudit))) {
            try await users.assign(role: "on_call", to: karl.id, grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.missingPermission(.readAudit))) {
            try await users.invite(.init(email: "x@acme.example", name: nil, role: "on_call"), grant: access.grant())
        }
        await #expect(throws: DomainError.denied(.missingPermission(.readAudit))) {
            try await users.inviteAgain(invited.id, grant: access.grant())
        }
        _ = try await users.assign(role: "partner", to: karl.id, grant: access.grant())
    }

    @Test func `the last administrator stays`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .admin)
        let eve = try await acme.add("Eve", role: .admin)
        let users = acme.services.users

        _ = try await users.disable(eve.id, grant: acme.system.grant())

        await #expect(throws: DomainError.conflict(.lastAdministrator)) {
            try await users.assign(role: "customer", to: ada.id, grant: acme.system.grant())
        }
        await #expect(throws: DomainError.conflict(.lastAdministrator)) {
            try await users.disable(ada.id, grant: acme.system.grant())
        }
        await #expect(throws: DomainError.conflict(.lastAdministrator)) {
            try await users.delete(ada.id, grant: acme.system.grant())
        }
        _ = try await users.enable(eve.id, grant: acme.system.grant())
        try await users.delete(ada.id, grant: acme.system.grant())
    }

    @Test func `an address belongs to one person of a tenant, in any case, and is free in another tenant`() async throws
    {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let draft = UserAdministration.Draft(email: "Ada@Example.com", name: "Ada", role: "customer")

        _ = try await acme.services.users.create(draft, grant: acme.system.grant())

        await #expect(throws: DomainError.conflict(.emailTaken)) {
            try await acme.services.users.create(
                .init(email: "ada@example.COM", name: nil, role: "driver"),
                grant: acme.system.grant()
            )
        }
        _ = try await globex.services.users.create(draft, grant: globex.system.grant())
    }

    @Test func `a user of another tenant is not found`() async throws {
        let installation = try await Installation()
        let acme = try await TestTenant("acme", in: installation)
        let globex = try await TestTenant("globex", in: installation)
        let ada = try await acme.add("Ada")
        let users = globex.services.users

        await #expect(throws: DomainError.notFound(.user)) {
            try await users.user(ada.id, grant: globex.system.grant())
        }
        await #expect(throws: DomainError.notFound(.user)) {
            try await users.disable(ada.id, grant: globex.system.grant())
        }
        await #expect(throws: DomainError.notFound(.user)) {
            try await users.delete(ada.id, grant: globex.system.grant())
        }
        await #expect(throws: DomainError.notFound(.user)) {
            try await users.assign(role: "driver", to: ada.id, grant: globex.system.grant())
        }
        #expect(installation.failures.all.isEmpty)
    }

    @Test(arguments: [
        ("ada", ["Ada Lovelace"]), ("LOVE", ["Ada Lovelace"]), ("ada.lovelace@acme", ["Ada Lovelace"]),
        ("lovelace ada", ["Ada Lovelace"]),
        ("zoe", ["Zoë Muller"]), ("acme.example", ["Zoë Muller", "Karl Benz", "Ada Lovelace"]), ("karl x", []),
        ("benz karl", ["Karl Benz"]),
        ("%", []), ("'", []),
    ])
    func `users are found by the beginnings of words and addresses`(search: String, names: [String]) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for name in ["Ada Lovelace", "Karl Benz", "Zoë Muller"] {
            acme.installation.clock.advance(by: .seconds(1))
            _ = try await acme.services.users.create(
                .init(
                    email: "\(SearchTerms.fold(name).replacing(" ", with: "."))@acme.example",
                    name: name,
                    role: "customer"
                ),
                grant: acme.system.grant()
            )
        }

        let page = try await acme.services.users.page(.init(search: search), PageRequest(), grant: acme.system.grant())

        #expect(page.items.map(\.user.name) == names)
    }

    @Test(arguments: ["d'angelo", "D’ANGELO", "d´angelo", "anna–maria D‘A", "Anna‑Maria"])
    func `users are found whichever apostrophe or hyphen is typed`(search: String) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        _ = try await acme.services.users.create(
            .init(email: "anna@acme.example", name: "Anna-Maria D’Angelo", role: "customer"),
            grant: acme.system.grant()
        )

        let page = try await acme.services.users.page(.init(search: search), PageRequest(), grant: acme.system.grant())

        #expect(page.items.map(\.user.name) == ["Anna-Maria D’Angelo"])
    }

    @Test func `users are found by the beginning of an id`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada")

        let page = try await acme.services.users.page(
            .init(search: String(ada.id.description.prefix(20))),
            PageRequest(),
            grant: acme.system.grant()
        )

        #expect(page.items.map(\.user.id) == [ada.id])
    }

    @Test(arguments: UserQuery.Sort.allCases) func `pages go forward and back without losing or repeating anyone`(
        sort: UserQuery.Sort
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        for number in 0..<7 {
            acme.installation.clock.advance(by: .seconds(1))
            let user = try await acme.add("Person \(number)")
            _ = try await acme.signIn(user)
        }
        let users = acme.services.users
        let grant: Grant<ReadUsers> = try acme.system.grant()
        let query = UserQuery(sort: sort)

        let all = try await users.page(query, PageRequest(limit: 50), grant: grant).items.map(\.user.id)
        let first = try await users.page(query, PageRequest(limit: 3), grant: grant)
        let second = try await users.page(query, PageRequest(limit: 3, cursor: first.next), grant: grant)
        let third = try await users.page(query, PageRequest(limit: 3, cursor: second.next), grant: grant)
        let back = try await users.page(query, PageRequest(limit: 3, cursor: third.previous), grant: grant)

        #expect(all.count == 7)
        #expect((first.items + second.items + third.items).map(\.user.id) == all)
        #expect(first.previous == nil && third.next == nil)
        #expect(back.items == second.items)
    }

    @Test func `counts follow every change`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let ada = try await acme.add("Ada", role: .driver)
        try await acme.add("Karl", role: .driver)
        let users = acme.services.users
        _ = try await users.disable(ada.id, grant: acme.system.grant())
        _ = try await users.assign(role: "partner", to: ada.id, grant: acme.system.grant())

        let drivers = try await users.count(.init(role: .driver), grant: acme.system.grant())
        let disabled = try await users.count(.init(role: .partner, state: .disabled), grant: acme.system.grant())
        try await users.delete(ada.id, grant: acme.system.grant())
        let all = try await users.count(.init(), grant: acme.system.grant())

        #expect(drivers == .exactly(1))
        #expect(disabled == .exactly(1))
        #expect(all == .exactly(1))
    }

    @Test func `an invitation is used once, and lets its person in`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let (user, link) = try await acme.services.users.invite(
            .init(email: "vic@acme.example", name: nil, role: "on_call"),
            grant: acme.system.grant()
        )
        let origin = acme.context().origin

        let accepted = try await acme.services.onboarding.accept(
            invitation: link.text,
            name: "Vic Reynolds",
            password: TestTenant.password,
            from: origin
        )

        #expect(accepted.id == user.id && accepted.state == .active && accepted.name == "Vic Reynolds")
        await #expect(throws: DomainError.notFound(.invitation)) {
            try await acme.services.onboarding.accept(
                invitation: link.text,
                name: nil,
                password: "another long one",
                from: origin
            )
        }
        let entry = try await acme.services.console.signIn(
            email: "vic@acme.example",
            password: TestTenant.password,
            tenant: nil,
            from: SignInClient(device: Device(), origin: origin)
        )
        #expect(entry.tenant?.id == acme.tenant.id)
    }

    @Test(arguments: [true, false]) func `a link from before another role or another address is void`(
        isRole: Bool
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let users = acme.services.users
        let (user, link) = try await users.invite(
            .init(email: "vic@acme.example", name: nil, role: "customer"),
            grant: acme.system.grant()
        )
        let origin = acme.context().origin

        if isRole {
            _ = try await users.assign(role: "admin", to: user.id, grant: acme.system.grant())
        } else {
            _ = try await users.update(user.id, .init(email: "eve@acme.example"), grant: acme.system.grant())
        }

        await #expect(throws: DomainError.notFound(.invitation)) {
            try await acme.services.onboarding.accept(
                invitation: link.text,
                name: nil,
                password: TestTenant.password,
                from: origin
            )
        }
        let next = try await users.inviteAgain(user.id, grant: acme.system.grant())
        _ = try await acme.services.onboarding.accept(
            invitation: next.text,
            name: nil,
            password: TestTenant.password,
            from: origin
        )
    }

    @Test func `another name leaves an invitation as it is`() async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let users = acme.services.users
        let (user, link) = try await users.invite(
            .init(email: "vic@acme.example", name: nil, role: "customer"),
            grant: acme.system.grant()
        )

        _ = try await users.update(user.id, .init(name: "Vic"), grant: acme.system.grant())

        _ = try await acme.services.onboarding.accept(
            invitation: link.text,
            name: nil,
            password: TestTenant.password,
            from: acme.context().origin
        )
        let signedIn = try await acme.signIn(user)
        #expect(signedIn.user.id == user.id)
        #expect(signedIn.user.name == "Vic")
    }
}
