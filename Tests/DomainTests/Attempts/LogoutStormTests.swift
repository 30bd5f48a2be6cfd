import Domain
import Testing

@Suite struct LogoutStormTests {
    private func rejections(_ count: Int, every seconds: Double, sessions: Int? = nil) -> [StoredEvent] {
        var sketch = AttemptSketch()
        for number in 0..<count {
            sketch.server(
                .refresh,
                .failed,
                at: Double(number) * seconds,
                code: number % 2 == 0 ? "session.missing" : "refresh.reused",
                texts: [.session: "session-\(number % (sessions ?? count))", .appVersion: "2.4.0"]
            )
        }
        return sketch.events
    }

    @Test func `many sessions of one release that are refused within minutes are a storm`() throws {
        let events = rejections(25, every: 10)

        let finding = try #require(LogoutStorm.findings(in: events.reversed()).first)

        #expect(finding.code == "inc.logout_storm" && finding.event == events[19])
    }

    @Test func `few sessions, or many over a long time, are none`() {
        #expect(LogoutStorm.findings(in: rejections(19, every: 1)).isEmpty)
        #expect(LogoutStorm.findings(in: rejections(200, every: 1, sessions: 5)).isEmpty)
        #expect(LogoutStorm.findings(in: rejections(200, every: 60)).isEmpty)
        #expect(LogoutStorm.findings(in: []).isEmpty)
    }

    @Test func `an app that does not name the session which it lost is known by its installation`() {
        func rejections(_ texts: (Int) -> EventTexts) -> [StoredEvent] {
            var sketch = AttemptSketch()
            for number in 0..<20 {
                sketch.phone(
                    .sessionRestore,
                    .rejected,
                    at: Double(number),
                    code: "session.missing",
                    texts: texts(number)
                )
            }
            return sketch.events
        }

        #expect(LogoutStorm.findings(in: rejections { [.installation: "i-\($0)", .appVersion: "2.4.0"] }).count == 1)
        #expect(LogoutStorm.findings(in: rejections { _ in [.installation: "i", .appVersion: "2.4.0"] }).isEmpty)
        #expect(LogoutStorm.findings(in: rejections { _ in [.appVersion: "2.4.0"] }).isEmpty)
        #expect(LogoutStorm.findings(in: rejections { [.installation: "i-\($0)"] }).isEmpty)
    }

    @Test func `an app and the server that tell of the same rejections make no storm together`() {
        var sketch = AttemptSketch()
        for number in 0..<15 {
            sketch.phone(
                .sessionRestore,
                .rejected,
                at: Double(number),
                code: "session.missing",
                texts: [.installation: "i-\(number)", .appVersion: "2.4.0"]
            )
            sketch.server(
                .sessionRestore,
                .rejected,
                at: Double(number),
                code: "session.missing",
                texts: [.session: "session-\(number)", .appVersion: "2.4.0"]
            )
        }

        #expect(LogoutStorm.findings(in: sketch.events).isEmpty)
    }

    @Test func `releases are counted apart`() {
        var events = rejections(15, every: 1)
        var sketch = AttemptSketch()
        for number in 0..<15 {
            sketch.server(
                .refresh,
                .failed,
                at: Double(number),
                code: "session.missing",
                texts: [.session: "other-\(number)", .appVersion: "2.3.0"]
            )
        }
        events += sketch.events

        #expect(LogoutStorm.findings(in: events).isEmpty)
    }
}
