import Domain

/// An error with which Apple rejects a tenant's key, team or client id: no code of the tenant's users can be exchanged.
public struct AppleFault: Sendable, Hashable {
    /// A canonical code: `apple.token.invalid_client`.
    public let code: String
    /// The client id in the rejected request.
    public let clientID: String
    /// Apple's error description; often empty.
    public let detail: String?
    public let since: Timestamp
    public let seenAt: Timestamp

    public init(code: String, clientID: String, detail: String?, since: Timestamp, seenAt: Timestamp) {
        self.code = code
        self.clientID = clientID
        self.detail = detail
        self.since = since
        self.seenAt = seenAt
    }
}
