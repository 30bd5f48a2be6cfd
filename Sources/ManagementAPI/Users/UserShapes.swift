import Domain
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == User {
    static let user = ResponseSchema(
        "User",
        "A user of the tenant.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("email", Schema.email.nullable) { .init($0.email?.description) },
            .init("email_verified", .bool) { .bool($0.emailVerified) },
            .init("name", Schema.text.nullable.example("Ada Lovelace")) { .init($0.name) },
            .init("role", .roleName) { .string($0.role.description) },
            .init("state", .oneOf(User.State.self)) { .string($0.state.rawValue) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("updated_at", .dateTime) { .init($0.updatedAt) },
            .init("last_seen_at", Schema.dateTime.nullable) { .init($0.lastSeenAt) },
            .init(
                "is_anonymous",
                Schema.bool.with("description", "True for a user who signed in without proving an identity.")
            ) {
                .bool($0.isAnonymous)
            },
            .init("banned_until", Schema.dateTime.nullable.with("description", "When a banned user can sign in again."))
            {
                .init($0.bannedUntil)
            },
            .init("user_metadata", attributes("Written by the app.")) { .object($0.userMetadata.object) },
            .init("app_metadata", attributes("Written by the backend; read-only for the app.")) {
                .object($0.appMetadata.object)
            },
        ]
    )

    private static func attributes(_ words: JSONValue) -> Schema {
        Schema(["type": "object"]).with("description", words)
    }
}

extension ResponseSchema where Value == UserSummary {
    static let userSummary = ResponseSchema(
        "UserSummary",
        "A user in a list.",
        ResponseSchema<User>.user.members(of: \.user) + [
            .init("providers", .list(of: .oneOf(Identity.Provider.self))) {
                .array($0.providers.map { .string($0.rawValue) })
            },
            .init("live_sessions", .count) { .init($0.liveSessions) },
        ]
    )
}

extension ResponseSchema where Value == Identity {
    static let identity = ResponseSchema(
        "Identity",
        "A sign-in method of a user.",
        [
            .init("provider", .oneOf(Identity.Provider.self)) { .string($0.provider.rawValue) },
            .init("subject", .text) { .string($0.subject) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("last_used_at", Schema.dateTime.nullable) { .init($0.lastUsedAt) },
        ]
    )
}

extension ResponseSchema where Value == UserDetail {
    static let userDetail = ResponseSchema(
        "UserDetail",
        "A user with their identities.",
        ResponseSchema<UserSummary>.userSummary.members(of: \.summary) + [
            .init("identities", .list(of: .named("Identity"))) {
                .array($0.identities.map(ResponseSchema<Identity>.identity.json))
            }
        ],
        uses: [ResponseSchema<Identity>.identity.named]
    )
}

extension ResponseSchema where Value == InvitationLink {
    static let invitationLink = ResponseSchema(
        "InvitationLink",
        "The one-time link with which an invited user sets a password, within seven days. It is not shown again.",
        [.init("url", Schema(["type": "string", "format": "uri"])) { .string($0.url) }]
    )
}

extension ResponseSchema where Value == UserInvitation {
    static let invitation = ResponseSchema(
        "Invitation",
        "The invited user, and the invitation link.",
        [.init("user", .named("User")) { ResponseSchema<User>.user.json($0.user) }]
            + ResponseSchema<InvitationLink>.invitationLink.members(of: \.link),
        uses: [ResponseSchema<User>.user.named]
    )
}

/// A user with the linked identities.
struct UserDetail: Sendable {
    let summary: UserSummary
    let identities: [Identity]
}

/// An invited user and the link.
struct UserInvitation: Sendable {
    let user: User
    let link: InvitationLink
}

/// The link with which an invited user sets the password; shown once.
struct InvitationLink: Sendable {
    let url: String
}
