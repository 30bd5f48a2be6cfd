import StrictJSON

/// Many sessions of one release are rejected within a short time: a bad deploy, a change of keys, or a mass revocation.
///
/// It is a rule over the events of many attempts, and no `AttemptDetector`.
public enum LogoutStorm {
    public static let window = Duration.minutes(10)
    /// The number of sessions from which it is a storm.
    public static let sessions = 20
    public static let codes = ["session.missing", "refresh.reused"]
    /// Why users lose single sessions on an ordinary day: what they did themselves, and what a sign-in elsewhere did.
    private static let ordinary: [Session.EndReason] = [
        .signedOut, .revokedByUser, .passwordChanged, .tooManySessions, .appleWithdrawn, .impersonationEnded,
    ]

    /// Returns a finding for each release with a storm, at the event that completes it. The events may have any order.
    public static func findings(in events: [StoredEvent]) -> [AttemptFinding] {
        let rejected = events.filter { event in
            guard let code = event.code, session(of: event) != nil, event.content[.appVersion] != nil else {
                return false
            }
            guard !isOrdinary(event) else { return false }
            return codes.contains { code.hasSameBytes(as: $0) }
        }
        return Dictionary(grouping: rejected) { ByteText($0.content[.appVersion] ?? "") }.values
            .compactMap(firstCompletion).map { AttemptFinding("logout_storm", at: $0) }
            .sorted { $0.event.reference.occurredAt < $1.event.reference.occurredAt }
    }

    /// The app and the server each tell of the same rejection, and may name it differently: they are counted apart.
    private static func firstCompletion(of release: [StoredEvent]) -> StoredEvent? {
        EventSource.allCases.compactMap { source in completion(of: release.filter { $0.content.source == source }) }
            .min { $0.content.occurredAt < $1.content.occurredAt }
    }

    /// Returns the first event within whose window enough sessions were rejected.
    private static func completion(of release: [StoredEvent]) -> StoredEvent? {
        let sorted = release.sorted { $0.content.occurredAt < $1.content.occurredAt }
        var counts: [ByteText?: Int] = [:]
        var first = 0
        for event in sorted {
            counts[session(of: event), default: 0] += 1
            while event.content.occurredAt.since(sorted[first].content.occurredAt) > window {
                let left = session(of: sorted[first])
                counts[left] = counts[left].flatMap { $0 > 1 ? $0 - 1 : nil }
                first += 1
            }
            if counts.count >= sessions { return event }
        }
        return nil
    }

    /// Whether the session ended for such a reason: by what the server recorded, or by its code in the report of an app.
    private static func isOrdinary(_ event: StoredEvent) -> Bool {
        let name = event.content.source == .server ? "session.end_reason" : "auth.server.code"
        let prefix = event.content.source == .server ? "" : "session_"
        guard let text = event.content.text(ofAttribute: name) else { return false }
        return ordinary.contains { text.hasSameBytes(as: prefix + $0.rawValue) }
    }

    /// The session; the installation of an app that does not name the session which it has lost.
    private static func session(of event: StoredEvent) -> ByteText? {
        (event.content[.session] ?? event.content[.installation]).map(ByteText.init(_:))
    }
}
