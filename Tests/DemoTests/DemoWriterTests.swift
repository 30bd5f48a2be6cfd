import Database
import Domain
import FakeApple
import Fixtures
import Stores
import Testing
import UseCases

@testable import Demo

/// A small installation with sample data.
private struct SmallDemo {
    /// The tests read it only.
    static let shared = Task { try await SmallDemo(size: DemoSize(users: 600, sessions: 1_800, days: 10)) }

    let installation: Installation
    let services: Services
    let calendar: DemoCalendar
    let tenants: [DemoTenant]

    init(size: DemoSize, endingAt end: Timestamp? = nil) async throws {
        installation = try await Installation()
        calendar = DemoCalendar(now: end ?? installation.clock.now, days: size.days)
        let clock = DemoClock(calendar.start)
        let databases = StoreDatabases(
            control: installation.observedControl,
            events: installation.observedEvents
        ) { Issue.record("\($0)") }
        services = Services(
            stores: DatabaseStores(databases, chain: installation.chain, now: { clock.now }),
            root: installation.root,
            texts: TestTexts.catalogue,
            address: .trial,
            apple: .unreachable,
            systemContext: clock.systemContext,
            options: ServiceOptions(passwordCost: .init(logN: 4), secondFactor: .optional)
        )
        let writer = DemoWriter(
            services: services,
            accounts: SampleAccounts(databases, chain: installation.chain),
            clock: clock,
            calendar: calendar,
            size: size,
            seed: 1
        )
        let apple = try FakeApple()
        tenants = try await writer.write {
            apple.register(clientIDs: [$0.clientID])
        } report: { _ in
        }
    }

    func rows(_ count: SQL) async throws -> Int? {
        try await installation.control.read(.installation("test")) { try $0.value(count) }
    }

    func events(of tenant: DemoTenant) async throws -> Int? {
        try await installation.events.read(.installation("test")) {
            try $0.value(
                """
                SELECT count(*) FROM events e JOIN event_tenants t ON t.number = e.tenant_id WHERE t.id = \(tenant.tenant.id)
                """
            )
        }
    }

    func members(of app: DemoApp) throws -> DemoMembers {
        DemoMembers(services: services, tenant: try #require(tenants.first { $0.app == app }))
    }

    /// The whole audit of a tenant, the latest entry first.
    func audit(of tenant: DemoTenant, _ filter: AuditFilter = AuditFilter()) async throws -> [AuditEntry] {
        let access = DemoMembers(services: services, tenant: tenant).administrator
        var (entries, cursor): ([AuditEntry], Cursor?) = ([], nil)
        repeat {
            let page = try await services.audit.page(
                PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor),
                filter: filter,
                grant: access.grant()
            )
            entries += page.items
            cursor = page.next
        } while cursor != nil
        return entries
    }
}

@Suite struct DemoWriterTests {
    @Test func `an installation has all users, sessions and events, and its audit is intact`() async throws {
        let demo = try await SmallDemo.shared.value

        for tenant in demo.tenants {
            let access = DemoMembers(services: demo.services, tenant: tenant).administrator
            let population = tenant.history.population
            let users = try await demo.services.users.count(UserQuery(), grant: access.grant())
            #expect(users == .exactly(population.users.count + 2))
            let sessions = try await demo.rows("SELECT count(*) FROM sessions WHERE tenant_id = \(tenant.tenant.id)")
            #expect(sessions == population.sessions.count)
            let events = demo.calendar.slices.reduce(0) { $0 + tenant.history.events(in: $1).count }
            let stored = try await demo.events(of: tenant)
            #expect(stored == events)
            let verdict = try await demo.installation.stores.audit.verify(tenant.tenant.id, anchor: nil)
            guard case .whole(let entries) = verdict else {
                Issue.record("\(verdict)")
                continue
            }
            #expect(entries > 50)
        }
    }

    @Test func `what was decided about the broken release is on its failure`() async throws {
        let demo = try await SmallDemo.shared.value
        let members = try demo.members(of: .coachMe)

        let listing = try await demo.services.failures.list(
            FailureQuery(period: .month, code: "keychain.locked"),
            PageRequest(),
            grant: members.administrator.grant()
        )

        let failure = try #require(listing.page.items.first { $0.triage.assignee == members.tenant.onCall.id })
        let comments = try await demo.services.failures.comments(
            on: failure.id,
            PageRequest(),
            grant: members.administrator.grant()
        )
        #expect(comments.items.count == 2)
        let note = try await demo.services.causeNotes.note(
            on: "keychain.locked",
            grant: members.administrator.grant()
        )
        #expect(note?.runbook != nil)
    }

    @Test func `the audit is in the order of time`() async throws {
        let demo = try await SmallDemo.shared.value
        for tenant in demo.tenants {
            let times = try await demo.audit(of: tenant).map(\.at)

            #expect(times == times.sorted(by: >))
            #expect(times.allSatisfy { $0 <= demo.calendar.now })
        }
    }

    @Test func `sessions end for reasons that their users have`() async throws {
        let demo = try await SmallDemo.shared.value
        for tenant in demo.tenants {
            let users = tenant.history.population.users
            let withPassword = Set(users.filter { $0.appleSubject == nil }.map(\.id.description))
            let disabled = Set(
                users.filter { $0.isDisabled && $0.lastSeenAt >= demo.calendar.start }.map(\.id.description)
            )

            let changed = try await demo.audit(of: tenant, AuditFilter(action: .userPasswordSet))
            let withdrawn = try await demo.audit(of: tenant, AuditFilter(action: .appleWithdrawn))
            let disablements = try await demo.audit(of: tenant, AuditFilter(action: .userDisabled))

            #expect(changed.allSatisfy { withPassword.contains($0.target?.id ?? "") })
            #expect(withdrawn.allSatisfy { !withPassword.contains($0.target?.id ?? "") })
            #expect(Set(disablements.compactMap { $0.target?.id }) == disabled)
            let open = tenant.history.population.sessions.filter { $0.end == nil && users[$0.user].isDisabled }
            #expect(open.isEmpty)
        }
    }

    @Test func `an app that stores no personal data has none in its sessions and its audit`() async throws {
        let demo = try await SmallDemo.shared.value
        let members = try demo.members(of: .mySubGuard)

        let page = try await demo.services.sessions.page(
            SessionFilter(),
            PageRequest(),
            grant: members.administrator.grant()
        )
        let signUps = try await demo.audit(of: members.tenant, AuditFilter(action: .userSignedUp))
        let starts = try await demo.audit(of: members.tenant, AuditFilter(action: .sessionStarted))
        let subjects = members.tenant.history.population.users.compactMap(\.appleSubject)
        let plain = try await demo.rows(
            "SELECT count(*) FROM identities WHERE tenant_id = \(members.tenant.tenant.id) AND subject IN \(list: subjects)"
        )

        #expect(!page.items.isEmpty && !signUps.isEmpty && !starts.isEmpty)
        #expect(page.items.allSatisfy { $0.session.address == nil && $0.userEmail == nil })
        #expect((signUps + starts).allSatisfy { $0.address == nil && $0.changes.allSatisfy { $0.field != "email" } })
        #expect(plain == 0)
    }

    @Test(arguments: [0, 3, 9, 19])
    func `the smallest history is written at any time of the day`(hour: Int64) async throws {
        let midnight = Timestamp(milliseconds: 1_795_219_200_000)

        let demo = try await SmallDemo(
            size: DemoSize(users: 100, sessions: 100, days: 1),
            endingAt: midnight + .hours(hour) + .minutes(1)
        )

        #expect(demo.tenants.count == DemoApp.all.count)
    }

    @Test(arguments: [1, 7, 30, 60])
    func `nothing is decided before it happens`(days: Int) {
        for hour in 0..<24 {
            let calendar = DemoCalendar(
                now: Timestamp(milliseconds: 1_795_219_200_000) + .hours(Int64(hour)),
                days: days
            )
            let decisions = DemoDecision.all(of: calendar)

            #expect(decisions.allSatisfy { $0.at >= calendar.start && $0.at < calendar.now })
            #expect(decisions.map(\.at) == decisions.map(\.at).sorted())
            // Each app resolves Apple's outage when it is over.
            let resolved = min(calendar.range(of: .appleOutage).upperBound + .hours(20), calendar.now - .minutes(1))
            #expect(Set(decisions.filter { $0.at == resolved }.map(\.app)) == Set(DemoApp.all))
        }
    }
}
