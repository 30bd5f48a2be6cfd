/// The endpoints of the fake server.
public enum FakeEndpoint: String, CaseIterable, Sendable {
    case keys, token, revoke, authorize
}
