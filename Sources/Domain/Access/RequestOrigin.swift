/// The address and the request that an audit entry names.
public struct RequestOrigin: Sendable, Hashable {
    public let address: String
    public let requestID: String
    /// The attempt that the client says the request belongs to.
    public let trace: TraceID?

    public init(address: String, requestID: String, trace: TraceID?) {
        self.address = address
        self.requestID = requestID
        self.trace = trace
    }
}
