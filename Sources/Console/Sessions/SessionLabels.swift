import ConsoleKit
import Domain
import UseCases
import WebCore

extension Device {
    /// The user's name for the device, else what the client says of it.
    func title(_ texts: Texts) -> String {
        if let known = name ?? model { return VisibleText.escaped(known) }
        return userAgent.map { BrowserName.of($0, texts) } ?? texts("sessions.unknown-device")
    }

    /// `iPhone16,1, iOS 18.2`
    var system: String? {
        let parts = [name == nil ? nil : model, osVersion.map { SystemName.of(model: model, version: $0) }].compactMap(
            \.self
        )
        .filter { !$0.isEmpty }
        return parts.isEmpty ? nil : VisibleText.escaped(parts.joined(separator: ", "))
    }
}

extension Session.Kind {
    func label(_ texts: Texts) -> String { texts(TextKey("sessions.kind.\(rawValue)")) }

    /// The label below another text: `app`.
    func detail(_ texts: Texts) -> String { texts(TextKey("sessions.kind-detail.\(rawValue)")) }
}

extension Session.EndReason {
    func label(_ texts: Texts) -> String { texts(TextKey("sessions.end-reason.\(rawValue.asKeyPart)")) }
}

extension Session {
    func badge(at moment: Timestamp, _ texts: Texts) -> BadgeView {
        if isAlive(at: moment) {
            return impersonator == nil
                ? BadgeView(.success, texts("sessions.badge.active"))
                : BadgeView(.degraded, texts("sessions.badge.impersonation"))
        }
        let end = texts(endedAt == nil ? "sessions.badge.expired" : "sessions.badge.ended")
        return BadgeView(.cancelled, endReason?.label(texts) ?? end)
    }
}
