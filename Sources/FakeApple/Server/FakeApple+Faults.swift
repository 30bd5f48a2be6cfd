import Synchronization

extension FakeApple {
    /// Sets the fault of one endpoint from now on; nil clears it.
    public func trouble(_ endpoint: FakeEndpoint, _ trouble: FakeFault?) {
        fake.state.withLock { $0.troubles[endpoint] = trouble }
    }

    /// Sets the fault of every endpoint from now on; nil clears it.
    public func trouble(_ trouble: FakeFault?) {
        for endpoint in FakeEndpoint.allCases { self.trouble(endpoint, trouble) }
    }
}
