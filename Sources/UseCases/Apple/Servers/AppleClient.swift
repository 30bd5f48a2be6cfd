/// Identifies a tenant at Apple's token endpoint: one client id of a team, and the key that signs for it.
public struct AppleClient: Sendable, Hashable {
    /// The bundle id of an app, or a Services ID. For an exchange it is the audience of the identity token.
    public let clientID: String
    /// Ten characters, from the developer account.
    public let teamID: String
    /// The id of the team's key, ten characters.
    public let keyID: String
    /// The text of the .p8 file: a P-256 private key in PEM. Never logged, never shown.
    public let privateKey: String
}

extension AppleClient: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
    /// The key is left out.
    public var description: String { "\(clientID) (team \(teamID), key \(keyID))" }
    public var debugDescription: String { description }
    public var customMirror: Mirror {
        Mirror(self, children: ["clientID": clientID, "teamID": teamID, "keyID": keyID])
    }
}
