import Domain

/// The events of one attempt, as the phone and the server report them, under one trace id.
struct DemoAttempt {
    let app: DemoApp
    let phone: DemoPhone
    let release: DemoRelease
    let installation: String
    /// Nil while the user is unknown.
    var user: User.ID?
    var session: Session.ID?
    var provider: String?
    let network: String
    let trace: TraceID
    /// The time of the next step.
    var time: Timestamp
    var random: SeededRandom
    private(set) var events: [DecodedEvent] = []

    init(
        by session: DemoSession,
        of app: DemoApp,
        with release: DemoRelease,
        at time: Timestamp,
        _ random: SeededRandom
    ) {
        var random = random
        self.app = app
        self.release = release
        self.time = time
        phone = session.phone
        installation = session.installation
        network = random.chance(0.7) ? "wifi" : "cellular"
        trace = Self.trace(&random)
        self.random = random
    }

    private static func trace(_ random: inout SeededRandom) -> TraceID {
        while true {
            // All zeros are no trace id.
            if let trace = TraceID(bytes: random.bytes(16)) { return trace }
        }
    }

    mutating func wait(_ milliseconds: ClosedRange<Int>) {
        time = time + .milliseconds(Int64(random.number(in: milliseconds)))
    }

    /// Adds what the phone reports.
    /// - Parameter state: of the app, when it is not in the foreground.
    mutating func phone(
        _ stage: Stage,
        _ outcome: Outcome,
        error: EventError? = nil,
        took: ClosedRange<Int>? = nil,
        state: String? = nil
    ) {
        let milliseconds = took.map { Int64(random.number(in: $0)) }
        if let milliseconds { time = time + .milliseconds(milliseconds) }
        let texts: EventTexts = [
            .name: "auth.attempt.\(stage.rawValue)", .provider: provider, .appVersion: release.version,
            .build: release.build, .environment: "production", .platform: "ios", .osVersion: phone.system,
            .deviceModel: phone.model, .user: user?.description, .session: session?.description, .network: network,
            .appState: state, .installation: installation,
        ]
        add(.client, stage, outcome, texts, milliseconds, error: error, [])
    }

    /// Adds what the server recorded.
    /// - Parameter details: further attributes.
    mutating func server(
        _ stage: Stage,
        _ name: String,
        _ outcome: Outcome = .success,
        code: String? = nil,
        details: [EventAttribute] = [],
        took: ClosedRange<Int>,
        on other: DemoPhone? = nil
    ) {
        let milliseconds = Int64(random.number(in: took))
        time = time + .milliseconds(milliseconds)
        let texts: EventTexts = [
            .name: name, .provider: provider, .appVersion: release.version, .osVersion: (other ?? phone).system,
            .deviceModel: (other ?? phone).model, .user: user?.description, .session: session?.description,
        ]
        let request = random.identifier(of: DemoAttempt.self, at: time).description
        var attributes = details + [EventAttribute("request.id", .text(request))]
        if let code { attributes.append(EventAttribute("auth.server.code", .text(code))) }
        add(.server, stage, outcome, texts, milliseconds, attributes)
    }

    /// Adds a contradiction as the server's rules record it.
    mutating func finding(_ code: String, at stage: Stage) {
        let texts: EventTexts = [.name: "attempt.finding", .user: user?.description, .session: session?.description]
        add(.server, stage, .inconsistent, texts, nil, [EventAttribute("auth.server.code", .text(code))])
    }

    private mutating func add(
        _ source: EventSource,
        _ stage: Stage,
        _ outcome: Outcome,
        _ texts: EventTexts,
        _ milliseconds: Int64?,
        error: EventError? = nil,
        _ attributes: [EventAttribute]
    ) {
        let content = EventContent(
            id: random.identifier(at: time),
            occurredAt: time,
            source: source,
            stage: stage,
            outcome: outcome,
            texts: texts,
            error: error,
            attempt: trace,
            duration: milliseconds.map { .milliseconds($0) },
            attributes: attributes.sorted { $0.name < $1.name }
        )
        events.append(DecodedEvent(content))
    }
}
