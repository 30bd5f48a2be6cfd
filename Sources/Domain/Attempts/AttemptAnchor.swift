import Foundation
import StrictJSON

/// What the events of an attempt say about where its other events are: those that do not have its id.
///
/// An app that sends no `traceparent`, or reports a step without its trace, leaves the halves of an attempt apart. They
/// are joined by what they have in common, within a short span of time.
public struct AttemptAnchor: Sendable, Hashable {
    /// How long before and after the attempt its other events may be: as far as clocks are wrong without a correction.
    public static let margin = Duration.minutes(2)
    /// The part of a longer attempt in which other events are sought, from its beginning.
    public static let maximumSpan = Duration.minutes(30)
    /// The values of each kind that are sought. A real attempt has one.
    public static let maximumValues = 4

    public let attempt: TraceID
    /// The start, inclusive, and the end, exclusive.
    public let from: Timestamp
    public let to: Timestamp
    public let sessions: [String]
    public let installations: [String]
    public let users: [String]
    /// The requests that are sought: ids that this server may have made, each at a time within the span.
    public let requestIDs: [UUID]
    private let requests: Set<ByteText>
    /// Those that the server names.
    private let serverRequests: Set<ByteText>

    /// - Parameter events: those with the id of the attempt, at least one.
    public init?(_ attempt: TraceID, _ events: [StoredEvent]) {
        let times = events.map(\.content.occurredAt)
        guard let first = times.min(), let last = times.max() else { return nil }
        self.attempt = attempt
        from = first - Self.margin
        to = min(last, first + Self.maximumSpan) + Self.margin + .milliseconds(1)
        sessions = Self.values(of: .session, events)
        installations = Self.values(of: .installation, events)
        users = Self.values(of: .user, events)
        requests = Self.requests(of: events)
        requestIDs = Self.requestIDs(of: events, within: from..<to)
        serverRequests = Self.requests(of: events.filter { $0.content.source == .server })
    }

    private static func requests(of events: [StoredEvent]) -> Set<ByteText> {
        Set(events.compactMap { $0.content.requestID.map { ByteText($0) } })
    }

    private static func requestIDs(of events: [StoredEvent], within span: Range<Timestamp>) -> [UUID] {
        var ids: [UUID] = []
        for event in events {
            guard ids.count < maximumValues else { break }
            guard let id = event.content.requestID.flatMap({ UUID(hyphenated: $0) }), !ids.contains(id),
                let time = id.version7Time, span.contains(time)
            else { continue }
            ids.append(id)
        }
        return ids
    }

    private static func values(of dimension: EventDimension, _ events: [StoredEvent]) -> [String] {
        var values: [String] = []
        for event in events {
            guard values.count < maximumValues else { break }
            guard let value = event.content[dimension], !values.contains(where: value.hasSameBytes) else { continue }
            values.append(value)
        }
        return values
    }

    /// Returns those of the events that belong to the attempt, with the reasons.
    ///
    /// Where the same session, installation or user has another attempt at that time, an event without an id may belong
    /// to either: the confidence is lower by one degree then, and the lowest is not joined.
    public func joins(among candidates: [StoredEvent]) -> [JoinedEvent] {
        let others = candidates.filter { $0.content.namedAttempt != nil && $0.content.attempt != attempt }
        // Worked out once: a client can send thousands of events beside an attempt.
        let ambiguous = Set(others.compactMap { join($0.content, ignoringAttempt: true)?.reason })
        return candidates.compactMap { candidate in
            guard let join = join(candidate.content) else { return nil }
            guard ambiguous.contains(join.reason), join.confidence != .certain else {
                return JoinedEvent(candidate, by: join)
            }
            return join.confidence == .likely
                ? JoinedEvent(candidate, by: EventJoin(join.reason, .possible)) : nil
        }
    }

    /// Returns why one event belongs to the attempt, as far as the event alone tells; nil when it does not.
    public func join(_ event: EventContent) -> EventJoin? { join(event, ignoringAttempt: false) }

    private func join(_ event: EventContent, ignoringAttempt: Bool) -> EventJoin? {
        if event.attempt == attempt { return .byAttempt }
        guard from <= event.occurredAt, event.occurredAt < to else { return nil }
        // The server gives each request an id of its own, so it is the same request whatever trace a client names. An id
        // that only clients name may be one that both chose.
        let known = event.source == .server ? requests : serverRequests
        if let request = event.requestID, known.contains(ByteText(request)) { return EventJoin(.request, .certain) }
        guard event.namedAttempt == nil || ignoringAttempt else { return nil }
        // A different session, phone or user is another attempt, whatever else is the same.
        let session = agreement(event[.session], sessions)
        let installation = agreement(event[.installation], installations)
        let user = agreement(event[.user], users)
        guard ![session, installation, user].contains(.differs) else { return nil }
        if session == .same { return EventJoin(.session, .likely) }
        if installation == .same { return EventJoin(.installation, .likely) }
        return user == .same ? EventJoin(.user, .possible) : nil
    }

    private enum Agreement {
        case same, differs, unknown
    }

    private func agreement(_ value: String?, _ known: [String]) -> Agreement {
        guard let value, !known.isEmpty else { return .unknown }
        return known.contains(where: value.hasSameBytes) ? .same : .differs
    }
}
