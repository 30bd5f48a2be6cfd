import Domain
import StrictJSON

extension AttemptTimeline {
    /// The event whose code is the cause of the attempt's end.
    var decidingEvent: StoredEvent? {
        if let broken = ending.broken { return steps.first { $0.event.reference == broken }?.event }
        guard let code = ending.code else { return nil }
        return steps.last { $0.event.code?.hasSameBytes(as: code) == true }?.event
    }
}
