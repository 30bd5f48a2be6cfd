import Domain
import Testing

@Suite struct TimelineGapTests {
    @Test func `a request that the server does not know is missing there`() throws {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.phone(.tokenExchange, .failed, at: 31, code: "net.timeout")

        let gap = try #require(sketch.timeline().gaps.first { $0.kind == .serverNeverSaw })

        #expect(gap.lane == .gatehouse && gap.stage == .tokenExchange && gap.after == 1)
        #expect(sketch.timeline().lanes == [.phone, .gatehouse])
    }

    @Test func `a request that the server handled is not missing, nor one that was cancelled`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 1)
        sketch.server(.appleVerify, .failed, at: 0.9)
        #expect(sketch.missing().isEmpty)

        var cancelled = AttemptSketch()
        cancelled.phone(.tokenExchange, .cancelled, at: 1)
        #expect(cancelled.missing().isEmpty)
    }

    @Test func `a finding of the server's own rules is no record of a request`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .success, at: 1)
        sketch.server(.tokenExchange, .inconsistent, at: 1, code: "inc.client_ok_server_none")

        #expect(sketch.missing() == [.serverNeverSaw])
    }

    @Test func `an app that says no more after the answer has not reported back`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.server(.tokenExchange, .success, at: 1)

        #expect(sketch.missing() == [.clientNeverReported])
        // Its events may still be on their way.
        #expect(sketch.missing(now: AttemptSketch.start + .seconds(60)).isEmpty)

        sketch.phone(.sessionStore, .failed, at: 1.5)
        #expect(sketch.missing().isEmpty)
    }

    @Test func `an app that reports nothing is silent`() {
        var sketch = AttemptSketch()
        sketch.server(.refresh, .success, at: 0)

        #expect(sketch.missing() == [.clientSilent])
    }

    @Test func `an app that stops after Apple's sheet never asked the server`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.phone(.credential, .success, at: 0.1)

        #expect(sketch.missing() == [.stoppedBeforeRequest])

        sketch.phone(.credential, .failed, at: 0.2)
        #expect(sketch.missing().isEmpty)
    }

    @Test func `a failed sign-in with Apple without a step at Apple says so`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .failed, at: 0, texts: [.provider: "apple"])
        sketch.phone(.tokenExchange, .failed, at: 0.2)
        #expect(sketch.missing() == [.appleNotAsked])

        sketch.server(.appleVerify, .failed, at: -0.1)
        #expect(sketch.missing().isEmpty)
    }

    @Test func `a long wait is a pause, without the time that the next step took`() {
        var sketch = AttemptSketch()
        sketch.phone(.ui, .success, at: 0)
        sketch.phone(.appleSheet, .cancelled, at: 51, took: 1000)
        sketch.phone(.appleSheet, .cancelled, at: 111, took: 55_000)

        let pauses = sketch.timeline().gaps.filter { $0.kind == .pause }

        #expect(pauses.map(\.span) == [.seconds(50)] && pauses.first?.after == 0)
    }

    @Test func `nothing is called missing when not all events were read`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .success, at: 0)
        sketch.phone(.sessionStore, .success, at: 1)

        let timeline = sketch.timeline(leftOut: LeftOutEvents(count: 9500, after: 0))

        #expect(timeline.gaps.map(\.kind) == [.leftOut] && timeline.gaps.first?.count == 9500)
        #expect(timeline.leftOut == 9500)
    }

    @Test func `a rejected refresh that only shares the session awaits no report of this attempt's app`() {
        func missing(_ outcome: Outcome, by join: EventJoin) -> [TimelineGap.Kind] {
            var sketch = AttemptSketch()
            let signIn = sketch.phone(.tokenExchange, .success, at: 0)
            let answer = sketch.server(.tokenExchange, .success, at: -0.1)
            let refresh = sketch.server(.refresh, outcome, at: 5)
            let events = [JoinedEvent(signIn, by: .byAttempt), JoinedEvent(answer, by: .byAttempt)]
            return AttemptTimeline(
                AttemptSketch.attempt,
                events + [JoinedEvent(refresh, by: join)],
                now: AttemptSketch.later
            ).gaps.map(\.kind).filter { $0 != .pause }
        }

        #expect(missing(.rejected, by: EventJoin(.session, .likely)).isEmpty)
        #expect(missing(.rejected, by: .byAttempt) == [.clientNeverReported])
        #expect(missing(.success, by: EventJoin(.session, .likely)) == [.clientNeverReported])
    }
}
