/// Says whether an event is from the client or from the server.
public enum EventSource: String, Sendable, CaseIterable, Hashable {
    case client, server
}
