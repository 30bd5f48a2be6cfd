import Domain
import Foundation
import Testing

@Suite struct AttemptDetectorTests {
    @Test func `a lost answer is found`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 1)
        sketch.phone(.tokenExchange, .failed, at: 31, code: "net.timeout")

        #expect(sketch.findings() == ["inc.server_ok_client_fail"])
    }

    @Test func `an answer is not lost when the server rejected the request too, or the app tried again`() {
        var rejected = AttemptSketch()
        rejected.server(.tokenExchange, .success, at: 1)
        rejected.server(.tokenExchange, .rejected, at: 2)
        rejected.phone(.tokenExchange, .failed, at: 3)
        #expect(rejected.findings().isEmpty)

        var again = AttemptSketch()
        again.server(.tokenExchange, .success, at: 1)
        again.phone(.tokenExchange, .failed, at: 2)
        again.phone(.tokenExchange, .success, at: 4)
        #expect(again.findings().isEmpty)

        var possible = AttemptSketch()
        possible.phone(.tokenExchange, .failed, at: 2)
        let answer = possible.server(.tokenExchange, .success, at: 1, attempt: nil)
        let events = [
            JoinedEvent(possible.events[0], by: .byAttempt), JoinedEvent(answer, by: EventJoin(.user, .possible)),
        ]
        let timeline = AttemptTimeline(AttemptSketch.attempt, events, now: AttemptSketch.later)
        #expect(AttemptDetectors.findings(in: AttemptEvidence(timeline, now: AttemptSketch.later)).isEmpty)
    }

    @Test func `a success that the server does not know is found, once the server had its time`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .success, at: 0)

        #expect(sketch.findings() == ["inc.client_ok_server_none"])
        #expect(sketch.findings(now: AttemptSketch.start + .minutes(9)).isEmpty)

        sketch.server(.tokenExchange, .rejected, at: 0)
        #expect(sketch.findings().isEmpty)
    }

    @Test func `an open session that the app could not save is found`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 0)
        sketch.phone(.tokenExchange, .success, at: 0.1)
        sketch.phone(.sessionStore, .failed, at: 0.2, code: "keychain.locked")

        #expect(sketch.findings(session: session()) == ["inc.store_failed_session_live"])
        #expect(sketch.findings().isEmpty)
        #expect(sketch.findings(session: session(endedAt: AttemptSketch.later)).isEmpty)
        #expect(sketch.findings(session: session(generation: 2)).isEmpty)
        #expect(sketch.findings(session: session(seen: .seconds(1))).isEmpty)

        sketch.phone(.sessionStore, .success, at: 3)
        #expect(sketch.findings(session: session()).isEmpty)
    }

    @Test func `a saved session that the next start does not find is found`() {
        var before = AttemptSketch()
        before.phone(.sessionStore, .success, at: -3600, texts: [.installation: "phone-1"], attempt: nil)
        var sketch = AttemptSketch()
        sketch.phone(
            .sessionRestore,
            .skipped,
            at: 0,
            code: "keychain.not_found",
            texts: [.installation: "phone-1"]
        )

        #expect(sketch.findings(earlier: before.events) == ["inc.restore_missing_after_store"])
        #expect(sketch.findings().isEmpty)

        before.phone(.signOut, .success, at: -1800, texts: [.installation: "phone-1"], attempt: nil)
        #expect(sketch.findings(earlier: before.events).isEmpty)

        var elsewhere = AttemptSketch()
        elsewhere.phone(.sessionStore, .success, at: -3600, texts: [.installation: "phone-2"], attempt: nil)
        #expect(sketch.findings(earlier: elsewhere.events).isEmpty)
    }

    @Test func `a token that works long after Apple withdrew the sign-in is found`() {
        var before = AttemptSketch()
        before.server(.accountChange, .success, at: -600, code: "account.apple_revoked", texts: [.user: "ada"])
        var sketch = AttemptSketch()
        sketch.server(.refresh, .success, at: 0, texts: [.user: "ada"])
        sketch.phone(.refresh, .success, at: 0.1)

        #expect(sketch.findings(earlier: before.events) == ["inc.revoked_but_active"])

        var soon = AttemptSketch()
        soon.server(.accountChange, .success, at: -60, code: "account.apple_revoked", texts: [.user: "ada"])
        #expect(sketch.findings(earlier: soon.events).isEmpty)

        before.server(.tokenExchange, .success, at: -300, texts: [.user: "ada"])
        #expect(sketch.findings(earlier: before.events).isEmpty)

        var ofOther = AttemptSketch()
        ofOther.server(.accountChange, .success, at: -600, code: "account.apple_revoked", texts: [.user: "bob"])
        #expect(sketch.findings(earlier: ofOther.events).isEmpty)
    }

    @Test func `an app alone does not make a withdrawn sign-in that works`() {
        func findings(revocation: EventTexts, use: (inout AttemptSketch) -> Void) -> [String] {
            var before = AttemptSketch()
            before.phone(.sessionRestore, .failed, at: -600, code: "apple.credential.revoked", texts: revocation)
            var sketch = AttemptSketch()
            use(&sketch)
            return sketch.findings(earlier: before.events)
        }
        let texts: EventTexts = [.user: "ada", .session: "s1"]

        #expect(findings(revocation: texts) { $0.phone(.apiUse, .success, at: 0, texts: texts) }.isEmpty)
        #expect(findings(revocation: [.user: "ada"]) { $0.server(.refresh, .success, at: 0, texts: texts) }.isEmpty)
        #expect(
            findings(revocation: texts) { $0.server(.refresh, .success, at: 0, texts: texts) }
                == ["inc.revoked_but_active"]
        )
    }

    @Test(arguments: [(Duration.minutes(6), true), (.minutes(-6), true), (.minutes(5), false), (.hours(7), true)])
    func `a clock that is wrong by more than five minutes is found`(_ correction: Duration, _ isFound: Bool) {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .cancelled, at: 0, correction: correction)

        #expect(sketch.findings() == (isFound ? ["inc.clock"] : []))
    }

    @Test func `a code of Apple's that is exchanged twice is found`() {
        var sketch = AttemptSketch()
        let exchange: EventTexts = [.name: "apple.authorization_code"]
        sketch.server(.appleVerify, .success, at: 0, texts: exchange)
        sketch.server(.appleVerify, .failed, at: 1, code: "apple.token.invalid_grant", texts: exchange)
        #expect(sketch.findings() == ["inc.double_exchange"])

        var expired = AttemptSketch()
        expired.server(.appleVerify, .failed, at: 1, code: "apple.token.invalid_grant", texts: exchange)
        #expect(expired.findings().isEmpty)
    }

    @Test func `nothing is found in an attempt that was not read as a whole`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 1)
        sketch.phone(.tokenExchange, .failed, at: 31)

        let timeline = sketch.timeline(leftOut: LeftOutEvents(count: 1, after: 0))

        #expect(AttemptDetectors.findings(in: AttemptEvidence(timeline, now: AttemptSketch.later)).isEmpty)
    }

    @Test func `every finding has an entry in the catalogue of causes`() {
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 1)
        sketch.phone(.tokenExchange, .failed, at: 31)

        for code in sketch.findings() + ["inc.logout_storm"] { #expect(CauseCatalogue.entry(code) != nil) }
    }

    private func session(
        endedAt: Timestamp? = nil,
        generation: Int64 = 1,
        seen: Duration = .zero
    ) -> AttemptSession {
        let session = Session(
            id: Session.ID(UUID()),
            tenant: Tenant.ID(UUID()),
            user: User.ID(UUID()),
            kind: .app,
            device: Device(),
            address: nil,
            createdAt: AttemptSketch.start,
            lastSeenAt: AttemptSketch.start + seen,
            expiresAt: AttemptSketch.later + .days(30),
            endedAt: endedAt,
            endReason: endedAt.map { _ in .signedOut }
        )
        return AttemptSession(
            session: session,
            refresh: RefreshState(generation: generation, rotatedAt: AttemptSketch.start, keyVersion: 1)
        )
    }
}
