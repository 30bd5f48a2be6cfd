import Domain

/// Writes down the events of an attempt in a test.
struct AttemptSketch {
    static let attempt = TraceID("4bf92f3577b34da6a3ce929d0e0e4736")!
    static let start = Timestamp(milliseconds: 1_795_251_600_000)
    /// Long after the attempt, so that nothing can still arrive.
    static let later = start + .hours(1)

    private(set) var events: [StoredEvent] = []

    @discardableResult
    mutating func phone(
        _ stage: Stage,
        _ outcome: Outcome,
        at seconds: Double,
        code: String? = nil,
        texts: EventTexts = [:],
        took milliseconds: Int64? = nil,
        attempt: TraceID? = AttemptSketch.attempt,
        request: String? = nil,
        correction: Duration = .zero,
        isBackend: Bool = false,
        attributes: [EventAttribute] = []
    ) -> StoredEvent {
        let side = isBackend ? [EventAttribute("auth.side", .text("backend"))] : []
        return add(
            .client,
            stage,
            outcome,
            seconds,
            code,
            texts,
            milliseconds,
            attempt,
            request,
            correction,
            attributes + side
        )
    }

    @discardableResult
    mutating func server(
        _ stage: Stage,
        _ outcome: Outcome,
        at seconds: Double,
        code: String? = nil,
        texts: EventTexts = [:],
        took milliseconds: Int64? = nil,
        attempt: TraceID? = AttemptSketch.attempt,
        request: String? = nil,
        attributes: [EventAttribute] = []
    ) -> StoredEvent {
        add(.server, stage, outcome, seconds, code, texts, milliseconds, attempt, request, .zero, attributes)
    }

    private mutating func add(
        _ source: EventSource,
        _ stage: Stage,
        _ outcome: Outcome,
        _ seconds: Double,
        _ code: String?,
        _ texts: EventTexts,
        _ milliseconds: Int64?,
        _ attempt: TraceID?,
        _ request: String?,
        _ correction: Duration,
        _ attributes: [EventAttribute] = []
    ) -> StoredEvent {
        let content = EventContent(
            id: Event.ID(.version7(at: Self.start, random: (0, UInt64(events.count)))),
            occurredAt: Self.start + .milliseconds(Int64(seconds * 1000)),
            source: source,
            stage: stage,
            outcome: outcome,
            texts: texts,
            attempt: attempt,
            duration: milliseconds.map { .milliseconds($0) },
            attributes: attributes + (request.map { [EventAttribute("request.id", .text($0))] } ?? [])
        )
        let event = StoredEvent(
            content: content,
            code: code,
            receivedAt: content.occurredAt,
            clockCorrection: correction
        )
        events.append(event)
        return event
    }

    func timeline(
        now: Timestamp = AttemptSketch.later,
        leftOut: LeftOutEvents? = nil,
        usual: UsualDurations = .unknown
    ) -> AttemptTimeline {
        AttemptTimeline(
            Self.attempt,
            events.map { JoinedEvent($0, by: .byAttempt) },
            leftOut: leftOut,
            usual: usual,
            now: now
        )
    }

    /// The kinds of what is missing, without pauses.
    func missing(now: Timestamp = AttemptSketch.later) -> [TimelineGap.Kind] {
        timeline(now: now).gaps.map(\.kind).filter { $0 != .pause }
    }

    func findings(
        session: AttemptSession? = nil,
        earlier: [StoredEvent] = [],
        now: Timestamp = AttemptSketch.later
    )
        -> [String]
    {
        AttemptDetectors.findings(
            in: AttemptEvidence(timeline(now: now), session: session, earlier: earlier, now: now)
        ).map(\.code)
    }

    /// - Parameter guesses: wrong passwords for the same account in other attempts.
    func verdict(_ spread: CauseSpread? = nil, guesses: [StoredEvent] = []) -> AttemptVerdict {
        AttemptEvidence(timeline(), guesses: guesses, spread: spread, now: Self.later).verdict
    }
}

extension CauseSpread {
    /// Most results of one release have the code, of others few.
    static let most = CauseSpread(release: Share(90, of: 100), others: Share(2, of: 100))
    static let everywhere = CauseSpread(release: Share(90, of: 100), others: Share(80, of: 100))
    static let few = CauseSpread(release: Share(2, of: 900), others: Share(1, of: 900))
}
