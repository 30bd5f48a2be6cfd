/// How the scrubber treats a text of an event.
public enum EventScrubbing: Sendable, Hashable {
    /// Not at all: the value is one of a closed set, or assigned by the server.
    case none
    /// By the shape of the values in it.
    case text
    /// By the shape of the values in it; four numbers with dots are a version, not a network address.
    case version
    /// By the name of the attribute that has it, then by its shape.
    case namedValue
}
