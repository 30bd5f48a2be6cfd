import Domain
import Testing

@Suite struct AttemptTimelineTests {
    @Test func `the parties of an attempt are on one time line`() {
        var sketch = AttemptSketch()
        sketch.phone(.sessionStore, .success, at: 2.9)
        sketch.server(.tokenExchange, .success, at: 2.6)
        sketch.server(.appleVerify, .success, at: 2.2)
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.phone(.tokenExchange, .success, at: 2.7)

        let timeline = sketch.timeline()

        #expect(
            timeline.steps.map(\.content.stage) == [
                .appleSheet, .appleVerify, .tokenExchange, .tokenExchange, .sessionStore,
            ]
        )
        #expect(timeline.steps.map(\.lane) == [.phone, .apple, .gatehouse, .phone, .phone])
        #expect(timeline.steps.last?.offset == .milliseconds(2900) && timeline.span == .milliseconds(2900))
        #expect(timeline.ending.kind == .succeeded && timeline.ending.broken == nil && timeline.gaps.isEmpty)
        #expect(timeline.lanes == [.phone, .gatehouse, .apple])
    }

    @Test func `an attempt begins with its earliest step, unless that claims to have taken hours`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 2, took: 1600)
        let last = sketch.phone(.tokenExchange, .failed, at: 3, took: 5_000_000)

        let timeline = sketch.timeline()

        #expect(timeline.duration == .milliseconds(2600))
        #expect(timeline.elapsed(at: last.content.occurredAt) == .milliseconds(2600))
        #expect(timeline.steps.map { timeline.elapsed(at: $0.beganAt) } == [.zero, .milliseconds(2600)])
    }

    @Test func `a rejected token of before does not decide how the sign-in after it ended`() {
        var signedIn = AttemptSketch()
        signedIn.server(.apiUse, .rejected, at: 0, code: "session.missing")
        signedIn.server(.tokenExchange, .success, at: 3)
        let ending = signedIn.timeline().ending
        #expect(ending.kind == .unconfirmed && ending.broken == nil && ending.code == nil)

        var shown = AttemptSketch()
        shown.server(.apiUse, .rejected, at: 0, code: "session.missing")
        shown.phone(.ui, .success, at: 1)
        #expect(shown.timeline().ending.kind == .rejected)
        #expect(shown.timeline().gaps.map(\.kind) == [.stoppedBeforeRequest])
    }

    @Test func `a token that is rejected after other steps decides`() {
        var resumed = AttemptSketch()
        resumed.phone(.ui, .success, at: 0)
        let restoration = resumed.server(.sessionRestore, .rejected, at: 1, code: "session.missing")
        let ending = resumed.timeline().ending
        #expect(ending.kind == .rejected && ending.broken == restoration.reference)
        #expect(resumed.timeline().gaps.isEmpty)

        var signedIn = AttemptSketch()
        signedIn.server(.tokenExchange, .success, at: 0)
        let first = signedIn.server(.apiUse, .rejected, at: 1, code: "session.missing")
        #expect(signedIn.timeline().ending.kind == .rejected)
        #expect(signedIn.timeline().ending.broken == first.reference)
    }

    @Test func `a rejected token decides where nothing else has a result`() {
        var sketch = AttemptSketch()
        let rejected = sketch.server(.apiUse, .rejected, at: 0, code: "session.missing")

        let ending = sketch.timeline().ending

        #expect(ending.kind == .rejected && ending.broken == rejected.reference && ending.code == "session.missing")
    }

    @Test func `the user of an attempt is the one that the server names, not one that an app names before`() {
        var sketch = AttemptSketch()
        sketch.phone(.ui, .info, at: 0, texts: [.user: "victim"])
        sketch.server(.tokenExchange, .success, at: 3, texts: [.user: "ada"])

        #expect(sketch.timeline().value(of: .user) == "ada")
    }

    @Test func `a back end is told from a phone by its machine`() {
        var content = AttemptSketch().backEnd
        #expect(TimelineLane(of: content) == .backend)

        content.texts[.deviceModel] = "iPhone17,1"
        #expect(TimelineLane(of: content) == .phone)
    }

    @Test func `an attempt ends where the phone says, and with the cause of its first broken step`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.server(.tokenExchange, .success, at: 1)
        sketch.phone(.tokenExchange, .success, at: 1.1)
        let broken = sketch.phone(.sessionStore, .failed, at: 1.2, code: "keychain.locked")
        sketch.phone(.sessionStore, .failed, at: 1.4, code: "keychain.unknown")

        let ending = sketch.timeline().ending

        #expect(ending.kind == .failed && ending.code == "keychain.locked" && ending.broken == broken.reference)
    }

    @Test func `a step that a later one makes good is not what broke the attempt`() {
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .failed, at: 1, code: "net.timeout")
        sketch.server(.tokenExchange, .success, at: 2.9)
        sketch.phone(.tokenExchange, .success, at: 3)

        let ending = sketch.timeline().ending

        #expect(ending.kind == .succeeded && ending.code == nil && ending.broken == nil)
    }

    @Test(arguments: [
        (Outcome.rejected, AttemptEnding.Kind.rejected), (.failed, .failed), (.success, .unconfirmed),
    ])
    func `the server's result counts until the phone knows it`(_ outcome: Outcome, _ kind: AttemptEnding.Kind) {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .success, at: 0)
        sketch.server(.tokenExchange, outcome, at: 1)

        #expect(sketch.timeline().ending.kind == kind)
    }

    @Test func `a cancelled attempt has no cause`() {
        var sketch = AttemptSketch()
        sketch.phone(.appleSheet, .cancelled, at: 3, code: "apple.sheet.cancelled")

        let timeline = sketch.timeline()

        #expect(timeline.ending.kind == .cancelled && timeline.ending.code == nil && timeline.gaps.isEmpty)
    }

    @Test func `a step is slow when it took longer than nearly all others`() throws {
        let samples = (1...20).map { number in
            UsualDurations.Sample(
                source: .server,
                stage: .tokenExchange,
                name: "auth.sign_in",
                durations: [.milliseconds(Int64(number * 10))]
            )
        }
        var sketch = AttemptSketch()
        sketch.server(.tokenExchange, .success, at: 1, texts: [.name: "auth.sign_in"], took: 191)

        let step = try #require(sketch.timeline(usual: UsualDurations(samples)).steps.first)
        let few = try #require(sketch.timeline(usual: UsualDurations(Array(samples.dropLast()))).steps.first)

        #expect(step.usual?.median == .milliseconds(100) && step.usual?.slow == .milliseconds(190) && step.isSlow)
        #expect(few.usual == nil && !few.isSlow)
    }

    @Test func `the session is the one that the server names`() {
        let (claimed, made) = ("0190a0a0-0000-7000-8000-000000000001", "0190a0a0-0000-7000-8000-000000000002")
        var sketch = AttemptSketch()
        sketch.phone(.tokenExchange, .success, at: 0, texts: [.session: claimed])
        #expect(sketch.timeline().session == nil)

        sketch.server(.tokenExchange, .success, at: 1, texts: [.session: made])
        #expect(sketch.timeline().session?.description == made)
    }
}

extension AttemptSketch {
    fileprivate var backEnd: EventContent {
        EventContent(
            id: Event.ID(.version7(at: Self.start, random: (0, 0))),
            occurredAt: Self.start,
            stage: .apiUse,
            outcome: .success,
            attributes: [EventAttribute("host.name", .text("api-1"))]
        )
    }
}
