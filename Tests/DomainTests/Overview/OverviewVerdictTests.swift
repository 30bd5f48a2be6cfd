import Domain
import Foundation
import Testing

/// Each verdict is true: for ties, one, none and small samples.
@Suite struct OverviewVerdictTests {
    private let now = Timestamp(milliseconds: 1_795_251_600_000) + .minutes(20)

    /// A step that the app reports, with its successes and its failed tries.
    private func app(_ stage: Stage, _ successes: Int, _ failed: Int = 0) -> StepOutcomes {
        StepOutcomes(source: .client, stage: stage, counts: [.success: successes, .failed: failed])
    }

    private func exchange(_ successes: Int, _ failed: Int = 0) -> StepOutcomes {
        StepOutcomes(source: .server, stage: .tokenExchange, counts: [.success: successes, .failed: failed])
    }

    private func failure(_ stage: Stage = .sessionStore, ago: Duration, users: Int = 4) -> OverviewFailure {
        OverviewFailure(
            id: FailureKey.ID(UUID()),
            key: FailureKey(stage: stage, code: "keychain.locked"),
            users: AffectedUsers(affected: users, stillOut: 1, isComplete: true),
            since: now - ago
        )
    }

    /// A day on which everything is as usual, but for what is given.
    private func verdict(
        _ current: [StepOutcomes]? = nil,
        before former: [StepOutcomes]? = nil,
        hour: [StepOutcomes]? = nil,
        hourBefore: [StepOutcomes] = [],
        hasStarted: Bool? = true,
        items: DeliveredItems? = nil,
        appleErrors: Int? = 0,
        failures: [OverviewFailure]? = []
    ) -> OverviewVerdict {
        let usual = [exchange(990, 10), app(.sessionStore, 985, 5)]
        return OverviewVerdict(
            OverviewFacts(
                now: now,
                hasStarted: hasStarted,
                period: StepComparison(
                    .sixHours,
                    current: StepCounts(current ?? usual),
                    former: StepCounts(former ?? usual)
                ),
                lastHour: hour.map {
                    StepComparison(.hour, current: StepCounts($0), former: StepCounts(hourBefore))
                },
                items: items,
                appleErrors: appleErrors,
                failures: failures
            )
        )
    }

    private func failing(_ verdict: OverviewVerdict) -> OverviewVerdict.Failing? {
        if case .failing(let failing) = verdict { failing } else { nil }
    }

    private func normal(_ verdict: OverviewVerdict) -> OverviewVerdict.Normal.Sample? {
        if case .normal(let normal) = verdict { normal.sample } else { nil }
    }

    @Test func `all is normal when the rates are those of a week before`() {
        #expect(normal(verdict()) == .compared)
        #expect(normal(verdict(before: [exchange(5)])) == .notCompared)
        #expect(normal(verdict([exchange(12, 1)], before: [exchange(20)])) == .few)
        #expect(normal(verdict([], before: [])) == .some(.none))
        // A known failure is none of this time.
        #expect(normal(verdict(failures: [failure(ago: .hours(7))])) == .compared)
    }

    @Test func `what no longer fails is less urgent than what does`() {
        let failing = [exchange(40, 60)]

        #expect(verdict(failing).urgency == .outage)
        #expect(verdict(failing, hour: [exchange(60)]).urgency == .notice)
        #expect(verdict(appleErrors: 3).urgency == .outage)
        #expect(verdict([exchange(1)]).urgency == .outage)
        #expect(verdict(failures: [failure(ago: .hours(1))]).urgency == .notice)
        #expect(verdict([exchange(100)], before: [exchange(100), app(.sessionStore, 100)]).urgency == .notice)
        #expect(verdict().urgency == .normal)
        #expect(verdict(hasStarted: false).urgency == .unused)
    }

    @Test func `a step fails that surely works less often than a week before`() throws {
        let found = try #require(failing(verdict([exchange(990, 10), app(.sessionStore, 910, 90)])))

        #expect(found.step.stage == .sessionStore && found.step.source == .client && found.step.failed == 90)
        #expect(found.former == SuccessRate(successes: 985, results: 990))
        #expect(found.period == .sixHours && !found.isOver && found.failure == nil)
    }

    @Test func `a step that a few tries show to be broken fails, and one that they do not show is normal`() {
        #expect(failing(verdict([exchange(0, 5)], before: []))?.former == nil)
        #expect(failing(verdict([exchange(0, 5)], before: [])) != nil)
        #expect(failing(verdict([exchange(0, 2)], before: [])) == nil)
        #expect(failing(verdict([exchange(20, 3)], before: [])) == nil)
        // Always so bad.
        #expect(failing(verdict([exchange(500, 500)], before: [exchange(500, 500)])) != nil)
        // Surely less than before, by half a point.
        #expect(failing(verdict([exchange(198_000, 2000)], before: [exchange(199_000, 1000)])) == nil)
    }

    @Test func `of several steps that fail the one with most failed tries is named, of a tie the first one`() {
        let two = [app(.appleSheet, 100, 100), app(.sessionStore, 50, 150)]
        let tie = [app(.sessionStore, 50, 100), app(.appleSheet, 100, 100)]

        #expect(failing(verdict(two))?.step.stage == .sessionStore)
        #expect(failing(verdict(tie))?.step.stage == .appleSheet)
    }

    @Test func `the failure of the step with most people is named`() {
        let failures = [
            failure(.refresh, ago: .days(2), users: 90), failure(ago: .days(2), users: 40), failure(ago: .days(1)),
        ]

        let found = failing(verdict([exchange(990), app(.sessionStore, 500, 500)], failures: failures))

        #expect(found?.failure == failures[1])
    }

    @Test func `what fails in the last hour alone is found, and what works again in it is told`() {
        let broken = [exchange(10, 90)]
        let latest = failing(verdict([exchange(9900, 100)], before: [exchange(9900, 100)], hour: broken))
        let over = failing(verdict([exchange(900, 300)], before: [exchange(1190, 10)], hour: [exchange(100)]))

        #expect(latest?.period == .hour && latest?.isOver == false)
        #expect(over?.period == .sixHours && over?.isOver == true)
        #expect(failing(verdict([exchange(900, 300)], hour: [exchange(20)]))?.isOver == false)
    }

    @Test func `it is too quiet from a drop by 60 %, where enough is usual`() {
        func quiet(_ signIns: Int, _ former: Int) -> OverviewVerdict.Quiet? {
            let found = verdict(signIns == 0 ? [] : [exchange(signIns)], before: [exchange(former)])
            if case .tooQuiet(let quiet) = found { return quiet }
            return nil
        }

        #expect(quiet(400, 1000)?.former == 1000)
        #expect(quiet(401, 1000) == nil)
        #expect(quiet(0, 30)?.signIns == 0)
        #expect(quiet(0, 29) == nil)
        // The app's own count is no answer to the server's.
        let lost = verdict([app(.tokenExchange, 900)], before: [exchange(1000)])
        #expect(lost == .tooQuiet(quiet(0, 1000)!))
    }

    @Test func `silence in the last hour alone is found`() {
        let found = verdict(hour: [], hourBefore: [exchange(100)])

        guard case .tooQuiet(let quiet) = found else {
            Issue.record("\(found)")
            return
        }
        #expect(quiet.period == .hour && quiet.former == 100)
    }

    @Test func `there is no data when the app stopped reporting and the server still signs users in`() {
        func noData(_ verdict: OverviewVerdict) -> OverviewVerdict.NoData.Reason? {
            if case .noData(let noData) = verdict { noData.reason } else { nil }
        }
        let server = [exchange(990, 10)]

        #expect(noData(verdict(server)) == .silent)
        // An app that never reported, or hardly.
        #expect(noData(verdict(server, before: server)) == nil)
        #expect(noData(verdict(server, before: [exchange(990, 10), app(.sessionStore, 29)])) == nil)
        #expect(noData(verdict([exchange(990, 10), app(.ui, 1)])) == nil)
        let all = DeliveredItems(received: 40, rejected: 40)
        let most = DeliveredItems(received: 40, rejected: 39)
        #expect(noData(verdict(server, before: server, items: all)) == .rejected(40))
        #expect(noData(verdict(server, before: server, items: most)) == nil)
        #expect(noData(verdict(server, before: server, items: DeliveredItems(received: 2, rejected: 2))) == nil)
    }

    @Test func `Apple is down from three events of the last minutes, before all that follows from it`() {
        let broken = [exchange(10, 90)]

        #expect(verdict(broken, appleErrors: 3) == .appleDown(3))
        #expect(failing(verdict(broken, appleErrors: 2)) != nil)
        #expect(failing(verdict(broken, appleErrors: nil)) != nil)
        #expect(verdict(hasStarted: false, appleErrors: 3) == .justStarted)
    }

    @Test func `a new failure is named while the rates are as before, the one with most people`() {
        let (new, other) = (failure(ago: .hours(6), users: 9), failure(ago: .hours(1), users: 2))

        #expect(verdict(failures: [failure(ago: .hours(6) + .seconds(1)), new, other]) == .new(new))
        #expect(normal(verdict(failures: nil)) == .compared)
        #expect(failing(verdict([exchange(10, 90)], failures: [new])) != nil)
    }

    @Test func `nothing is said of counts that cannot be read`() {
        func facts(appleErrors: Int?) -> OverviewFacts {
            OverviewFacts(
                now: now,
                hasStarted: nil,
                period: nil,
                lastHour: nil,
                items: nil,
                appleErrors: appleErrors,
                failures: nil
            )
        }

        #expect(OverviewVerdict(facts(appleErrors: nil)) == .unknown)
        #expect(OverviewVerdict(facts(appleErrors: 5)) == .appleDown(5))
    }
}
