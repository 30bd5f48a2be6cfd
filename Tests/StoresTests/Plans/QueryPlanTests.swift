import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Stores

/// Lists are read in the order of an index, and a look-up uses its own index. Which statements walk no table is
/// `PlanRule`'s to check, for every statement of every test.
@Suite(.onlySQLite("its plans")) struct QueryPlanTests {
    private struct World {
        let acme: TestTenant
        let ada: User
        let recorder = StatementRecorder()
        let stores: DatabaseStores
        let shortPage = PageRequest(limit: 1)

        init() async throws {
            let installation = try await Installation()
            acme = try await TestTenant("acme", in: installation)
            ada = try await acme.add("Ada", role: .admin)
            for user in [ada, try await acme.add("Bo"), try await acme.add("Cy")] {
                installation.clock.advance(by: .minutes(5))
                _ = try await acme.signIn(user)
            }
            let databases = StoreDatabases(
                control: ObservedDatabase(installation.control, observers: [recorder]),
                events: ObservedDatabase(installation.events, observers: [recorder])
            ) { _ in }
            stores = DatabaseStores(databases, chain: installation.chain, now: { installation.clock.now })
        }

        var tenant: Tenant.ID { acme.tenant.id }

        /// The plans of the statements that `body` runs on a table and that hold a text.
        func plans(
            of table: String,
            with text: String = "ORDER BY",
            _ body: () async throws -> Void
        ) async throws -> [[String]] {
            _ = recorder.take()
            try await body()
            return recorder.take().filter { $0.text.contains("FROM \(table)") && $0.text.contains(text) }.map(\.plan)
        }

        /// Reads the first page, the second, and the first again by going back.
        func walk<Item>(_ page: (PageRequest) async throws -> Page<Item>) async throws {
            let first = try await page(shortPage)
            let next: Cursor = try #require(first.next)
            let second = try await page(PageRequest(limit: 1, cursor: next))
            let previous: Cursor = try #require(second.previous)
            _ = try await page(PageRequest(limit: 1, cursor: previous))
        }
    }

    private func expectOrderOfIndex(_ plans: [[String]], count: Int) {
        #expect(plans.count == count)
        for plan in plans {
            #expect(plan.contains { $0.hasPrefix("SEARCH") && $0.contains("(tenant_id=?") }, "\(plan)")
            #expect(!plan.contains { $0.hasPrefix("SCAN") || $0.contains("TEMP B-TREE") }, "\(plan)")
        }
    }

    @Test(arguments: UserQuery.Sort.allCases)
    func `the list of users is read in the order of an index`(sort: UserQuery.Sort) async throws {
        let world = try await World()

        let plans = try await world.plans(of: "users u WHERE") {
            try await world.walk { try await world.stores.users.page(UserQuery(sort: sort), $0, in: world.tenant) }
        }

        expectOrderOfIndex(plans, count: 3)
    }

    @Test func `the list of sessions is read in the order of an index`() async throws {
        let world = try await World()
        let now = world.acme.installation.clock.now

        let plans = try await world.plans(of: "sessions s") {
            try await world.walk {
                try await world.stores.sessions.page(SessionFilter(), $0, at: now, in: world.tenant)
            }
        }

        expectOrderOfIndex(plans, count: 3)
    }

    @Test func `the audit log is read in the order of an index`() async throws {
        let world = try await World()
        let filters = [
            AuditFilter(), AuditFilter(action: .userCreated), AuditFilter(target: world.ada.id.description),
            AuditFilter(kind: .changes, actor: world.ada.id.uuid),
            AuditFilter(kind: .changes, target: world.ada.id.description),
        ]

        for filter in filters {
            let plans = try await world.plans(of: "audit_entries") {
                _ = try await world.stores.audit.page(world.shortPage, filter: filter, in: world.tenant)
            }
            expectOrderOfIndex(plans, count: 1)
        }
    }

    @Test func `a session is found by its token, without a sort`() async throws {
        let world = try await World()
        let signedIn = try await world.acme.signIn(world.ada)

        let plans = try await world.plans(of: "sessions s", with: "token_hash") {
            _ = try await world.stores.sessions.record(CredentialHash(signedIn.token), in: world.tenant)
        }

        #expect(plans.count == 1)
        #expect(plans.first?.contains { $0.contains("sessions_by_token (tenant_id=? AND token_hash=?)") } == true)
    }

    @Test func `the change of address that waits is found among the links of its user`() async throws {
        let world = try await World()
        let context = ActionContext(world.tenant, at: world.acme.installation.clock.now)

        let plans = try await world.plans(of: "one_time_links") {
            _ = try await world.stores.links.pendingEmail(of: world.ada.id, in: context)
        }

        #expect(plans.count == 1)
        let index = "one_time_links_by_user (tenant_id=? AND user_id=? AND purpose=?)"
        #expect(plans.first?.contains { $0.contains(index) } == true, "\(plans)")
    }

    @Test func `the identities of one user are not looked for among all`() async throws {
        let world = try await World()

        let plans = try await world.plans(of: "identities") {
            _ = try await world.stores.users.user(world.ada.id, in: world.tenant)
        }

        #expect(plans.count == 1)
        let index = "identities_by_user (tenant_id=? AND user_id=?)"
        #expect(plans.first?.contains { $0.contains(index) } == true, "\(plans)")
    }

    @Test(arguments: [
        (AuditFilter(action: .userCreated), "audit_entries_by_action (tenant_id=? AND action=?"),
        (AuditFilter(target: "some user"), "audit_entries_by_target (tenant_id=? AND target_id=?"),
    ])
    func `the audit entries of one action or target are not looked for among all`(
        filter: AuditFilter,
        index: String
    ) async throws {
        let world = try await World()

        let plans = try await world.plans(of: "audit_entries") {
            _ = try await world.stores.audit.page(world.shortPage, filter: filter, in: world.tenant)
        }

        #expect(plans.count == 1)
        #expect(plans.first?.contains { $0.contains(index) } == true, "\(plans)")
    }

    @Test func `a key is found by its DSN in one statement, by project and key`() async throws {
        let world = try await World()
        let dsn = try #require(DSNKey(world.acme.creation.ingestKey))

        let plans = try await world.plans(of: "api_keys k", with: "dsn_hash") {
            _ = try await world.stores.keys.record(dsn: CredentialHash(dsn), project: world.acme.tenant.number)
        }

        #expect(plans.count == 1)
        #expect(plans.first?.contains { $0.contains("(number=?)") } == true, "\(plans)")
        #expect(plans.first?.contains { $0.contains("api_keys_by_dsn (tenant_id=? AND dsn_hash=?)") } == true)
    }

    @Test(arguments: [
        SessionFilter(), SessionFilter(life: .alive), SessionFilter(kind: .app),
    ])
    func `the sessions of one user are not looked for among all`(filter: SessionFilter) async throws {
        let world = try await World()
        var filter = filter
        filter.user = world.ada.id
        let wanted = filter

        let plans = try await world.plans(of: "sessions s") {
            _ = try await world.stores.sessions.page(
                wanted,
                world.shortPage,
                at: world.acme.installation.clock.now,
                in: world.tenant
            )
        }

        expectOrderOfIndex(plans, count: 1)
        #expect(
            plans.first?.contains { $0.contains("sessions_by_user (tenant_id=? AND user_id=?") } == true,
            "\(plans)"
        )
    }

    @Test(arguments: ["events_by_user", "events_by_session", "events_by_attempt", "events_by_message"])
    func `what few events have is found by its own index, whatever the range of time`(index: String) async throws {
        let world = try await World()
        let now = world.acme.installation.clock.now
        try await world.acme.deliver([
            world.acme.event(), world.acme.event(1, message: "The keychain was gone."),
        ])
        var query = EventQuery(from: now - .days(1), to: now + .minutes(1))
        switch index {
        case "events_by_user": query[.user] = world.ada.id.description
        case "events_by_session": query[.session] = "session of the client"
        case "events_by_attempt": query.attempt = TraceID("0af7651916cd43dd8448eb211c80319c")
        default: query.text = "keychain"
        }
        let wanted = query

        let plans = try await world.plans(of: "events e") {
            _ = try await world.stores.events.page(wanted, world.shortPage, in: world.tenant)
        }

        #expect(plans.count == 1)
        #expect(plans.first?.contains { $0.contains("\(index) (tenant_id=?") } == true, "\(plans)")
    }

    @Test(arguments: [2, 70, 300])
    func `a text of several messages is found by their index`(messages: Int) async throws {
        let world = try await World()
        let now = world.acme.installation.clock.now
        try await world.acme.deliver(
            (0..<messages).map { world.acme.event($0, message: "The keychain lost key \($0).") }
        )
        var query = EventQuery(from: now - .days(1), to: now + .minutes(1))
        query.text = "lost key"
        let wanted = query

        let plans = try await world.plans(of: "events e", with: "message_id IN") {
            _ = try await world.stores.events.page(wanted, world.shortPage, in: world.tenant)
        }

        #expect(plans.count == 1)
        #expect(plans.allSatisfy { $0.contains { $0.contains("events_by_message (tenant_id=?") } }, "\(plans)")
    }

    @Test(arguments: [true, false])
    func `the attempts of a failure are found by its index, or by that of a user`(isOfUser: Bool) async throws {
        let world = try await World()
        let clock = world.acme.installation.clock
        var event = world.acme.event(1, user: "ada")
        event.content.attempt = TraceID("0af7651916cd43dd8448eb211c80319c")
        try await world.acme.deliver([event])
        let failures = try await world.stores.failures.list(
            FailureQuery(),
            PageRequest(),
            at: clock.now,
            in: world.tenant
        )
        let failure = try #require(failures.page.items.first).id
        let filter = AttemptFilter(user: isOfUser ? "ada" : nil, failure: failure)
        let now = EventPlace(occurredAt: clock.now.milliseconds, seq: 0)
        let request = PageRequest(limit: 10, cursor: now.cursor(.forward))

        let found = try await world.plans(of: "events e", with: "ORDER BY e.occurred_at") {
            _ = try await world.stores.attempts.page(filter, request, in: world.tenant)
        }
        let later = try await world.plans(of: "events e", with: "AS failure_id") {
            _ = try await world.stores.attempts.page(filter, request, in: world.tenant)
        }

        let plan = try #require(found.first)
        #expect(plan.contains { $0.contains(isOfUser ? "events_by_user (" : "events_by_failure (") }, "\(plan)")
        #expect(later.first?.contains { $0.contains("events_by_attempt (") } == true, "\(later)")
    }

    @Test func `users of the events of a failure that match a query are found by its index`() async throws {
        let world = try await World()
        try await world.acme.deliver([world.acme.event(1, user: "ada")])
        let now = world.acme.installation.clock.now
        let query = FailureQuery(condition: try QueryParser.parse("stage:session-store"))

        let events = try await world.plans(of: "events e", with: "AS user_number") {
            _ = try await world.stores.failures.list(query, PageRequest(), at: now, in: world.tenant)
        }
        let stillOut = try await world.plans(of: "failure_users u", with: "u.subject_id IN") {
            _ = try await world.stores.failures.list(query, PageRequest(), at: now, in: world.tenant)
        }

        expectOrderOfIndex(events, count: 1)
        #expect(events.first?.contains { $0.contains("events_by_failure (") } == true, "\(events)")
        #expect(stillOut.count == 1)
        #expect(
            stillOut.first?.contains {
                $0.contains("tenant_id=? AND subject_id=?") || $0.contains("failure_users_out (")
            } == true,
            "\(stillOut)"
        )
    }

    @Test func `users of a failure are counted from an index alone, and those still out are in the order of another`()
        async throws
    {
        let world = try await World()
        for number in 1...3 { try await world.acme.deliver([world.acme.event(number, user: "user \(number)")]) }
        let now = world.acme.installation.clock.now
        let found = try await world.stores.failures.list(FailureQuery(), PageRequest(), at: now, in: world.tenant)
        let id = try #require(found.page.items.first).id

        let counts = try await world.plans(of: "failure_users u", with: "u.sample IN") {
            _ = try await world.stores.failures.failure(id, .week, at: now, in: world.tenant)
        }
        let lists = try await world.plans(of: "failure_users u") {
            try await world.walk {
                try await world.stores.failures.usersStillOut(of: id, .week, $0, at: now, in: world.tenant)
            }
        }

        #expect(counts.count == 2)
        for plan in counts {
            #expect(plan.contains { $0.contains("COVERING INDEX failure_users_by_failure (tenant_id=?") }, "\(plan)")
            #expect(!plan.contains { $0.contains("TEMP B-TREE") }, "\(plan)")
        }
        expectOrderOfIndex(lists, count: 3)
        #expect(lists.allSatisfy { $0.contains { $0.contains("failure_users_out (") } }, "\(lists)")
    }

    @Test func `the latest events are read by time, and those of a code hour by hour`() async throws {
        let world = try await World()
        let now = world.acme.installation.clock.now
        try await world.acme.deliver([world.acme.event()])
        var query = EventQuery(from: now - .days(1), to: now + .minutes(1))

        let latest = try await world.plans(of: "events e", with: "AS k") { [query] in
            _ = try await world.stores.events.page(query, world.shortPage, in: world.tenant)
        }
        query.outcome = .failed
        let hours = try await world.plans(of: "event_counts", with: "DISTINCT start") { [query] in
            _ = try await world.stores.events.page(query, world.shortPage, in: world.tenant)
        }

        #expect(latest.first?.contains { $0.contains("(tenant_id=? AND occurred_at>? AND occurred_at<?)") } == true)
        #expect(hours.count == 1)
        #expect(hours.first?.contains { $0.hasPrefix("SCAN") } == false)
    }
}
