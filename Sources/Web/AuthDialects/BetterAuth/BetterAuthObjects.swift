import Domain
import StrictJSON
import UseCases

/// Users and sessions as Better Auth writes them. Times are ISO 8601 in UTC with milliseconds.
extension JSONValue {
    /// Texts that the wire format knows no absence of (`name`, `email`) are empty for people without one.
    static func betterAuth(_ user: User) -> JSONValue {
        [
            "id": .string(user.id.description), "name": .string(user.name ?? ""), "email": .string(user.email?.description ?? ""),
            "emailVerified": .bool(user.emailVerified), "image": .null, "createdAt": .string(user.createdAt.rfc3339),
            "updatedAt": .string(user.updatedAt.rfc3339), "role": .string(user.role.description), "banned": .bool(user.state == .disabled),
            "banReason": .null, "banExpires": .null,
        ]
    }

    /// - Parameter token: what `token` says: the caller's own token, or by default a handle that only `/revoke-session` takes.
    static func betterAuth(_ session: Session, token: String? = nil) -> JSONValue {
        [
            "id": .string(session.id.description), "token": .string(token ?? session.id.description),
            "userId": .string(session.user.description), "expiresAt": .string(session.expiresAt.rfc3339),
            "createdAt": .string(session.createdAt.rfc3339), "updatedAt": .string(session.lastSeenAt.rfc3339),
            "ipAddress": .optional(session.address), "userAgent": .optional(session.device.userAgent),
            "deviceName": .optional(session.device.name), "deviceModel": .optional(session.device.model),
            "osVersion": .optional(session.device.osVersion), "appVersion": .optional(session.device.appVersion),
        ]
    }

    private static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
}
