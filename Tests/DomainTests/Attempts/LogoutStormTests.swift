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

    /// Apps that say that their session is gone, one each second.
    private func phones(_ count: Int, _ texts: (Int) -> EventTexts) -> AttemptSketch {
        var sketch = AttemptSketch()
        for number in 0..<count {
            sketch.phone(
                .sessionRestore,
                .rejected,
                at: Double(number),
                code: "session.missing",
                texts: texts(number)
            )
        }
        return sketch
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
        func storms(_ texts: (Int) -> EventTexts) -> Int { LogoutStorm.findings(in: phones(20, texts).events).count }

        #expect(storms { [.installation: "i-\($0)", .appVersion: "2.4.0"] } == 1)
        #expect(storms { _ in [.installation: "i", .appVersion: "2.4.0"] } == 0)
        #expect(storms { _ in [.appVersion: "2.4.0"] } == 0)
        #expect(storms { [.installation: "i-\($0)"] } == 0)
    }

    @Test func `an app and the server that tell of the same rejections make no storm together`() {
        var sketch = phones(15) { [.installation: "i-\($0)", .appVersion: "2.4.0"] }
        for number in 0..<15 {
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

    @Test(arguments: [("signed_out", 0), ("revoked_by_user", 0), ("revoked_by_administrator", 1), ("refresh_reuse", 1)])
    func `users who sign out make no storm, and administrators who end sessions do`(reason: String, storms: Int) {
        let events = rejections(25, every: 1).map { with(EventAttribute("session.end_reason", .text(reason)), $0) }

        #expect(LogoutStorm.findings(in: events).count == storms)
    }

    private func with(_ attribute: EventAttribute, _ event: StoredEvent) -> StoredEvent {
        var content = event.content
        content.attributes = [attribute]
        return StoredEvent(
            content: content,
            code: event.code,
            receivedAt: event.receivedAt,
            clockCorrection: event.clockCorrection
        )
    }

    @Test(arguments: [("session_signed_out", 0), ("session_revoked_by_administrator", 1)])
    func `apps that report why they signed out make no storm either`(code: String, storms: Int) {
        let events = phones(25) { [.installation: "i-\($0)", .appVersion: "2.4.0"] }.events.map {
            with(EventAttribute("auth.server.code", .text(code)), $0)
        }

        #expect(LogoutStorm.findings(in: events).count == storms)
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
