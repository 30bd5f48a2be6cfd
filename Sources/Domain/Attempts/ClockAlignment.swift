import StrictJSON

/// The error of a phone's clock that its delivery did not show, from the order of a request and its answer.
///
/// The server handles a request after the app has begun it and before the app knows the result. Where the recorded times
/// contradict that, the phone's clock is wrong by an amount between two bounds, and the middle of them is taken.
public struct ClockAlignment: Sendable, Hashable {
    /// A smaller contradiction is left as it is: times are in whole milliseconds, and requests wait for each other.
    static let tolerance = Duration.milliseconds(50)

    /// What is added to the times of the phone.
    public let offset: Duration
    /// How far the offset may be wrong; nil when only one bound is known.
    public let uncertainty: Duration?

    public static let none = ClockAlignment(offset: .zero, uncertainty: nil)

    private init(offset: Duration, uncertainty: Duration?) {
        self.offset = offset
        self.uncertainty = uncertainty
    }

    /// - Parameter events: the events of one attempt.
    public init(_ events: [EventContent]) {
        var lower: Duration?
        var upper: Duration?
        for (client, server) in Self.requests(events) {
            // The event of a step is recorded at its end.
            let least = server.occurredAt.since(client.occurredAt)
            // An app that gave up did not wait for the answer.
            if client.outcome == .success || client.outcome == .rejected { lower = max(lower ?? least, least) }
            guard let duration = client.duration, duration <= TimelineStep.longest else { continue }
            let most = least - (server.duration ?? .zero) + duration
            upper = min(upper ?? most, most)
        }
        self = Self.between(lower, upper)
    }

    private static func between(_ lower: Duration?, _ upper: Duration?) -> ClockAlignment {
        guard let lower else { return .none }
        guard let upper else { return lower > tolerance ? Self(offset: lower, uncertainty: nil) : .none }
        // Requests that contradict each other are not each other's.
        guard lower <= upper else { return .none }
        guard lower > tolerance || upper < .zero - tolerance else { return .none }
        return Self(offset: (lower + upper) / 2, uncertainty: (upper - lower) / 2)
    }

    /// The pairs of what the phone and what the server say about one request: by the id of the request, else by their
    /// order where both report as many.
    private static func requests(_ events: [EventContent]) -> [(client: EventContent, server: EventContent)] {
        Stage.requests.flatMap { stage in
            let of = events.filter { $0.stage == stage && $0.outcome.isResult }
            let clients = of.filter { TimelineLane(of: $0) == .phone }.sorted { $0.occurredAt < $1.occurredAt }
            let servers = of.filter { TimelineLane(of: $0) == .gatehouse }.sorted { $0.occurredAt < $1.occurredAt }
            let answers = Dictionary(
                servers.compactMap { server in server.requestID.map { (ByteText($0), server) } },
                uniquingKeysWith: { first, _ in first }
            )
            let byID = clients.compactMap { client in
                client.requestID.flatMap { answers[ByteText($0)] }.map { (client, $0) }
            }
            if !byID.isEmpty { return byID }
            return clients.count == servers.count ? Array(zip(clients, servers)) : []
        }
    }
}
