import Domain
import StrictJSON
import UseCases
import WebCore

/// Renders users as GoTrue does. As upstream, absent members are left out, except `email` and `phone`.
enum GoTrueObjects {
    /// The upstream name of a provider; a password is `email`.
    static func provider(_ provider: Identity.Provider) -> String {
        provider == .password ? "email" : provider.rawValue
    }

    /// - Parameter confirmsEmail: whether the tenant requires a verified address to sign in. If not, an address counts
    ///   as confirmed from the start, as with upstream's autoconfirm: `email_confirmed_at` says whether the user may
    ///   sign in. `email_verified`, in the identity and the access token, says whether the user has proved the address.
    static func user(_ profile: AccountProfile, confirmsEmail: Bool) -> JSONValue {
        let user = profile.user
        let isAccepted = !confirmsEmail && user.email != nil && user.state != .invited
        let confirmed = user.emailVerified || isAccepted ? user.createdAt : nil
        var object: JSONObject = [
            "id": .init(user.id), "aud": "authenticated", "role": "authenticated",
            "email": .string(user.email?.description ?? ""),
            "phone": "",
        ]
        object.append("email_confirmed_at", timestamp(confirmed))
        object.append("confirmed_at", timestamp(confirmed))
        if let pending = profile.pendingEmail {
            object.append("new_email", .string(pending.email.description))
            object.append("email_change_sent_at", timestamp(pending.askedAt))
        }
        if user.state == .invited { object.append("invited_at", timestamp(user.createdAt)) }
        object.append("last_sign_in_at", timestamp(user.lastSeenAt))
        object.append("app_metadata", .object(appMetadata(profile)))
        object.append("user_metadata", .object(user.userMetadata.object))
        object.append("identities", .array(profile.identities.map { identity($0, of: user) }))
        object.append("created_at", timestamp(user.createdAt))
        object.append("updated_at", timestamp(user.updatedAt))
        if user.state == .disabled { object.append("banned_until", timestamp(user.bannedUntil ?? forever)) }
        object.append("is_anonymous", .bool(user.isAnonymous))
        return .object(object)
    }

    /// Adds the providers, which cannot be written by clients.
    private static func appMetadata(_ profile: AccountProfile) -> JSONObject {
        var object = profile.user.appMetadata.object
        let providers = profile.identities.map { provider($0.provider) }
        if let first = providers.first {
            object["provider"] = .string(first)
        } else {
            object["provider"] = nil
        }
        object["providers"] = .array(providers.map { .string($0) })
        return object
    }

    private static func identity(_ identity: Identity, of user: User) -> JSONValue {
        let name = provider(identity.provider)
        let email = user.email.map { JSONValue.string($0.description) }
        var data: JSONObject = [
            "sub": .string(identity.subject), "email_verified": .bool(user.emailVerified), "phone_verified": false,
        ]
        data.append("email", email)
        var object: JSONObject = [
            "identity_id": .string(identityID(identity.provider, of: user.id)), "id": .string(identity.subject),
            "user_id": .init(user.id),
            "identity_data": .object(data), "provider": .string(name),
        ]
        object.append("last_sign_in_at", timestamp(identity.lastUsedAt ?? identity.createdAt))
        object.append("created_at", timestamp(identity.createdAt))
        object.append("updated_at", timestamp(identity.lastUsedAt ?? identity.createdAt))
        object.append("email", email)
        return .object(object)
    }

    /// A stable UUID: the user's own, with the provider in its last byte.
    static func identityID(_ provider: Identity.Provider, of user: User.ID) -> String {
        var bytes = user.uuid.bytes
        let place = Identity.Provider.allCases.firstIndex(of: provider) ?? 0
        bytes[15] ^= UInt8(truncatingIfNeeded: place + 1)
        return Identifier<Identity>(.init(bytes: bytes)).description
    }

    /// The end of a permanent ban; upstream writes a date in a hundred years.
    private static let forever = Timestamp(milliseconds: 4_102_444_800_000)

    private static func timestamp(_ time: Timestamp?) -> JSONValue? { time.map { .string($0.rfc3339) } }

    static func session(_ tokens: IssuedTokens, _ profile: AccountProfile, confirmsEmail: Bool) -> JSONValue {
        [
            "access_token": .string(tokens.accessToken), "token_type": "bearer",
            "expires_in": .integer(tokens.expiresIn.components.seconds),
            "expires_at": .integer(tokens.expiresAt.wholeSeconds),
            "refresh_token": .string(tokens.refreshToken), "user": user(profile, confirmsEmail: confirmsEmail),
        ]
    }
}
