import Domain

/// An event with what its page shows beside it.
struct EventDetails: Sendable {
    let event: StoredEvent
    /// Nil when the event names no user whom the viewer may see.
    let user: User?
    /// The events of the same attempt, oldest first.
    let attempt: [StoredEvent]
    /// What the tenant adds to the event's code.
    let note: CauseNote?
}
