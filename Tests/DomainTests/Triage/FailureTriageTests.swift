import Domain
import Testing

@Suite struct FailureTriageTests {
    private let start = Timestamp(milliseconds: 1_795_000_000_000)
    private let facts = FailureFacts(newestRelease: "2.4.0", busiestDay: 40)

    private func triage(_ state: FailureState, version: Int = 1) -> FailureTriage {
        FailureTriage(version: version, state: state, since: start, assignee: nil)
    }

    private func activity(
        _ releases: [String?] = [],
        count: Int = 1,
        countOfDay: Int = 1
    ) -> FailureActivity {
        FailureActivity(
            sightings: releases.enumerated().map { .init(release: $1, at: start + .minutes(Int64($0 + 1))) },
            count: count,
            countOfDay: countOfDay
        )
    }

    @Test(arguments: [
        (FailureAction.resolve, FailureState.resolved(.now)),
        (.resolveInRelease("2.4.1"), .resolved(.inRelease("2.4.1"))),
        (.resolveInNextRelease, .resolved(.afterRelease("2.4.0"))), (.archive, .archived(.forEver)),
        (.archiveUntilCount(100), .archived(.untilCount(100))),
        (.archiveUntilEscalating, .archived(.untilEscalating(perDay: 80))), (.expect, .expected),
    ])
    func `each action leads from every other state to its own`(action: FailureAction, state: FailureState) {
        let others: [FailureState] = [.open, .regressed(release: "1.0"), .resolved(.inRelease("9.9")), .expected]
        for other in others where other != state {
            let new = triage(other, version: 3).applying(action, facts, at: start + .hours(1))

            #expect(new?.state == state)
            #expect(new?.version == 4 && new?.since == start + .hours(1))
        }
        #expect(triage(state).applying(action, facts, at: start) == nil)
        #expect(triage(state).applying(.reopen, facts, at: start)?.state == .open)
    }

    @Test func `an assignment changes neither the state nor its time`() {
        let ada = User.ID(.version7(at: start, random: (1, 2)))
        let resolved = triage(.resolved(.now))

        let assigned = resolved.applying(.assign(ada), facts, at: start + .days(1))

        #expect(assigned?.assignee == ada && assigned?.version == 2)
        #expect(assigned?.state == resolved.state && assigned?.since == start)
        #expect(assigned?.applying(.assign(ada), facts, at: start) == nil)
        #expect(assigned?.applying(.assign(nil), facts, at: start)?.assignee == nil)
    }

    @Test func `a failure resolved now regresses by every later event`() {
        for release in ["1.0", "2.4.0", nil] {
            let new = triage(.resolved(.now)).applying(activity([release]), at: start + .hours(1))

            #expect(new?.state == .regressed(release: release))
            #expect(new?.since == start + .minutes(1), "the time of the event")
            #expect(new?.version == 2)
        }
    }

    @Test(arguments: [
        ("2.4.0", false), ("2.4.1-beta.2", false), ("2.4.1", true), ("2.4.1+17", true), ("2.10", true),
        ("2.4.10", true),
        ("com.example.app@2.4.1", true), ("nightly", false), (nil, false),
    ])
    func `a failure resolved in a release regresses in that release and newer ones`(release: String?, regresses: Bool) {
        let new = triage(.resolved(.inRelease("2.4.1"))).applying(activity([release]), at: start)

        #expect((new?.state == .regressed(release: release)) == regresses)
    }

    @Test(arguments: [
        ("2.3.9", false), ("2.4", false), ("2.4.0", false), ("2.4.0.1", true), ("2.4.1", true), (nil, false),
    ])
    func `a failure resolved in the next release regresses in newer ones only`(release: String?, regresses: Bool) {
        let new = triage(.resolved(.afterRelease("2.4.0"))).applying(activity([release]), at: start)

        #expect((new != nil) == regresses)
    }

    @Test func `a regression names the first release that contradicts the resolution`() {
        let new = triage(.resolved(.inRelease("2.4.1"))).applying(activity(["2.4.0", "2.5.0", "2.4.1"]), at: start)

        #expect(new?.state == .regressed(release: "2.5.0"))
        #expect(new?.since == start + .minutes(2))
    }

    @Test func `an archived failure opens when it has its events, and not before`() {
        let counted = triage(.archived(.untilCount(100)))
        let escalating = triage(.archived(.untilEscalating(perDay: 80)))

        #expect(counted.applying(activity(count: 99), at: start) == nil)
        #expect(counted.applying(activity(count: 100), at: start)?.state == .open)
        #expect(escalating.applying(activity(count: 500, countOfDay: 79), at: start) == nil)
        #expect(escalating.applying(activity(countOfDay: 80), at: start)?.state == .open)
    }

    @Test func `no event ends what a member meant for ever`() {
        for state in [FailureState.open, .expected, .archived(.forEver), .regressed(release: nil)] {
            #expect(!state.endsByEvents)
            #expect(triage(state).applying(activity(["9.9"], count: .max, countOfDay: .max), at: start) == nil)
        }
    }

    @Test func `an escalation has at least ten events`() {
        let quiet = FailureFacts(newestRelease: nil, busiestDay: 0)

        let archived = triage(.open).applying(.archiveUntilEscalating, quiet, at: start)

        #expect(archived?.state == .archived(.untilEscalating(perDay: 10)))
    }

    @Test(arguments: [
        FailureState.open, .expected, .regressed(release: nil), .regressed(release: "2.4.0 (17)"), .resolved(.now),
        .resolved(.inRelease("2.4.1")), .resolved(.afterRelease(nil)), .resolved(.afterRelease("2.4 (17)")),
        .archived(.forEver), .archived(.untilCount(7)), .archived(.untilEscalating(perDay: 12)),
        .regressed(release: "\u{301}2.4"), .regressed(release: " 2.4"), .regressed(release: "\u{200D}"),
        .resolved(.afterRelease("\u{301}app@2.4")),
    ])
    func `a state is read as it was stored`(state: FailureState) {
        #expect(FailureState(state.name, detail: state.detail) == state)
        #expect(FailureState(text: state.text) == state)
    }

    @Test(arguments: [
        "", "solved", "resolved", "resolved later", "archived until_count", "archived until_count x", "open x",
    ])
    func `another text is no state`(text: String) {
        #expect(FailureState(text: text) == nil)
    }

    @Test func `an action is rejected without what it needs`() {
        func error(_ name: FailureAction.Name, release: String? = nil, count: Int? = nil) -> DomainError? {
            do {
                _ = try FailureAction(name, release: release, count: count, assignee: nil)
                return nil
            } catch { return error }
        }

        #expect(error(.resolveInRelease) == .invalid("release", .missing))
        for text in ["soon", "2.4 (17)", "2.4+\n\u{1B}[31m", "app\u{202E}@2.4"] {
            #expect(error(.resolveInRelease, release: text) != nil, "\(text.debugDescription)")
        }
        #expect(error(.resolveInRelease, release: "2.4.1") == nil)
        #expect(error(.archiveUntilCount) == .invalid("count", .missing))
        #expect(error(.archiveUntilCount, count: 0) == .invalid("count", .outOfRange(1...1_000_000)))
        #expect(error(.archiveUntilCount, count: 1) == nil)
    }

    @Test(arguments: FailurePeriod.allCases)
    func `the last column of a period contains its end`(period: FailurePeriod) {
        let starts = period.starts(at: start + .minutes(7))

        #expect(starts.count == period.columns)
        #expect(starts.allSatisfy { $0.milliseconds % period.columnWidth.wholeMilliseconds == 0 })
        #expect(starts.last.map { ($0..<$0 + period.columnWidth).contains(start + .minutes(7)) } == true)
    }
}
