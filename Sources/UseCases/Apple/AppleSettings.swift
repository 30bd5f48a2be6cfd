import Domain
import Foundation

/// What a tenant has told us of its app at Apple. The private key is not among it: it goes in and never comes out.
public struct AppleSettings: Sendable, Hashable {
    public static let maximumClientIDs = 20
    public static let clientIDMaximumLength = 255

    /// Ten capitals and digits, from the developer account.
    public let teamID: String
    /// Which of the team's keys it is, in the same form.
    public let keyID: String
    /// SHA-256 of the key's public half (its SubjectPublicKeyInfo), as 64 hexadecimal digits.
    public let keyFingerprint: String
    /// Bundle ids and Services IDs: an identity token is good for one of these only. Never empty.
    public let clientIDs: [String]
    /// The one of them that signs people in by Apple's page: a Services ID. Nil without such a page.
    public let webClientID: String?
    public let updatedAt: Timestamp
    /// Since when it has been this team: tokens of Apple's belong to a team.
    public let teamSince: Timestamp
    /// That Apple refuses what is set here; nil when it does not, or was not asked yet.
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

/// The settings with the private key as it is stored.
public struct StoredAppleSettings: Sendable, Hashable {
    public let settings: AppleSettings
    /// The .p8 file, sealed by the vault.
    public let sealedKey: Data

    public init(settings: AppleSettings, sealedKey: Data) {
        self.settings = settings
        self.sealedKey = sealedKey
    }
}

/// A refresh token of Apple's, sealed: what tells later whether the person still wants the app, and what is revoked in
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

    /// The cell that the token is sealed for.
    static func place(of user: User.ID, clientID: String) -> SecretPlace {
        SecretPlace(table: "apple_tokens", column: "sealed", row: user.uuid.bytes + Array(clientID.utf8))
    }
}

/// What is kept about Apple, by a store.
public protocol AppleStore: Sendable {
    /// - Returns: nil for a tenant that has set nothing.
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings?
    func set(_ settings: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError)
    /// Notes the use of an identity token, reads whom it names, decides and carries out, in one transaction. Nothing is
    /// noted of a token whose use is refused.
    /// - Throws: `.conflict(.emailTaken)` when someone else got the address meanwhile.
    func admit(
        _ use: AppleUse,
        in tenant: Tenant.ID,
        decide: @escaping @Sendable (AppleRecord) -> AppleDecision
    ) async throws(DomainError) -> AppleAdmission
    /// Notes that Apple refuses these settings, or does not any more; nothing when they were changed since.
    func note(_ trouble: AppleFault?, of tenant: Tenant.ID, setAt moment: Timestamp) async throws(DomainError)
    /// Keeps a refresh token in place of the one before it.
    func keep(_ token: StoredAppleToken, checkAt moment: Timestamp, in tenant: Tenant.ID) async throws(DomainError)
    /// - Returns: nil for who has not signed in with Apple here.
    func link(of user: User.ID, in tenant: Tenant.ID) async throws(DomainError) -> AppleLink?
    /// The refresh token of a person for one client id, sealed; nil when there is none.
    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data?
    /// Forgets uses of tokens that have expired before `moment`; at most `limit` of them, over all tenants.
    func forgetUses(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
