import Domain
import StrictJSON
import UseCases

/// Verifies the notifications that Apple posts to a tenant's endpoint, as strictly as an identity token.
///
/// Apple sends the events as a JSON string within the JSON; its manual describes an object or an array. All three are
/// accepted.
public struct AppleNotifications: AppleNotificationVerifier {
    private static let bodyLimits = JSONLimits(
        maximumDepth: 4,
        maximumMembers: 16,
        maximumElements: 64,
        maximumStringBytes: 2 * SignedText.maximumBytes
    )
    static let maximumBodyBytes = 2 * SignedText.maximumBytes
    static let maximumEvents = 32

    private let keys: AppleKeyCache
    private let now: @Sendable () -> Timestamp

    public init(keys: AppleKeyCache, now: @escaping @Sendable () -> Timestamp) {
        self.keys = keys
        self.now = now
    }

    public func notification(
        in body: [UInt8],
        for audiences: Set<String>
    ) async throws(AppleTokenFailure) -> AppleNotification {
        guard !audiences.isEmpty else { throw .noAudience }
        guard body.count <= Self.maximumBodyBytes else { throw .tooLong }
        guard let payload = (try? JSONValue(parsing: body, limits: Self.bodyLimits))?["payload"]?.stringValue else {
            throw .malformed
        }
        let text = try SignedText(payload)
        let claims = try text.claims(signedBy: try await keys.key(text.keyID))
        let now = now()
        try claims.checkIssuer()
        let audience = try claims.audience(among: audiences)
        let expires = try claims.expiresAt(now: now)
        // A notification without `exp` is valid for a day.
        let issued = try claims.issuedAt(now: now, maximumAge: expires == nil ? .hours(24) : nil)
        let id = try claims.text("jti", bytes: 1...128) ?? Hexadecimal.encode(text.hash)
        return AppleNotification(
            id: id,
            audience: audience,
            issuedAt: issued,
            events: try claims.events(issuedAt: issued, now: now)
        )
    }
}

extension AppleClaims {
    private static let eventLimits = JSONLimits(
        maximumDepth: 4,
        maximumMembers: 32,
        maximumElements: 512,
        maximumStringBytes: 1024
    )

    fileprivate func events(issuedAt: Timestamp, now: Timestamp) throws(AppleTokenFailure) -> [AppleAccountEvent] {
        var value = self["events"]
        if case .string(let text) = value {
            value = try? JSONValue(parsing: Array(text.utf8), limits: Self.eventLimits)
        }
        let list: [JSONValue]
        switch value {
        case .object: list = value.map { [$0] } ?? []
        case .array(let elements): list = elements
        default: throw .claim("events")
        }
        guard (1...AppleNotifications.maximumEvents).contains(list.count) else { throw .claim("events") }
        var events: [AppleAccountEvent] = []
        for element in list {
            guard let members = element.objectValue else { throw .claim("events") }
            events.append(try AppleClaims(members).event(issuedAt: issuedAt, now: now))
        }
        return events
    }

    /// Every event lies in the past: one dated in the future would make every later sign-in look outdated.
    private func event(issuedAt: Timestamp, now: Timestamp) throws(AppleTokenFailure) -> AppleAccountEvent {
        guard let type = try text("type", bytes: 1...64), let subject = try subject("sub") else {
            throw .claim("events")
        }
        return AppleAccountEvent(
            kind: .init(type),
            subject: subject,
            occurredAt: min(try eventTime ?? issuedAt, max(issuedAt, now)),
            email: try email,
            isPrivateEmail: try bool("is_private_email")
        )
    }

    /// Accepts milliseconds and seconds: any time since 1973 in milliseconds is a larger number than any time before
    /// the year 5138 in seconds.
    private var eventTime: Timestamp? {
        get throws(AppleTokenFailure) {
            guard let value = self["event_time"] else { return nil }
            guard let number = value.integerValue, (0...253_402_300_799_999).contains(number) else {
                throw .claim("event_time")
            }
            return Timestamp(milliseconds: number < 100_000_000_000 ? number * 1000 : number)
        }
    }
}
