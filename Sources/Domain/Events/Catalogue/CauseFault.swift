/// The party that can remove the cause of an error.
public enum CauseFault: String, Sendable, CaseIterable, Hashable {
    /// The code of the app.
    case app
    /// Apple's servers or system software.
    case apple
    /// The connection between the device and the server, proxies included.
    case network
    /// The user, or the user's device and accounts.
    case user
    /// The configuration of the app, of the tenant or at Apple, or a decision of an administrator.
    case setup
    /// This server.
    case gatehouse
}
