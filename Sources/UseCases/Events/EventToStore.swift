import Domain
import Foundation

/// An event ready to be stored: scrubbed, classified, with its clock corrected.
public struct EventToStore: Sendable {
    public let content: IncomingEvent
    public let code: String?
    /// When it was received, and the error of its client's clock (zero when it was right).
    public let receivedAt: Timestamp
    public let clockCorrection: Duration

    public init(content: IncomingEvent, code: String?, receivedAt: Timestamp, clockCorrection: Duration) {
        self.content = content
        self.code = code
        self.receivedAt = receivedAt
        self.clockCorrection = clockCorrection
    }
}
