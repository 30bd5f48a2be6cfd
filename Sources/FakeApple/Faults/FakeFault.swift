import Domain
import Synchronization

/// What goes wrong with an answer.
public enum FakeFault: Sendable, Hashable {
    /// Nothing but this status.
    case status(Int)
    /// 400 with this error, as the token endpoint refuses.
    case error(String)
    /// 200 and no JSON.
    case garbage
    /// 200 and so many bytes of JSON.
    case oversized(Int)
    /// Promises a body and closes the connection within it.
    case drop
    /// Waits before it answers well.
    case slow(Duration)
    /// 302 to this address.
    case redirect(String)
    /// This status with exactly this text.
    case answer(Int, String)
}

extension FakeApple {
    /// From now on an endpoint has this trouble; nil: none.
    public func trouble(_ endpoint: Endpoint, _ trouble: FakeFault?) {
        desk.state.withLock { $0.troubles[endpoint] = trouble }
    }

    /// The same for all of them.
    public func trouble(_ trouble: FakeFault?) {
        for endpoint in Endpoint.allCases { self.trouble(endpoint, trouble) }
    }
}
