@_spi(Admission) import Domain
import Fixtures
import Testing
import UseCases

@Suite struct FailureTriageStoreTests {
    private let world: TriageWorld

    init() async throws {
        world = try await TriageWorld()
        try await world.deliver([world.failing(1, user: "ada")])
    }

    @Test func `a change that is based on an older version is a conflict`() async throws {
        let read = try await world.only()
        try await world.act(.resolve, on: read)

        await #expect(throws: DomainError.conflict(.failureChanged)) { try await world.act(.archive, on: read) }

        #expect(try await world.only().triage.state == .resolved(.now))
    }

    @Test func `of two members who act at once one wins`() async throws {
        let read = try await world.only()

        let outcomes = await withTaskGroup(of: Bool.self) { group in
            for action in [FailureAction.resolve, .archive, .expect, .archiveUntilCount(5)] {
                group.addTask {
                    do { return try await world.act(action, on: read) == 1 } catch { return false }
                }
            }
            return await group.reduce(into: [Bool]()) { $0.append($1) }
        }

        #expect(outcomes.filter { $0 }.count == 1)
        #expect(try await world.history(read.id).count == 1)
        #expect(try await world.only().triage.version == 1)
    }

    @Test func `an action on a resolved failure that has regressed meanwhile is a conflict`() async throws {
        try await world.act(.resolve, on: try await world.only())
        let read = try await world.only()
        world.clock.advance(by: .minutes(2))
        try await world.deliver([world.failing(2, user: "bob")])

        await #expect(throws: DomainError.conflict(.failureChanged)) {
            try await world.act(.resolveInRelease("2.5"), on: read)
        }

        #expect(try await world.only().triage.state == .regressed(release: "2.4.0"))
    }

    @Test func `a regression and a resolution at once leave one history`() async throws {
        try await world.act(.resolve, on: try await world.only())
        let id = try await world.only().id
        world.clock.advance(by: .minutes(2))
        try await world.deliver([world.failing(2, user: "bob")])

        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<4 {
                group.addTask { _ = try? await world.detail(id) }
                group.addTask { _ = try? await world.acme.services.maintenance.turn() }
            }
        }

        #expect(try await world.history(id).map(\.version) == [2, 1])
    }

    @Test func `several failures change together, or none of them`() async throws {
        try await world.deliver([world.other(5)])
        let all = try await world.all()
        let stale = [FailureReference(all[0].id, version: 0), FailureReference(all[1].id, version: 7)]

        await #expect(throws: DomainError.conflict(.failureChanged)) {
            try await world.acme.services.triage.change(stale, by: .resolve, grant: world.acme.system.grant())
        }
        #expect(try await world.all().allSatisfy { $0.triage == .untouched })

        let references = all.map { FailureReference($0.id, version: nil) }
        let changed = try await world.acme.services.triage.change(
            references,
            by: .expect,
            grant: world.acme.system.grant()
        )
        #expect(changed == 2)
        let again = try await world.acme.services.triage.change(
            references,
            by: .expect,
            grant: world.acme.system.grant()
        )
        #expect(again == 0)
    }

    @Test func `one action changes at most a hundred failures`() async throws {
        let id = try await world.only().id
        let many = [FailureReference](repeating: FailureReference(id, version: nil), count: 101)

        await #expect(throws: DomainError.invalid("failures", .outOfRange(1...100))) {
            try await world.acme.services.triage.change(many, by: .resolve, grant: world.acme.system.grant())
        }
    }

    @Test func `a failure is assigned to members of the tenant only`() async throws {
        let globex = try await TestTenant("globex", in: world.installation)
        let ada = try await world.acme.add("Ada", role: .onCall)
        let customer = try await world.acme.add("Cus")
        let foreign = try await globex.add("Eve", role: .admin)
        let failure = try await world.only()

        for id in [customer.id, foreign.id] {
            await #expect(throws: DomainError.self) { try await world.act(.assign(id), on: failure) }
        }
        try await world.act(.assign(ada.id), on: failure)

        #expect(try await world.only().triage.assignee == ada.id)
        #expect(try await world.history(failure.id).first?.assigneeAfter == ada.id)
    }

    @Test func `each change and comment has one audit entry`() async throws {
        let failure = try await world.only()
        try await world.act(.resolveInRelease("2.5"), on: failure)
        _ = try await world.acme.services.triage.comment(
            on: failure.id,
            "Fixed by the retry.",
            grant: world.acme.system.grant()
        )

        let entries = try await world.acme.services.audit.page(PageRequest(limit: 50), grant: world.acme.system.grant())
            .items.filter { [.failureChanged, .failureCommented].contains($0.action) }

        #expect(entries.map(\.action) == [.failureCommented, .failureChanged])
        #expect(entries.allSatisfy { $0.target == .init(.failure, failure.id) })
        #expect(entries.last?.changes == [.init("state", from: "open", to: "resolved in_release 2.5")])
    }

    @Test func `comments have an author, a limit of length and one of number`() async throws {
        let id = try await world.only().id
        let triage = world.acme.services.triage
        let grant: Grant<TriageFailures> = try world.acme.system.grant()

        for text in ["", " \n", String(repeating: "é", count: 1001)] {
            await #expect(throws: DomainError.self) { try await triage.comment(on: id, text, grant: grant) }
        }
        for number in 1...FailureComment.maximumCount {
            _ = try await triage.comment(on: id, "Comment \(number)", grant: grant)
        }
        await #expect(throws: DomainError.self) { try await triage.comment(on: id, "One more", grant: grant) }

        let page = try await world.acme.services.failures.comments(
            on: id,
            PageRequest(limit: 2),
            grant: world.acme.system.grant()
        )
        #expect(page.items.map(\.text) == ["Comment 200", "Comment 199"])
        #expect(page.items.first?.author == .system && page.next != nil)
    }

    @Test func `the engineer on call may triage, and a customer may not`() {
        let roles = Dictionary(uniqueKeysWithValues: Role.builtIn.map { ($0.name, $0.permissions) })

        #expect(roles[.onCall]?.contains(.triageFailures) == true)
        #expect(roles[.admin]?.contains(.triageFailures) == true)
        #expect(roles[.customer]?.contains(.triageFailures) == false)
    }
}
