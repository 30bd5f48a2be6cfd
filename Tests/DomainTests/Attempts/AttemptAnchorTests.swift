import Domain
import Testing

@Suite struct AttemptAnchorTests {
    private static let other = TraceID("0af7651916cd43dd8448eb211c80319c")!

    private let anchor: AttemptAnchor

    init() throws {
        var sketch = AttemptSketch()
        sketch.phone(
            .tokenExchange,
            .success,
            at: 0,
            texts: [.user: "ada", .session: "session-1", .installation: "phone-1"],
            request: "request-1"
        )
        anchor = try #require(AttemptAnchor(AttemptSketch.attempt, sketch.events))
    }

    private func event(
        _ texts: EventTexts,
        at seconds: Double = 1,
        attempt: TraceID? = nil,
        request: String? = nil
    ) -> StoredEvent {
        var sketch = AttemptSketch()
        return sketch.server(.refresh, .success, at: seconds, texts: texts, attempt: attempt, request: request)
    }

    private func join(_ event: StoredEvent) -> EventJoin? { anchor.join(event.content) }

    @Test func `the id of the attempt is certain, however far away`() {
        #expect(join(event([:], at: 90_000, attempt: AttemptSketch.attempt)) == EventJoin(.attempt, .certain))
    }

    @Test func `what an event has in common decides how sure it is`() {
        #expect(join(event([:], request: "request-1")) == EventJoin(.request, .certain))
        #expect(join(event([.session: "session-1"])) == EventJoin(.session, .likely))
        #expect(join(event([.installation: "phone-1"])) == EventJoin(.installation, .likely))
        #expect(join(event([.user: "ada"])) == EventJoin(.user, .possible))
        #expect(join(event([:])) == nil)
        #expect(join(event([:], request: "request-2")) == nil)
    }

    @Test func `a request that only clients name joins nothing`() {
        var sketch = AttemptSketch()
        let claimed = sketch.phone(.tokenExchange, .failed, at: 1, attempt: Self.other, request: "request-1")

        #expect(join(claimed) == nil)
    }

    @Test func `an attempt that the server made up for a request joins as none does`() {
        let request = "0190f3c8-1111-7000-8000-000000000001"
        let own = TraceID(ofRequest: request)
        #expect(join(event([.session: "session-1"], attempt: own, request: request)) == EventJoin(.session, .likely))
        #expect(join(event([.session: "session-1"], attempt: Self.other, request: request)) == nil)

        // It is no other attempt of the session, which would make an event without an id less sure.
        let plain = event([.session: "session-1"])
        let made = event([.session: "session-1"], at: 2, attempt: own, request: request)
        let other = event([.session: "session-1"], at: 2, attempt: Self.other, request: request)
        #expect(anchor.joins(among: [plain, made]).map(\.join.confidence) == [.likely, .likely])
        #expect(anchor.joins(among: [plain, other]).map(\.join.confidence) == [.possible])

        // An app can name the same id.
        var sketch = AttemptSketch()
        let claimed = sketch.phone(
            .refresh,
            .failed,
            at: 1,
            texts: [.session: "session-1"],
            attempt: own,
            request: request
        )
        #expect(join(claimed) == nil)
    }

    @Test func `a difference outweighs what is the same`() {
        #expect(join(event([.user: "ada", .installation: "phone-2"])) == nil)
        #expect(join(event([.installation: "phone-1", .session: "session-2"])) == nil)
        #expect(join(event([.session: "session-1", .user: "bob"])) == nil)
        #expect(join(event([.session: "session-1"], attempt: Self.other)) == nil)
    }

    @Test func `an event is joined within two minutes`() {
        #expect(join(event([.session: "session-1"], at: 120)) != nil)
        #expect(join(event([.session: "session-1"], at: 120.001)) == nil)
        #expect(join(event([.session: "session-1"], at: -120)) != nil)
        #expect(join(event([.session: "session-1"], at: -120.001)) == nil)
        #expect(join(event([:], at: 500, request: "request-1")) == nil)
    }

    @Test func `texts are compared by their bytes`() {
        #expect(join(event([.session: "Session-1"])) == nil)
        #expect(join(event([.user: "a\u{301}da"])) == nil)
    }

    @Test func `beside another attempt of the same session an event is less sure`() {
        let rival = event([.session: "session-1"], at: 3, attempt: Self.other)
        let ofSession = event([.session: "session-1"], at: 1)
        let ofUser = event([.user: "ada"], at: 2)

        let joined = anchor.joins(among: [rival, ofSession, ofUser])

        #expect(joined.map(\.join) == [EventJoin(.session, .possible), EventJoin(.user, .possible)])
        let rivalOfUser = event([.user: "ada"], at: 3, attempt: Self.other)
        #expect(anchor.joins(among: [rivalOfUser, ofUser]).isEmpty)
    }

    @Test(.timeLimit(.minutes(1))) func `many events beside an attempt are compared with it, not with each other`() {
        let rival = event([.session: "session-1", .user: "bob"], at: 3, attempt: Self.other)
        let ofUser = event([.user: "ada"], at: 2)

        let joined = anchor.joins(
            among: Array(repeating: rival, count: 15_000) + Array(repeating: ofUser, count: 15_000)
        )

        #expect(joined.count == 15_000)
    }

    @Test func `an attempt that lasts for months looks for others only at its beginning`() throws {
        var sketch = AttemptSketch()
        sketch.phone(.ui, .success, at: 0)
        sketch.phone(.ui, .success, at: 8_000_000)

        let anchor = try #require(AttemptAnchor(AttemptSketch.attempt, sketch.events))

        #expect(anchor.to.since(anchor.from) <= .minutes(35))
        #expect(AttemptAnchor(AttemptSketch.attempt, []) == nil)
    }

    @Test func `few values of each kind are sought, whatever events name`() throws {
        var sketch = AttemptSketch()
        for number in 0..<100 { sketch.phone(.ui, .success, at: 0, texts: [.user: "user-\(number)"]) }

        let anchor = try #require(AttemptAnchor(AttemptSketch.attempt, sketch.events))

        #expect(anchor.users.count == AttemptAnchor.maximumValues)
    }
}
