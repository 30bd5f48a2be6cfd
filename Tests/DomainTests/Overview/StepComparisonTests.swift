import Domain
import Testing

/// The numbers of an overview, and the hours that they are compared with.
@Suite struct StepComparisonTests {
    private let hour = Timestamp(milliseconds: 1_795_251_600_000)

    private func step(_ source: EventSource, _ stage: Stage, _ counts: [Outcome: Int]) -> StepOutcomes {
        StepOutcomes(source: source, stage: stage, counts: counts)
    }

    @Test(arguments: OverviewPeriod.allCases)
    func `the hours a week before are as long, and whole`(period: OverviewPeriod) {
        let former = period.former(at: hour + .minutes(59))

        #expect(former == period.former(at: hour))
        #expect(former.upperBound == hour - .days(7))
        #expect(former.upperBound.since(former.lowerBound) == period.span)
        #expect(period.range(at: hour).lowerBound == hour - period.span)
    }

    @Test func `what app and server both report is counted once`() {
        let counts = StepCounts([
            step(.client, .appleSheet, [.success: 100, .cancelled: 40, .failed: 2]),
            step(.client, .tokenExchange, [.success: 90, .failed: 8]),
            step(.server, .tokenExchange, [.success: 92, .rejected: 3, .failed: 5]),
            step(.client, .sessionStore, [.success: 80, .failed: 10]),
        ])

        // 82 ended with a session; 2, 8 and 10 failed.
        #expect(counts.signInRate(.server) == SuccessRate(successes: 82, results: 102))
        let comparison = StepComparison(.day, current: counts, former: nil)
        #expect(comparison.side == .server && comparison.signIns.tries == 100)
    }

    @Test func `the app tells how many sign-ins there are where the server has no part in them`() {
        let app = StepCounts([step(.client, .tokenExchange, [.success: 9, .failed: 1])])
        let server = StepCounts([step(.server, .tokenExchange, [.success: 50])])

        #expect(StepComparison(.day, current: app, former: app).signIns.tries == 10)
        #expect(StepComparison(.day, current: app, former: server).signIns.tries == 0)
        #expect(StepComparison(.day, current: server, former: app).formerSignIns?.tries == 0)
    }

    @Test func `an app that reports its last step alone has a rate`() {
        let counts = StepCounts([step(.client, .sessionStore, [.success: 8, .failed: 2])])

        #expect(counts.signInRate(.client) == SuccessRate(successes: 8, results: 10))
        #expect(StepCounts([]).signInRate(.client).value == nil)
    }

    @Test func `a difference is told of enough results alone`() {
        func difference(_ own: (Int, Int), _ former: (Int, Int)?) -> Int? {
            func counts(_ numbers: (Int, Int)) -> StepCounts {
                StepCounts([step(.server, .tokenExchange, [.success: numbers.0, .failed: numbers.1])])
            }
            return StepComparison(.day, current: counts(own), former: former.map(counts)).difference
        }

        #expect(difference((894, 106), (975, 25)) == -81)
        #expect(difference((50, 50), (50, 50)) == 0)
        #expect(difference((29, 0), (975, 25)) == nil)
        #expect(difference((894, 106), (29, 0)) == nil)
        #expect(difference((894, 106), nil) == nil)
    }
}
