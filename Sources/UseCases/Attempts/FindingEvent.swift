import Crypto
import Domain
import Foundation

/// An event by which the server records what one of its rules found.
struct FindingEvent {
    static let name = "attempt.finding"

    let code: String
    /// Of what belongs to the finding alone. The same finding has the same id and time, so it is stored once, whichever
    /// nodes find it, and however often.
    let key: Data
    let occurredAt: Timestamp
    let stage: Stage
    var texts = EventTexts()
    var attempt: TraceID?
    var attributes: [EventAttribute] = []

    func event(in tenant: Tenant.ID) -> DecodedEvent {
        var texts = texts
        texts[.name] = Self.name
        let attributes = attributes + [EventAttribute("auth.server.code", .text(code))]
        return DecodedEvent(
            EventContent(
                id: id(in: tenant),
                occurredAt: occurredAt,
                source: .server,
                stage: stage,
                outcome: .inconsistent,
                texts: texts,
                attempt: attempt,
                attributes: attributes.sorted { $0.name < $1.name }
            )
        )
    }

    private func id(in tenant: Tenant.ID) -> Event.ID {
        let hash = SHA256.hash(data: Data(tenant.uuid.bytes) + key + Data(code.utf8))
        var bytes = Array(hash.prefix(16))
        // A version 8 UUID (RFC 9562 §5.8).
        bytes[6] = bytes[6] & 0x0F | 0x80
        bytes[8] = bytes[8] & 0x3F | 0x80
        return Event.ID(UUID(bytes: bytes))
    }
}

extension FindingEvent {
    /// A finding over many attempts, which is recorded once an hour for each subject, at the start of the hour.
    init(_ code: String, of subject: String, inHourOf time: Timestamp, at stage: Stage) {
        let hour = time.startOfHour
        self.init(code: code, key: Data("\(hour.milliseconds) \(subject) ".utf8), occurredAt: hour, stage: stage)
    }
}

extension Timestamp {
    /// The start of the hour in UTC.
    var startOfHour: Timestamp {
        Timestamp(milliseconds: milliseconds - (milliseconds % 3_600_000 + 3_600_000) % 3_600_000)
    }
}
