import Domain

/// The id of an event, and whether it is a hash of something that the client sent.
struct EventIdentifier: Hashable {
    let id: Event.ID
    let isDerived: Bool

    init(_ id: Event.ID, isDerived: Bool) {
        self.id = id
        self.isDerived = isDerived
    }
}
