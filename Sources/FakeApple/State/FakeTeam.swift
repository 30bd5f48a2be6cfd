/// A developer team with one key and its client ids, as the developer account would show them.
public struct FakeTeam: Sendable {
    /// Ten characters.
    public let teamID: String
    /// Ten characters.
    public let keyID: String
    /// The text of the .p8 file.
    public let privateKey: String
    public let clientIDs: [String]
}
