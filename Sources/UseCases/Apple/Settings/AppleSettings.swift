import Domain

/// The settings of a tenant's app at Apple. The private key is not among them: it is never returned.
public struct AppleSettings: Sendable, Hashable {
    public static let maximumClientIDs = 20
    public static let clientIDMaximumLength = 255

    /// Ten capitals and digits, from the developer account.
    public let teamID: String
    /// The id of the team's key, ten capitals and digits.
    public let keyID: String
    /// SHA-256 of the key's public half (its SubjectPublicKeyInfo), as 64 hexadecimal digits.
    public let keyFingerprint: String
    /// Bundle ids and Services IDs: an identity token is valid for one of these only. Never empty.
    public let clientIDs: [String]
    /// The client id that signs users in by Apple's page: a Services ID. Nil without such a page.
    public let webClientID: String?
    public let updatedAt: Timestamp
    /// When this team was set: Apple's tokens belong to a team.
    public let teamSince: Timestamp
    /// The error with which Apple rejects these settings; nil when it does not, or was not asked yet.
    public let fault: AppleFault?

    public init(
        teamID: String,
        keyID: String,
        keyFingerprint: String,
        clientIDs: [String],
        webClientID: String? = nil,
        updatedAt: Timestamp,
        teamSince: Timestamp? = nil,
        fault: AppleFault? = nil
    ) {
        self.teamID = teamID
        self.keyID = keyID
        self.keyFingerprint = keyFingerprint
        self.clientIDs = clientIDs
        self.webClientID = webClientID
        self.updatedAt = updatedAt
        self.teamSince = teamSince ?? updatedAt
        self.fault = fault
    }
}

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
