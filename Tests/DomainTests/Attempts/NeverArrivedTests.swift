import Domain
import Testing

/// How an attempt ends that no server saw.
@Suite struct NeverArrivedTests {
    typealias Step = (Stage, Outcome, String?)

    private static let reasons: [([Step], AttemptEnding.Kind, NeverArrived)] = [
        ([(.ui, .info, nil)], .timedOut, .timedOut),
        ([(.appleSheet, .success, nil), (.credential, .success, nil)], .timedOut, .timedOut),
        ([(.tokenExchange, .info, nil)], .timedOut, .timedOut),
        ([(.ui, .success, nil), (.appleSheet, .cancelled, "apple.sheet.cancelled")], .cancelled, .cancelled),
        ([(.appleSheet, .cancelled, nil), (.ui, .success, nil)], .cancelled, .cancelled),
        ([(.appleSheet, .success, nil), (.tokenExchange, .failed, "net.offline")], .failed, .noNetwork),
        ([(.tokenExchange, .failed, "net.timeout"), (.ui, .success, nil)], .failed, .noNetwork),
        ([(.appleSheet, .failed, "apple.sheet.unknown")], .failed, .sheetFailed),
        ([(.passwordEntry, .failed, nil)], .failed, .sheetFailed),
        ([(.appleSheet, .success, nil), (.tokenExchange, .failed, "unclassified")], .failed, .other),
        ([(.ui, .success, nil)], .timedOut, .timedOut), ([(.appleSheet, .degraded, nil)], .degraded, .sheetFailed),
        // The reason is that of the step that decided, not of one before.
        ([(.sessionRestore, .failed, "net.offline"), (.appleSheet, .failed, nil)], .failed, .sheetFailed),
        ([(.appleSheet, .failed, nil), (.tokenExchange, .failed, "net.offline")], .failed, .noNetwork),
    ]

    /// The app has an answer, or uses what it has.
    private static let answered: [[Step]] = [
        [(.tokenExchange, .success, nil)], [(.apiUse, .failed, "net.offline")],
        [(.tokenExchange, .rejected, "pwd.invalid")], [(.tokenExchange, .failed, "http.upstream")],
        [(.refresh, .success, nil), (.refresh, .failed, "net.offline")], [(.tokenExchange, .degraded, nil)],
        [(.appleSheet, .success, nil), (.tokenExchange, .success, nil), (.sessionStore, .failed, "keychain.locked")],
    ]

    /// The steps of an app, a second apart.
    private static func sketch(_ steps: [Step]) -> AttemptSketch {
        var sketch = AttemptSketch()
        for (second, step) in steps.enumerated() {
            sketch.phone(step.0, step.1, at: Double(second), code: step.2)
        }
        return sketch
    }

    @Test(arguments: reasons)
    func `an attempt that no server saw has a reason`(
        steps: [Step],
        kind: AttemptEnding.Kind,
        reason: NeverArrived
    ) {
        let timeline = Self.sketch(steps).timeline()

        #expect(timeline.ending.kind == kind && timeline.neverArrived == reason)
        #expect(timeline.ending.stage != nil)
    }

    @Test(arguments: answered)
    func `an app that has an answer, or uses what it has, arrived`(steps: [Step]) {
        #expect(Self.sketch(steps).timeline().neverArrived == nil)
    }

    @Test func `an app that names its request at the server had an answer`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 1, code: "unclassified", request: "request-1")

        #expect(sketch.timeline().neverArrived == nil)
    }

    @Test func `a page of a captive portal is no answer, and an HTTP status is one`() throws {
        func ending(_ code: String) -> NeverArrived? {
            var sketch = AttemptSketch()
            sketch.phone(
                .tokenExchange,
                .failed,
                at: 1,
                code: code,
                attributes: [
                    EventAttribute("http.response.status_code", .integer(200))
                ]
            )
            return sketch.timeline().neverArrived
        }

        #expect(ending("net.captive_portal") == .noNetwork)
        #expect(ending("unclassified") == nil)
    }

    @Test func `a step that was skipped leaves nothing to wait for`() {
        let timeline = Self.sketch([(.ui, .info, nil), (.appleSheet, .skipped, nil)]).timeline()

        #expect(timeline.ending.kind == .unknown && timeline.neverArrived == nil)
    }

    @Test func `a step of the server or of the backend shows that it arrived`() {
        var server = Self.sketch([(.appleSheet, .success, nil), (.tokenExchange, .failed, "net.timeout")])
        server.server(.tokenExchange, .failed, at: 2, code: "server.error")
        #expect(server.timeline().neverArrived == nil)

        var backend = Self.sketch([(.passwordEntry, .success, nil)])
        backend.phone(.tokenExchange, .rejected, at: 2, code: "token.expired", isBackend: true)
        #expect(backend.timeline().neverArrived == nil && backend.timeline().ending.kind == .rejected)

        var told = Self.sketch([(.passwordEntry, .success, nil)])
        told.phone(.tokenExchange, .info, at: 2, isBackend: true)
        #expect(told.timeline().neverArrived == .timedOut)
    }

    @Test func `what the server's rules found about an attempt is no step of it`() {
        var sketch = Self.sketch([(.appleSheet, .success, nil), (.tokenExchange, .failed, "net.timeout")])
        sketch.server(.tokenExchange, .inconsistent, at: 600, code: "inc.client_ok_server_none")

        #expect(sketch.timeline().neverArrived == .noNetwork)
    }

    @Test func `an attempt may still go on for five minutes after its latest event arrived`() {
        let sketch = Self.sketch([(.appleSheet, .success, nil), (.credential, .success, nil)])
        let last = AttemptSketch.start + .seconds(1)

        let open = sketch.timeline(now: last + .minutes(5) - .milliseconds(1))
        #expect(open.ending.kind == .unknown && open.neverArrived == nil)
        #expect(open.ending.stage == .credential)
        #expect(sketch.timeline(now: last + .minutes(5)).ending.kind == .timedOut)
    }

    @Test func `a second try that does not go on keeps the cause of the first`() {
        let sketch = Self.sketch([(.tokenExchange, .failed, "net.timeout"), (.credential, .success, nil)])

        let ending = sketch.timeline().ending

        #expect(ending.kind == .timedOut && ending.code == "net.timeout" && ending.broken != nil)
    }

    @Test func `where events were not read, no reason is given`() {
        let sketch = Self.sketch([(.appleSheet, .cancelled, nil)])
        let leftOut = LeftOutEvents(count: 1, isAtLeast: true, after: 0)

        #expect(sketch.timeline(leftOut: leftOut).neverArrived == nil)
    }

    @Test func `who is at fault is unclear where the app only stopped`() {
        let verdict = Self.sketch([(.appleSheet, .success, nil)]).verdict()

        #expect(verdict.doubt == .appStopped)
    }
}
