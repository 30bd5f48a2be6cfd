import Domain
import Testing

@Suite struct ClockAlignmentTests {
    /// A request that took a second on the phone, and 200 ms on the server.
    private func attempt(phoneIsAheadBy error: Double) -> AttemptSketch {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: error)
        sketch.server(.tokenExchange, .success, at: 1.6, took: 200)
        sketch.phone(.tokenExchange, .success, at: 2 + error, took: 1000)
        sketch.phone(.sessionStore, .success, at: 2.1 + error)
        return sketch
    }

    @Test func `times that can be true stay as they are`() {
        for error in [-0.4, 0, 0.4] {
            let timeline = attempt(phoneIsAheadBy: error).timeline()

            #expect(timeline.clock == .none)
        }
    }

    @Test(arguments: [90.0, -90, 7200, -7200])
    func `a phone whose clock contradicts the server's is moved to where its request fits`(_ error: Double) throws {
        let timeline = attempt(phoneIsAheadBy: error).timeline()

        // The request fits within 0.8 s, and the middle is taken.
        #expect(
            timeline.clock.offset == .milliseconds(Int64(-error * 1000))
                && timeline.clock.uncertainty == .milliseconds(400)
        )
        #expect(timeline.steps.map(\.lane) == [.phone, .gatehouse, .phone, .phone])
        #expect(timeline.span == .milliseconds(2100))
    }

    @Test func `without a duration only the end of a request is known`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 60)
        sketch.phone(.tokenExchange, .success, at: 0)
        #expect(sketch.timeline().clock.offset == .seconds(60) && sketch.timeline().clock.uncertainty == nil)

        var slow = AttemptSketch()
        slow.server(.tokenExchange, .success, at: 0)
        slow.phone(.tokenExchange, .success, at: 60)
        #expect(slow.timeline().clock == .none)
    }

    @Test func `requests are compared by their ids, and not at all where they cannot be told apart`() {
        var sketch = AttemptSketch()
        sketch.server(.refresh, .success, at: 100, request: "a")
        sketch.server(.refresh, .success, at: 200, request: "b")
        sketch.phone(.refresh, .success, at: 150, request: "b")
        #expect(sketch.timeline().clock.offset == .seconds(50))

        var unknown = AttemptSketch()
        unknown.server(.refresh, .success, at: 100)
        unknown.server(.refresh, .success, at: 200)
        unknown.phone(.refresh, .success, at: 50)
        #expect(unknown.timeline().clock == .none)
    }

    @Test func `an app that gave up before the server was ready has no wrong clock`() {
        for (outcome, took) in [(Outcome.failed, 37_000), (.failed, 25), (.cancelled, 25)] as [(Outcome, Int64)] {
            var sketch = AttemptSketch()
            sketch.phone(.tokenExchange, outcome, at: 30, code: "net.timeout", took: 30_000)
            sketch.server(.tokenExchange, .success, at: 38, took: took)

            #expect(sketch.timeline().clock == .none, "\(outcome) \(took)")
        }
    }
}
