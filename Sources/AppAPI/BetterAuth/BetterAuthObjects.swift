import Domain
import StrictJSON
import WebCore

extension ResponseSchema where Value == User {
    /// A user. `name` and `email` cannot be absent in this wire format, so they are empty when unknown.
    static let betterAuthUser = ResponseSchema(
        "BetterAuthUser",
        "A user, in the format of Better Auth.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("name", Schema.text.example("Ada Lovelace").with("description", "Empty if there is none.")) {
                .string($0.name ?? "")
            },
            .init("email", Schema.text.example("ada@example.com").with("description", "Empty if there is none.")) {
                .string($0.email?.description ?? "")
            },
            .init("emailVerified", .bool) { .bool($0.emailVerified) },
            .init("image", Schema.text.nullable) { .init($0.userMetadata.object["image"]?.stringValue) },
            .init("createdAt", .dateTime) { .init($0.createdAt) },
            .init("updatedAt", .dateTime) { .init($0.updatedAt) },
            .init("role", .roleName) { .string($0.role.description) },
            .init("banned", .bool) { .bool($0.state == .disabled) },
            .init("banReason", Schema.text.nullable) { _ in .null },
            .init("banExpires", Schema.dateTime.nullable) { .init($0.bannedUntil) },
        ]
    )
}

extension ResponseSchema where Value == BetterAuthSession {
    static let betterAuthSession = ResponseSchema(
        "BetterAuthSession",
        "A session, in the format of Better Auth.",
        [
            .init("id", .uuid) { .init($0.session.id) },
            .init("token", tokenSchema) { .string($0.token ?? $0.session.id.description) },
            .init("userId", .uuid) { .init($0.session.user) },
            .init("expiresAt", .dateTime) { .init($0.session.expiresAt) },
            .init("createdAt", .dateTime) { .init($0.session.createdAt) },
            .init("updatedAt", .dateTime) { .init($0.session.lastSeenAt) },
            .init("impersonatedBy", impersonator) { .init($0.session.impersonator?.text) },
            .init("ipAddress", Schema.text.nullable.example("203.0.113.7")) { .init($0.session.address) },
            .init("userAgent", Schema.text.nullable) { .init($0.session.device.userAgent) },
            .init("deviceName", Schema.text.nullable.example("Ada’s iPhone")) { .init($0.session.device.name) },
            .init("deviceModel", Schema.text.nullable.example("iPhone16,1")) { .init($0.session.device.model) },
            .init("osVersion", Schema.text.nullable.example("18.2")) { .init($0.session.device.osVersion) },
            .init("appVersion", Schema.text.nullable.example("2.4.0")) { .init($0.session.device.appVersion) },
        ]
    )

    private static let impersonator = Schema.uuid.nullable.with(
        "description",
        "The user, or the backend's key, that impersonates this user."
    )
    private static let tokenSchema = Schema.text.with(
        "description",
        "A handle for `/revoke-session`. In `/get-session` with a bearer token it is the session's own token."
    )
}

extension ResponseSchema where Value == BetterAuthPresence {
    static let betterAuthPresence = ResponseSchema(
        "BetterAuthPresence",
        "The session of the request, and its user.",
        [
            .init("session", .named("BetterAuthSession")) {
                ResponseSchema<BetterAuthSession>.betterAuthSession.json($0.session)
            },
            .init("user", .named("BetterAuthUser")) { ResponseSchema<User>.betterAuthUser.json($0.user) },
        ],
        uses: [ResponseSchema<BetterAuthSession>.betterAuthSession.named, ResponseSchema<User>.betterAuthUser.named]
    )
}

/// A session, and the value of its `token`.
struct BetterAuthSession: Sendable {
    let session: Session
    /// The caller's own token; without it the value is a handle that only `/revoke-session` accepts.
    var token: String?
}

/// A session and its user.
struct BetterAuthPresence: Sendable {
    let session: BetterAuthSession
    let user: User
}
