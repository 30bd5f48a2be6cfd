/// A fault in a response of the fake server.
public enum FakeFault: Sendable, Hashable {
    /// Answers with this status and nothing else.
    case status(Int)
    /// Answers 400 with this error, in the format of the token endpoint.
    case error(String)
    /// Answers 200 with a body that is not JSON.
    case garbage
    /// Answers 200 with this many bytes of JSON.
    case oversized(Int)
    /// Announces a body and closes the connection within it.
    case drop
    /// Waits before it answers normally.
    case slow(Duration)
    /// Answers 302 to this address.
    case redirect(String)
    /// Answers with this status and exactly this text.
    case answer(Int, String)
}
