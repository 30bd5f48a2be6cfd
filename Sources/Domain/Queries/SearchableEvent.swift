/// An event with its canonical code, which a query can be evaluated on.
public protocol SearchableEvent: Sendable {
    var content: EventContent { get }
    /// The value of a dimension as text.
    subscript(dimension: EventDimension) -> String? { get }
}

extension StoredEvent: SearchableEvent {}
extension ClassifiedEvent: SearchableEvent {}
