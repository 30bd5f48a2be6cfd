import Database
import Domain
import Fixtures
import Foundation
import Testing
import UseCases

@testable import Stores

/// Runs of apps: each counted once, by the worst of its updates.
@Suite struct AppRunStoreTests {
    private let installation: Installation
    private let acme: TestTenant

    init() async throws {
        installation = try await Installation()
        acme = try await TestTenant("acme", in: installation)
    }

    private func run(
        _ number: UInt8,
        _ status: AppRun.Status = .ok,
        version: String = "2.4.0",
        installation name: String? = nil,
        ago: Duration = .minutes(5),
        hasDerivedID: Bool = false
    ) -> AppRunUpdate {
        let startedAt = installation.clock.now - ago
        return .run(
            AppRun(
                id: AppRun.ID(UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, number))),
                hasDerivedID: hasDerivedID,
                installation: name,
                status: status,
                isInitial: status == .ok,
                sequence: 0,
                startedAt: startedAt,
                at: startedAt,
                duration: nil,
                errors: 0,
                release: AppRelease(version: version, build: "17"),
                environment: "production"
            )
        )
    }

    private func deliver(_ runs: [AppRunUpdate], to house: TestTenant? = nil, sentAt: Timestamp? = nil) async throws {
        try await (house ?? acme).deliver(EventDelivery(sentAt: sentAt, items: [], examined: runs.count, runs: runs))
    }

    /// The counts by hour, as text: `crashed 1`.
    private func counts(_ span: String = "h") async throws -> [String] {
        try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows(
                "SELECT outcome, sum(n) AS n FROM app_run_counts WHERE span = \(span) GROUP BY outcome ORDER BY outcome"
            ).map { "\(try $0.get("outcome", as: String.self)) \(try $0.get("n", as: Int.self))" }
        }
    }

    private func number(_ statement: SQL) async throws -> Int? {
        try await installation.events.read(.installation("test")) { try $0.value(statement) }
    }

    private func outcomes() async throws -> [ItemOutcome: Int] {
        let now = installation.clock.now
        return try await acme.services.events.outcomes(
            from: now - .days(1),
            to: now + .days(1),
            grant: acme.system.grant()
        ).totals
    }

    @Test func `a run is counted once, whatever comes twice and in which order`() async throws {
        try await deliver([run(1), run(2), run(3, .exited)])
        try await deliver([run(1, .crashed)])
        try await deliver([run(1), run(1, .crashed), run(2, .exited)])
        try await deliver([run(3)])

        let expected = ["crashed 1", "exited 2", "running 0"]
        #expect(try await counts() == expected)
        #expect(try await counts("d") == expected)
        #expect(try await outcomes() == [.stored: 5, .duplicate: 3])
    }

    @Test func `updates of one delivery count as one run`() async throws {
        try await deliver([run(1), run(1, .errored), run(1, .exited), run(1, .crashed)])

        #expect(try await counts().filter { !$0.hasSuffix(" 0") } == ["crashed 1"])
    }

    @Test func `aggregated runs add up`() async throws {
        let counts = AppRunUpdate.counts(
            AppRunCounts(
                startedAt: installation.clock.now - .minutes(3),
                installation: nil,
                exited: 40,
                errored: 2,
                abnormal: 0,
                unhandled: 0,
                crashed: 1,
                release: AppRelease(version: "2.4.0"),
                environment: nil
            )
        )

        try await deliver([counts])
        try await deliver([counts])

        #expect(try await self.counts() == ["crashed 2", "errored 4", "exited 80"])
    }

    @Test func `a run that is too old is left out, and one from the future begins now`() async throws {
        try await deliver([run(1, ago: .days(5) + .minutes(1)), run(2, ago: .zero - .days(2))])

        #expect(try await outcomes() == [.filtered: 1, .stored: 1])
        let start = try await number("SELECT max(start) AS start FROM app_run_counts WHERE span = 'h'")
        #expect(start.map(Int64.init) == CountWindow.Span.hour.floor(installation.clock.now.milliseconds))
    }

    @Test func `a wrong clock of a client is corrected`() async throws {
        try await deliver([run(1, ago: .hours(30))], sentAt: installation.clock.now - .hours(30))

        let start = try await number("SELECT max(start) AS start FROM app_run_counts WHERE span = 'h'")
        #expect(start.map(Int64.init) == CountWindow.Span.hour.floor(installation.clock.now.milliseconds))
    }

    @Test func `an installation is counted once a day, without its name`() async throws {
        try await deliver([
            run(1, installation: "ada@acme.example"), run(2, installation: "ada@acme.example"),
            run(3, installation: "bob"), run(4),
        ])
        try await deliver([run(5, installation: "bob")])

        #expect(try await number("SELECT n FROM app_run_days") == 2)
        #expect(
            try await number(
                "SELECT count(*) AS n FROM app_installations WHERE hash < 0 OR hash >= 4611686018427387904"
            ) == 0
        )
    }

    @Test func `a set of installations stays small, and its estimate close`() async throws {
        let total = 40_000
        for start in stride(from: 0, to: total, by: 1000) {
            try await deliver(
                (start..<start + 1000).map { number in
                    .counts(
                        AppRunCounts(
                            startedAt: installation.clock.now,
                            installation: "installation \(number)",
                            exited: 1,
                            errored: 0,
                            abnormal: 0,
                            unhandled: 0,
                            crashed: 0,
                            release: AppRelease(version: "2.4.0"),
                            environment: nil
                        )
                    )
                }
            )
        }

        let sketch = try await installation.events.read(.installation("test")) { transaction in
            try transaction.row("SELECT n, threshold FROM app_run_days").map {
                InstallationSketch(count: try $0.get("n"), threshold: try $0.get("threshold"))
            }
        }
        let rows = try #require(try await number("SELECT count(*) AS n FROM app_installations"))
        let estimate = try #require(sketch?.estimate)
        #expect(rows == sketch?.count && rows < InstallationSketch.size + InstallationSketch.spare)
        // Five times the standard error: the hashes differ in each run of the test.
        #expect(abs(estimate - total) * 25 <= total, "\(estimate)")
    }

    @Test func `a set of installations is charged by its rows, and goes on when these were deleted to free space`()
        async throws
    {
        let (size, full) = (InstallationSketch.size, InstallationSketch.size + InstallationSketch.spare)
        let cost = RowCost(engine: installation.events.engine)
        let bytes = cost.bytes(of: .installation)

        let steps = try await installation.events.write(.installation("test")) { transaction in
            let set = InstallationSet(tenant: 1, day: 1, group: 1, transaction: transaction)
            let filled = try set.add(Set(0..<Int64(full - 1)), cost)
            let cut = try set.add([Int64(full)], cost)
            try transaction.execute("DELETE FROM app_installations WHERE tenant_id = 1")
            let again = try set.add(Set(0..<Int64(size)), cost)
            return [filled, cut, again].map { [$0.added, $0.deleted] }
        }

        #expect(steps[0] == [(full - 1) * bytes + cost.bytes(of: .runDay), 0])
        #expect(steps[1] == [bytes, InstallationSketch.spare * bytes])
        #expect(steps[2] == [size * bytes, 0])
    }

    /// One run of each release.
    private func ofReleases(_ numbers: Range<Int>) -> [AppRunUpdate] {
        numbers.map { number in
            .counts(
                AppRunCounts(
                    startedAt: installation.clock.now,
                    installation: nil,
                    exited: 1,
                    errored: 0,
                    abnormal: 0,
                    unhandled: 0,
                    crashed: 0,
                    release: AppRelease(version: "9.\(number)"),
                    environment: nil
                )
            )
        }
    }

    @Test func `what is new on the next day leaves room for a delivery from before midnight`() async throws {
        try await deliver(ofReleases(0..<AppRunGroups.perDay))
        try await installation.events.write(.installation("test")) { transaction in
            _ = try transaction.execute("UPDATE app_run_groups SET created_at = created_at + 86400000")
        }

        try await deliver(ofReleases(900..<901))

        #expect(try await number("SELECT count(*) AS n FROM app_run_groups WHERE version = 'other'") == 0)
        #expect(try await number("SELECT count(*) AS n FROM app_run_groups WHERE version = '9.900'") == 1)
    }

    @Test func `a client that invents releases folds into other`() async throws {
        try await deliver((0..<100).map { run($0, version: "1.\($0)") })
        try await deliver(ofReleases(0..<150))

        #expect(try await number("SELECT count(*) AS n FROM app_run_groups") == AppRunGroups.perDay + 1)
        #expect(try await number("SELECT count(*) AS n FROM releases WHERE version = 'other'") == 0)
        let other = try await number(
            """
            SELECT sum(c.n) AS n FROM app_run_counts c JOIN app_run_groups g ON g.tenant_id = c.tenant_id AND g.id = c.group_id
            WHERE g.version = 'other' AND c.span = 'd'
            """
        )
        #expect(other == 50)
    }

    private func makeRoom(_ limit: Int) async throws -> Int {
        try await installation.stores.events.makeRoom(limit: limit, within: .seconds(600)).rows
    }

    /// The smallest count.
    private func lowest() async throws -> Int? { try await number("SELECT min(n) AS n FROM app_run_counts") }

    @Test func `no count falls below zero, whatever was deleted before an update comes`() async throws {
        for steps in 0..<7 {
            try await deliver([run(UInt8(steps), installation: "phone \(steps)")])
            for _ in 0..<steps { _ = try await makeRoom(1) }
            try await deliver([run(UInt8(steps), .crashed, installation: "phone \(steps)")])

            #expect(try await lowest() ?? 0 >= 0, "after \(steps) steps")
            installation.clock.advance(by: .minutes(1))
        }
    }

    @Test func `neither a run nor an installation is counted again after it was deleted to free space`() async throws {
        try await deliver([run(1, installation: "ada"), run(2, installation: "bob"), run(3)])
        while try await makeRoom(1) > 0 {}
        let deleted = try await number("SELECT count(*) AS n FROM app_runs")

        try await deliver([run(1, .crashed, installation: "ada"), run(2, installation: "bob")])
        installation.clock.advance(by: .minutes(1))
        try await deliver([run(4, installation: "ada"), run(4, .crashed, installation: "ada")])

        #expect(deleted == 0)
        #expect(try await counts("d") == ["crashed 1", "running 3"])
        #expect(try await number("SELECT n FROM app_run_days") == 2)
        #expect(try await lowest() == 1)
        // What was not counted before is counted from the next day on.
        installation.clock.advance(by: .days(1))
        try await deliver([run(5, installation: "ada")])
        #expect(try await number("SELECT sum(n) AS n FROM app_run_days") == 3)
    }

    @Test func `a group that a node of an earlier version has numbered takes no number twice`() async throws {
        try await deliver([run(1)])
        let now = installation.clock.now
        _ = try await installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                """
                INSERT INTO app_run_groups (tenant_id, id, fingerprint, version, build, package, environment, created_at)
                SELECT number, highest_run_group + 1, \(Data(repeating: 1, count: 16)), '2.5.0', NULL, NULL, NULL, \(now)
                FROM event_tenants
                """
            )
        }

        try await deliver([run(2, version: "2.6.0")])

        #expect(try await counts("d") == ["running 2"])
        #expect(try await number("SELECT max(id) AS n FROM app_run_groups") == 3)
    }

    @Test func `a mark of a clock that ran ahead ends no counting`() async throws {
        try await deliver([run(1, installation: "ada")])
        let later = installation.clock.now + .days(30)
        _ = try await installation.events.write(.installation("test")) { transaction in
            try transaction.execute(
                "UPDATE event_tenants SET runs_freed_until = \(later), installations_freed_until = \(later.day)"
            )
        }

        try await deliver([run(2, installation: "bob")])

        #expect(try await counts("d") == ["running 2"])
        #expect(try await number("SELECT n FROM app_run_days") == 2)
    }

    @Test func `counts by hour of runs that can still change stay`() async throws {
        try await deliver([run(1, ago: .hours(3)), run(2)])

        _ = try await makeRoom(1)

        #expect(try await number("SELECT count(*) AS n FROM app_runs") == 1)
        #expect(try await counts() == ["running 2"])
    }

    private func groups(where condition: SQL = "TRUE") async throws -> Int? {
        try await number("SELECT count(*) AS n FROM app_run_groups WHERE version <> 'other' AND \(sql: condition)")
    }

    private func pass(_ spans: [Duration]) async throws {
        for span in spans {
            installation.clock.advance(by: span)
            try await installation.services.maintenance.turn()
        }
    }

    @Test func `groups are deleted some time after their runs, which stay counted`() async throws {
        try await deliver((0..<50).map { run($0, .crashed, version: "1.\($0)", installation: "phone \($0)") })
        try await pass([.days(92)])
        let marked = try await groups(where: "retired_at IS NOT NULL")
        try await pass([.hours(3)])

        #expect(marked == 50)
        #expect(try await groups() == 0)
        #expect(try await counts("d") == ["crashed 50"])
        #expect(
            try await number(
                """
                SELECT count(*) AS n FROM app_run_counts c
                WHERE NOT EXISTS (SELECT 1 FROM app_run_groups g WHERE g.tenant_id = c.tenant_id AND g.id = c.group_id)
                """
            ) == 0
        )
        // The number of a deleted group is not given again.
        try await deliver([run(60, version: "1.0")])
        #expect(try await number("SELECT id FROM app_run_groups WHERE version = '1.0'") == 52)
        try await pass([.days(1), .hours(3)])
        #expect(try await number("SELECT count(*) AS n FROM releases") == 1)
    }

    @Test func `a group that is used again is not deleted`() async throws {
        try await deliver([run(1, version: "1.0")])
        try await pass([.days(92)])
        let marked = try await groups(where: "retired_at IS NOT NULL")

        try await deliver([run(2, version: "1.0")])
        #expect(try await groups(where: "retired_at IS NOT NULL") == 0)
        try await pass([.hours(3)])

        #expect(marked == 1)
        #expect(try await groups() == 1)
        #expect(try await counts("d") == ["running 2"])
    }

    @Test func `groups of runs are freed to make room, and those of today stay`() async throws {
        try await deliver((0..<30).map { run($0, version: "1.\($0)", ago: .days(2)) } + [run(40, version: "2.0")])
        while try await makeRoom(10) > 0 {}
        installation.clock.advance(by: .hours(3))
        while try await makeRoom(10) > 0 {}

        #expect(try await groups() == 1)
        #expect(try await counts("d") == ["running 31"])
    }

    @Test func `runs go after six days, their hours after ninety, and their days after two years`() async throws {
        try await deliver([run(1, installation: "ada")])
        let tables: [SQL] = ["app_runs", "app_installations", "app_run_days"]
        func rows() async throws -> [Int?] {
            var rows: [Int?] = []
            for table in tables { rows.append(try await number("SELECT count(*) AS n FROM \(sql: table)")) }
            return rows + [try await counts("h").count, try await counts("d").count]
        }

        try await installation.services.maintenance.turn()
        #expect(try await rows() == [1, 1, 1, 1, 1])
        installation.clock.advance(by: .days(10))
        try await installation.services.maintenance.turn()
        #expect(try await rows() == [0, 0, 1, 1, 1])
        installation.clock.advance(by: .days(82))
        try await installation.services.maintenance.turn()
        #expect(try await rows() == [0, 0, 0, 0, 1])
        installation.clock.advance(by: .days(641))
        try await installation.services.maintenance.turn()
        #expect(try await rows() == [0, 0, 0, 0, 0])
    }

    @Test func `an id that was derived from what the client sent is keyed by tenant`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        for house in [acme, globex] { try await deliver([run(1, hasDerivedID: true)], to: house) }
        try await deliver([run(1, .crashed, hasDerivedID: true)])

        let ids = try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows("SELECT id FROM app_runs").map { try $0.get("id", as: AppRun.ID.self) }
        }
        guard case .run(let run) = run(1) else { return #expect(Bool(false)) }
        #expect(ids.count == 2 && Set(ids + [run.id]).count == 3)
    }

    @Test func `no id is stored as the client sent it, and the runs of two keys do not meet`() async throws {
        let (_, text) = try await acme.services.keys.create(kind: .ingest, name: "Other", grant: acme.system.grant())
        try await deliver([run(1)])

        let runs = [run(1, .crashed)]
        for _ in 1...2 {
            let delivery = EventDelivery(sentAt: nil, items: [], examined: runs.count, runs: runs)
            _ = try await acme.services.intake.accept(DecodedDelivery(delivery, key: text.text))
        }
        try await deliver([run(1, .exited, installation: "phone of Ada")])

        let ids = try await installation.events.read(.installation("test")) { transaction in
            try transaction.rows("SELECT id FROM app_runs").map { try $0.get("id", as: AppRun.ID.self) }
        }
        guard case .run(let run) = run(1) else { return #expect(Bool(false)) }
        #expect(ids.count == 2 && !ids.contains(run.id))
        #expect(try await counts() == ["crashed 1", "exited 1", "running 0"])
    }

    @Test func `a run no longer counts for the size of its tenant when it is deleted`() async throws {
        try await deliver([run(1), run(2), run(2, .crashed)])
        let size: SQL = "SELECT CAST(sum(bytes) AS BIGINT) AS n FROM tenant_bytes"
        let before = try #require(try await number(size))

        installation.clock.advance(by: .days(7))
        try await installation.services.maintenance.turn()

        #expect(try await number(size) == before - 2 * RowCost(engine: installation.events.engine).bytes(of: .run))
    }

    @Test func `runs of tenants with the same id do not meet`() async throws {
        let globex = try await TestTenant("globex", in: installation)
        try await deliver([run(1, .crashed)])
        try await deliver([run(1)], to: globex)

        #expect(try await counts() == ["crashed 1", "running 1"])
    }
}
