import Crypto
import Domain
import Foundation
import StrictJSON

/// Issues and validates access tokens: ES256 JWTs under a key of the tenant's own, valid for a few minutes.
///
/// A valid token names its session; whether the session is live is read from the database each time.
public struct AccessTokens: Sendable {
    public static let standardLifetime = Duration.minutes(10)
    /// The tolerance for differing clocks.
    public static let skew = Duration.seconds(30)

    let ring: SigningKeyRing
    let refreshes: any RefreshStore
    let vault: Vault
    let lifetime: Duration
    let now: @Sendable () -> Timestamp
    let address: PublicAddress

    init(
        ring: SigningKeyRing,
        refreshes: any RefreshStore,
        vault: Vault,
        address: PublicAddress,
        lifetime: Duration = standardLifetime,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.ring = ring
        self.refreshes = refreshes
        self.vault = vault
        self.address = address
        self.lifetime = lifetime
        self.now = now
    }

    /// Returns the issuer of a tenant's tokens, whatever API dialect they were requested in.
    public func issuer(of tenant: Tenant.Slug) -> String { address.url("/t/\(tenant)") }

    /// Returns the first token pair of a new session, or the current pair of one that has tokens.
    /// - Throws: `.notFound(.session)` when the session is gone.
    public func issue(
        for session: Session,
        tenant: Tenant,
        method: AuthenticationMethod
    ) async throws(DomainError) -> IssuedTokens {
        let version: Int
        do throws(VaultFailure) { version = try await vault.currentVersion(of: tenant.id) } catch {
            throw DomainError(error)
        }
        let access = try await refreshes.begin(
            session.id,
            method: method,
            keyVersion: version,
            in: ActionContext(tenant.id, at: now())
        )
        return try await pair(for: access, generation: access.refresh.generation)
    }

    /// Returns the token pair of one generation: always one refresh token, with a new access token.
    func pair(for access: SessionAccess, generation: Int64) async throws(DomainError) -> IssuedTokens {
        let session = access.record.session
        let issued = now().wholeSeconds
        let lifetime = access.record.terms.accessTokenLifetime ?? lifetime
        let expires = issued + lifetime.secondsRoundedUp
        let payload = AccessTokenClaims.payload(
            of: access,
            AccessTokenTerms(
                issuer: issuer(of: access.record.tenant.slug),
                generation: generation,
                issuedAt: issued,
                expiresAt: expires
            )
        )
        let code: [UInt8]
        do throws(VaultFailure) {
            code = try await self.code(
                of: generation,
                session: session.id,
                version: access.refresh.keyVersion,
                in: session.tenant
            )
        } catch { throw DomainError(error) }
        return IssuedTokens(
            accessToken: try CompactJWS.sign(payload, with: try await ring.signer(of: session.tenant)),
            expiresIn: lifetime,
            expiresAt: Timestamp(seconds: expires),
            refreshToken: RefreshToken(tenant: session.tenant, session: session.id, generation: generation, code: code)
                .text,
            generation: generation
        )
    }

    /// A session's key is derived from the tenant's key and the session's id, not stored: a sign-in seals nothing, a
    /// rotation opens nothing, and without the tenant's key all of them are gone.
    private func key(
        of session: Session.ID,
        version: Int,
        in tenant: Tenant.ID
    ) async throws(VaultFailure) -> SymmetricKey {
        try await vault.derived(.refresh, about: session.uuid.bytes, version: version, of: tenant)
    }

    private func code(
        of generation: Int64,
        session: Session.ID,
        version: Int,
        in tenant: Tenant.ID
    ) async throws(VaultFailure) -> [UInt8] {
        let named = RefreshToken.named(tenant: tenant, session: session, generation: generation)
        return Array(
            HMAC<SHA256>.authenticationCode(for: named, using: try await key(of: session, version: version, in: tenant))
        )
    }

    /// Whether this server made the token.
    func isOwn(_ token: RefreshToken, version: Int) async throws(VaultFailure) -> Bool {
        let key = try await key(of: token.session, version: version, in: token.tenant)
        return HMAC<SHA256>.isValidAuthenticationCode(token.code, authenticating: token.named, using: key)
    }

    /// Returns the claims of a token that this tenant's key signed and that has not expired.
    func claims(of text: String, in tenant: Tenant) async throws(AuthFailure) -> AccessTokenClaims {
        let claims = try await signedClaims(of: text, in: tenant)
        let now = now()
        guard now < claims.expiresAt + Self.skew, claims.issuedAt <= now + Self.skew else {
            throw .accessToken(.expired)
        }
        return claims
    }

    /// Returns the claims of a token that this tenant's key signed, even if it has expired.
    func signedClaims(of text: String, in tenant: Tenant) async throws(AuthFailure) -> AccessTokenClaims {
        guard let token = CompactJWS(text) else { throw .accessToken(.malformed) }
        guard token.payload["iss"]?.stringValue == issuer(of: tenant.slug) else { throw .accessToken(.wrongIssuer) }
        let key = try await StoreErrorMapping.unavailable.run {
            guard let key = try await ring.key(token.keyName, of: tenant.id) else {
                // No token signed by a leaked key is trusted; a client whose token this server issued needs a new
                // token, not another session.
                let isWithdrawn = try await ring.isWithdrawn(token.keyName, of: tenant.id)
                throw AuthFailure.accessToken(isWithdrawn ? .expired : .unknownKey)
            }
            return key
        }
        guard token.isSigned(by: key) else { throw .accessToken(.badSignature) }
        guard let claims = AccessTokenClaims(token.payload) else { throw .accessToken(.malformed) }
        return claims
    }
}

/// What an access token says about itself.
struct AccessTokenTerms {
    let issuer: String
    /// The generation of the refresh token issued with it.
    let generation: Int64
    /// Seconds since 1970.
    let issuedAt: Int64
    let expiresAt: Int64
}

/// A signed token as text: `header.payload.signature`, each part in base64url (RFC 7515 §7.1), with ES256 alone.
///
/// Reads exactly what it writes. The header names only the algorithm, the key and the type: a header with a key, the
/// URL of one, or `crit` is rejected.
struct CompactJWS {
    /// The size above which a token is rejected unread.
    static let maximumBytes = 8 * 1024
    private static let signatureBytes = 64
    private static let limits = JSONLimits(
        maximumDepth: 32,
        maximumMembers: 256,
        maximumElements: 1000,
        maximumStringBytes: maximumBytes
    )

    let keyName: SigningKey.Name
    let payload: JSONObject
    private let signed: Data
    private let signature: P256.Signing.ECDSASignature

    static func sign(_ payload: JSONObject, with entry: SigningKeyRing.Entry) throws(DomainError) -> String {
        let signed =
            "\(Base64URL.encode(header(entry.key.name).serialized())).\(Base64URL.encode(payload.serialized()))"
        guard let signature = try? entry.privateKey.signature(for: Data(signed.utf8)) else {
            throw .unavailable(retryAfter: .seconds(1))
        }
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }

    /// - Returns: nil for every text that `sign` cannot have written.
    init?(_ text: String) {
        guard text.utf8.count <= Self.maximumBytes else { return nil }
        let parts = text.splitBytes(at: ".", maximumSplits: 3)
        guard parts.count == 3, let head = Base64URL.decode(parts[0]), let body = Base64URL.decode(parts[1]),
            let code = Base64URL.decode(parts[2]), code.count == Self.signatureBytes,
            let header = Self.object(head), let name = header["kid"]?.stringValue, header == Self.header(name),
            let payload = Self.object(body), let signature = try? P256.Signing.ECDSASignature(rawRepresentation: code)
        else { return nil }
        keyName = name
        self.payload = payload
        self.signature = signature
        signed = Data("\(parts[0]).\(parts[1])".utf8)
    }

    func isSigned(by key: P256.Signing.PublicKey) -> Bool { key.isValidSignature(signature, for: signed) }

    private static func header(_ name: SigningKey.Name) -> JSONObject {
        ["alg": "ES256", "kid": .string(name), "typ": "JWT"]
    }

    private static func object(_ bytes: [UInt8]) -> JSONObject? {
        (try? JSONValue(parsing: bytes, limits: limits))?.objectValue
    }
}

/// A new pair of tokens.
public struct IssuedTokens: Sendable, Hashable {
    public let accessToken: String
    public let expiresIn: Duration
    public let expiresAt: Timestamp
    public let refreshToken: String
    public let generation: Int64
}
