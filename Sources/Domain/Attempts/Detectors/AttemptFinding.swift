/// A contradiction that a detector found.
public struct AttemptFinding: Sendable, Hashable {
    /// The word of the taxonomy: `server_ok_client_fail`.
    public let cause: String
    /// The canonical code, which the catalogue of causes explains.
    public let code: String
    /// The event that decided.
    public let event: StoredEvent

    init(_ cause: String, at event: StoredEvent) {
        self.cause = cause
        code = CauseCatalogue.contradictionPrefix + cause
        self.event = event
    }
}
