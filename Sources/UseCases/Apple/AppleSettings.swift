import Domain
import Foundation

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
    public let trouble: AppleFault?

    public init(
        teamID: String,
        keyID: String,
        keyFingerprint: String,
        clientIDs: [String],
        webClientID: String? = nil,
        updatedAt: Timestamp,
        teamSince: Timestamp? = nil,
        trouble: AppleFault? = nil
    ) {
        self.teamID = teamID
        self.keyID = keyID
        self.keyFingerprint = keyFingerprint
        self.clientIDs = clientIDs
        self.webClientID = webClientID
        self.updatedAt = updatedAt
        self.teamSince = teamSince ?? updatedAt
        self.trouble = trouble
    }
}

/// The settings with the private key as stored.
public struct StoredAppleSettings: Sendable, Hashable {
    public let settings: AppleSettings
    /// The .p8 file, sealed by the vault.
    public let sealedKey: Data

    public init(settings: AppleSettings, sealedKey: Data) {
        self.settings = settings
        self.sealedKey = sealedKey
    }
}

/// A refresh token of Apple's, sealed: it checks later whether the user still consents to the app, and is revoked in
/// the end.
public struct StoredAppleToken: Sendable, Hashable {
    public let user: User.ID
    public let clientID: String
    public let sealed: Data
    public let createdAt: Timestamp

    public init(user: User.ID, clientID: String, sealed: Data, createdAt: Timestamp) {
        self.user = user
        self.clientID = clientID
        self.sealed = sealed
        self.createdAt = createdAt
    }

    /// Returns the cell that the token is sealed for.
    static func place(of user: User.ID, clientID: String) -> SecretPlace {
        SecretPlace(table: "apple_tokens", column: "sealed", row: user.uuid.bytes + Array(clientID.utf8))
    }
}

/// Stores the Apple settings, identities and tokens.
public protocol AppleStore: Sendable {
    /// - Returns: nil for a tenant without settings.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings?
    func set(_ settings: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Records the use of an identity token, reads the user it names, decides and carries the decision out, in one
    /// transaction. Records nothing about a token whose use is rejected.
    /// - Throws: `.conflict(.emailTaken)` when another user got the address meanwhile.
    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission
    /// Records that Apple rejects these settings, or accepts them again; records nothing when they were changed since.
    func record(_ trouble: AppleFault?, of tenant: Tenant.ID, setAt moment: Timestamp) async throws(DomainError)
    /// Stores a refresh token and replaces the one before it.
    func keep(_ token: StoredAppleToken, checkAt moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for a user who has not signed in with Apple here.
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink?
    /// Returns a user's refresh token for one client id, sealed; nil when there is none.
    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data?
    /// Deletes uses of tokens that expired before `moment`; at most `limit` of them, over all tenants.
    func forgetUses(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
