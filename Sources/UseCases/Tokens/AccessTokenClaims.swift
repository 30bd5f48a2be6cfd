import Domain
import StrictJSON

/// The claims of an access token.
public struct AccessTokenClaims: Sendable, Hashable {
    public static let audience = "authenticated"
    /// Gatehouse's own claim: the generation of the refresh token issued with it.
    static let generationName = "gh_generation"

    public let user: User.ID
    public let session: Session.ID
    public let generation: Int64
    public let issuedAt: Timestamp
    public let expiresAt: Timestamp
    /// All claims, as in the token.
    public let all: JSONObject

    /// - Returns: nil when it lacks a claim that every token of this server has.
    init?(_ payload: JSONObject) {
        guard let user = payload["sub"]?.stringValue.flatMap({ User.ID($0) }),
            payload["aud"]?.stringValue == Self.audience,
            let session = payload["session_id"]?.stringValue.flatMap({ Session.ID($0) }),
            case .integer(let generation)? = payload[Self.generationName], case .integer(let issued)? = payload["iat"],
            case .integer(let expires)? = payload["exp"], issued < expires
        else { return nil }
        self.user = user
        self.session = session
        self.generation = generation
        issuedAt = Timestamp(seconds: issued)
        expiresAt = Timestamp(seconds: expires)
        all = payload
    }

    static func payload(of access: SessionAccess, _ terms: AccessTokenTerms) -> JSONObject {
        let record = access.record
        var payload = JSONObject()
        payload["iss"] = .string(terms.issuer)
        payload["sub"] = .string(record.user.id.description)
        payload["aud"] = .string(audience)
        payload["exp"] = .integer(terms.expiresAt)
        payload["iat"] = .integer(terms.issuedAt)
        payload["email"] = .string(record.user.email?.description ?? "")
        // A client that takes the address for an identity must be able to see whether it is confirmed.
        payload["email_verified"] = .bool(record.user.email != nil && record.user.emailVerified)
        payload["phone"] = ""
        payload["app_metadata"] = .object(access.metadata.shortApp)
        let ownMetadata = access.metadata.user
        payload["user_metadata"] = .object(
            ownMetadata.serialized().count <= TokenMetadata.maximumBytes ? ownMetadata : JSONObject()
        )
        payload["role"] = .string(audience)
        payload["user_role"] = .string(record.role.name.description)
        payload["aal"] = "aal1"
        let method: JSONObject = [
            "method": .string(access.method.rawValue), "timestamp": .integer(record.session.createdAt.wholeSeconds),
        ]
        payload["amr"] = [.object(method)]
        payload["session_id"] = .string(record.session.id.description)
        payload["is_anonymous"] = .bool(access.isAnonymous)
        payload[generationName] = .integer(terms.generation)
        return payload
    }
}

extension Timestamp {
    init(seconds: Int64) {
        let (milliseconds, overflow) = seconds.multipliedReportingOverflow(by: 1000)
        self.init(milliseconds: overflow ? (seconds < 0 ? .min : .max) : milliseconds)
    }

    /// Seconds since 1970, rounded down.
    public var wholeSeconds: Int64 { (milliseconds - (milliseconds % 1000 + 1000) % 1000) / 1000 }
}
