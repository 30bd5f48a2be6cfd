@_spi(Admission) import Domain
import Fixtures
import Testing
import UseCases

@Suite struct SavedViewTests {
    /// A tenant with an administrator and two people on call.
    private struct Team {
        let acme: TestTenant
        let ada: Grant<ReadEvents>
        let vic: Grant<ReadEvents>
        let kim: Grant<ReadEvents>

        var views: SavedViewAdministration { acme.services.savedViews }

        init(_ acme: TestTenant) async throws {
            self.acme = acme
            func grant(_ name: String, _ role: Role.Name) async throws -> Grant<ReadEvents> {
                let role = try #require(Role.builtIn.first { $0.name == role })
                return try acme.access(try await acme.add(name, role: role.name), as: role).grant()
            }
            ada = try await grant("Ada", .admin)
            vic = try await grant("Vic", .onCall)
            kim = try await grant("Kim", .onCall)
        }

        func names(_ grant: Grant<ReadEvents>) async throws -> [String] {
            try await views.list(grant).map(\.view.name)
        }
    }

    private func draft(_ name: String, isShared: Bool = false) -> SavedViewAdministration.Draft {
        .init(
            name: name,
            query: "outcome:failed  keychain",
            filters: [("range", "7d"), ("stage", "refresh")],
            isShared: isShared
        )
    }

    @Test func `a private view is seen by its owner alone, and a shared one by the tenant`() async throws {
        let installation = try await Installation()
        let team = try await Team(TestTenant("acme", in: installation))
        let globex = try await TestTenant("globex", in: installation)

        let own = try await team.views.create(draft("Mine"), grant: team.vic)
        let shared = try await team.views.create(draft("Ours", isShared: true), grant: team.vic)

        #expect(try await team.names(team.vic) == ["Mine", "Ours"])
        #expect(try await team.names(team.kim) == ["Ours"])
        #expect(try await team.names(team.ada) == ["Ours"])
        #expect(try await globex.services.savedViews.list(globex.system.grant()).isEmpty)
        for grant in [team.kim, team.ada] {
            await #expect(throws: DomainError.notFound(.view)) {
                _ = try await team.views.view(own.view.id, grant: grant)
            }
        }
        await #expect(throws: DomainError.notFound(.view)) {
            _ = try await globex.services.savedViews.view(shared.view.id, grant: globex.system.grant())
        }
    }

    @Test func `a view keeps the canonical query and the filters`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))

        let created = try await team.views.create(draft("Mine"), grant: team.vic)
        let read = try await team.views.view(created.view.id, grant: team.vic)

        #expect(read == created && read.isOwn && read.canChange)
        #expect(read.view.query == (try QueryParser.parse("outcome:failed keychain").description))
        #expect(read.view.filters.all.map(\.name) == ["range", "stage"])
    }

    @Test func `a shared view is changed by its owner or an administrator`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))
        let id = try await team.views.create(draft("Ours", isShared: true), grant: team.vic).view.id

        let denied = DomainError.denied(.missingPermission(.manageSettings))
        await #expect(throws: denied) { _ = try await team.views.replace(id, with: draft("Kim’s"), grant: team.kim) }
        await #expect(throws: denied) { try await team.views.delete(id, grant: team.kim) }
        _ = try await team.views.rename(id, to: "Everyone’s", isShared: true, grant: team.ada)

        #expect(try await team.names(team.kim) == ["Everyone’s"])
        #expect(try await team.views.view(id, grant: team.vic).isOwn)
        try await team.views.delete(id, grant: team.vic)
        #expect(try await team.names(team.ada).isEmpty)
    }

    @Test func `of two people who change a view at once, the second is told`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))
        let read = try await team.views.create(draft("Ours", isShared: true), grant: team.vic).view

        let first = try await team.views.rename(
            read.id,
            to: "Vic’s",
            isShared: true,
            version: read.version,
            grant: team.vic
        )
        await #expect(throws: DomainError.conflict(.viewChanged)) {
            _ = try await team.views.rename(
                read.id,
                to: "Ada’s",
                isShared: false,
                version: read.version,
                grant: team.ada
            )
        }
        await #expect(throws: DomainError.conflict(.viewChanged)) {
            _ = try await team.views.replace(read.id, with: draft("Ada’s"), version: read.version, grant: team.ada)
        }
        let last = try await team.views.replace(
            read.id,
            with: draft("Ada’s", isShared: true),
            version: first.view.version,
            grant: team.ada
        )

        #expect([read.version, first.view.version, last.view.version] == [1, 2, 3])
        #expect(try await team.names(team.kim) == ["Ada’s"])
    }

    @Test func `what others see is audited, and a private view is not`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))
        let own = try await team.views.create(draft("Mine"), grant: team.vic).view.id
        _ = try await team.views.rename(own, to: "Still mine", isShared: false, grant: team.vic)
        let shared = try await team.views.create(draft("Ours", isShared: true), grant: team.vic).view.id
        _ = try await team.views.rename(shared, to: "Mine now", isShared: false, grant: team.vic)
        try await team.views.delete(shared, grant: team.vic)

        let actions: [AuditEntry.Action] = [.viewCreated, .viewUpdated, .viewDeleted]
        let entries = try await team.acme.services.audit.page(PageRequest(), grant: team.acme.system.grant()).items
            .filter { actions.contains($0.action) }

        #expect(entries.map(\.action) == [.viewUpdated, .viewCreated])
        #expect(entries.allSatisfy { $0.target == .init(.view, shared) })
        #expect(entries.first?.changes.map(\.field) == ["name", "shared"])
    }

    @Test(arguments: [
        ("", "", [("range", "7d")], "name"), (String(repeating: "n", count: 81), "", [], "name"),
        ("A", "outcome:", [], "query"), ("A", "", [("range", "7y")], "filters"),
        ("A", "", [("mood", "bad")], "filters"),
        ("A", "", [("stage", "nowhere")], "filters"), ("A", "", [("from", "yesterday")], "filters"),
        ("A", "", [("attempt", "00")], "filters"),
    ])
    func `a view that cannot be meant is refused by the name of the field`(
        _ name: String,
        _ query: String,
        _ filters: [(name: String, value: String)],
        _ field: String
    ) async throws {
        let acme = try await TestTenant("acme", in: Installation())
        let draft = SavedViewAdministration.Draft(name: name, query: query, filters: filters, isShared: false)

        let error = await #expect(throws: DomainError.self) {
            _ = try await acme.services.savedViews.create(draft, grant: acme.system.grant())
        }

        guard case .invalid(let problems) = error else { return #expect(Bool(false), "\(String(describing: error))") }
        #expect(problems.map(\.field) == [field])
    }

    @Test func `a person has a hundred views, and a tenant as many shared ones`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))
        for number in 1...100 { _ = try await team.views.create(draft("V\(number)", isShared: true), grant: team.vic) }

        for grant in [team.vic, team.kim] {
            await #expect(throws: DomainError.self) {
                _ = try await team.views.create(draft("More", isShared: true), grant: grant)
            }
        }
        let own = try await team.views.create(draft("Mine"), grant: team.kim).view.id
        await #expect(throws: DomainError.self) {
            _ = try await team.views.rename(own, to: "Ours", isShared: true, grant: team.kim)
        }

        #expect(try await team.views.list(team.kim).count == 101)
    }

    @Test func `the private views of a deleted user are deleted, and shared ones stay`() async throws {
        let team = try await Team(TestTenant("acme", in: Installation()))
        _ = try await team.views.create(draft("Mine"), grant: team.vic)
        _ = try await team.views.create(draft("Ours", isShared: true), grant: team.vic)
        guard case .user(let vic) = team.vic.principal.kind else { return #expect(Bool(false)) }

        try await team.acme.services.users.delete(vic, grant: team.acme.system.grant())

        #expect(try await team.names(team.vic) == ["Ours"])
        #expect(try await team.names(team.kim) == ["Ours"])
    }
}
