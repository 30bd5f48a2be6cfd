import Domain

/// What a repeated delivery of an event has again. The id alone would let the first sender, with any time, decide about
/// events of other clients with that id.
struct EventKey: Hashable {
    /// As `EventTimes` settled it.
    let occurredAt: Timestamp
    let id: Event.ID
}
