import Domain
import HTTPTypes
import StrictJSON
import UseCases
import WebCore

extension ResponseSchema where Value == Profile {
    static let profile = ResponseSchema(
        "Profile",
        "The profile of the signed-in user.",
        [
            .init("id", .uuid) { .init($0.user.id) },
            .init("email", Schema.email.nullable) { .init($0.user.email?.description) },
            .init("email_verified", .bool) { .bool($0.user.emailVerified) },
            .init("name", Schema.text.nullable.example("Ada Lovelace")) { .init($0.user.name) },
            .init(
                "home_role",
                Schema.roleName.with("description", "The role that decides the first screen of the app.")
            ) {
                .string($0.role.name.description)
            },
            .init("is_anonymous", .bool) { .bool($0.user.isAnonymous) },
            .init("providers", .list(of: .oneOf(Identity.Provider.self))) { profile in
                .array(profile.identities.map { .string($0.provider.rawValue) })
            },
            .init("user_metadata", attributes("Written by the app.")) { .object($0.user.userMetadata.object) },
            .init("app_metadata", attributes("Written by the tenant's backend; read-only for the app.")) {
                .object($0.user.appMetadata.object)
            },
            .init("created_at", .dateTime) { .init($0.user.createdAt) },
            .init("updated_at", .dateTime) { .init($0.user.updatedAt) },
            .init("version", Schema.count.with("description", "Increases with each change; send it with the next one."))
            {
                .integer($0.user.history.version)
            },
        ]
    )

    private static func attributes(_ words: JSONValue) -> Schema {
        Schema(["type": "object"]).with("description", words)
    }
}

extension ResponseSchema where Value == ProfileConflict {
    static let profileConflict = ResponseSchema(
        "ProfileDifference",
        "A part of a profile that two devices set to different values; null for no value.",
        [
            .init("path", Schema.text.example("/user_metadata/theme")) { .string($0.path.description) },
            .init("yours", anything) { $0.wanted },
            .init("current", anything) { $0.current },
        ]
    )

    private static let anything = Schema([:])
}

extension ResponseSchema where Value == Session {
    static let currentSession = ResponseSchema(
        "OwnSession",
        "The session of the request.",
        [
            .init("id", .uuid) { .init($0.id) },
            .init("device", .named("Device")) { ResponseSchema<Device>.device.json($0.device) },
            .init("created_at", .dateTime) { .init($0.createdAt) },
            .init("last_seen_at", .dateTime) { .init($0.lastSeenAt) },
            .init("expires_at", .dateTime) { .init($0.expiresAt) },
        ],
        uses: [ResponseSchema<Device>.device.named]
    )
}

extension ResponseSchema where Value == IssuedTokens {
    static let tokenPair = ResponseSchema(
        "TokenPair",
        "New tokens; the previous ones are no longer valid.",
        [
            .init("access_token", .text) { .string($0.accessToken) },
            .init("token_type", .oneOf(["bearer"])) { _ in "bearer" },
            .init("expires_in", .count) { .integer($0.expiresIn.components.seconds) },
            .init("expires_at", .count) { .integer($0.expiresAt.wholeSeconds) },
            .init("refresh_token", .text) { .string($0.refreshToken) },
        ]
    )
}

extension ResponseSchema where Value == RestoredSession {
    static let restoredSession = ResponseSchema(
        "RestoredSession",
        "A restored session and its user.",
        [
            .init("session", .named("OwnSession")) { ResponseSchema<Session>.currentSession.json($0.session) },
            .init("profile", .named("Profile")) { ResponseSchema<Profile>.profile.json($0.profile) },
            .init("home_role", .roleName) { .string($0.profile.role.name.description) },
            .init("tokens", Schema.named("TokenPair").nullable) {
                $0.tokens.map(ResponseSchema<IssuedTokens>.tokenPair.json) ?? .null
            },
        ],
        uses: [
            ResponseSchema<Session>.currentSession.named, ResponseSchema<Profile>.profile.named,
            ResponseSchema<IssuedTokens>.tokenPair.named,
        ]
    )
}

extension APIOperation {
    static let accountOperations: [APIOperation] = [
        APIOperation(
            id: "getProfile",
            tag: .account,
            summary: "Reads the profile of the signed-in user",
            answers: [
                Answer(
                    status: .ok,
                    summary: "The profile.",
                    schema: ResponseSchema<Profile>.profile.named,
                    headers: [tag]
                )
            ]
        ),
        APIOperation(
            id: "changeProfile",
            tag: .account,
            summary: "Changes the profile of the signed-in user",
            details: """
                Omitted members stay unchanged. With `version`, changes of different parts by several devices are merged, and a part that two \
                changed differently is rejected with both values; without it the patch wins. `If-Match` requires one version.
                """,
            headers: [
                InputDescription(
                    .ifMatch,
                    Schema.text.example("\"12\""),
                    "The `ETag` of the only version that may be changed."
                )
            ],
            body: .object("ProfileChange", AccountInputs.patch),
            answers: [
                Answer(
                    status: .ok,
                    summary: "The profile as it is now.",
                    schema: ResponseSchema<Profile>.profile.named,
                    headers: [tag]
                ),
                rejection(.conflict, "Another device changed the same part: `profile_changed`."),
                rejection(
                    .preconditionFailed,
                    "The current version is not the one in `If-Match`: `profile_version_changed`."
                ),
            ],
            errors: [
                ErrorResponse(422, "Some fields are invalid; `errors` names each.", ["invalid_fields"]),
                ErrorResponse(429, "The profile is changed too often.", ["throttled"]),
            ]
        ),
        APIOperation(
            id: "restoreSession",
            tag: .account,
            summary: "Restores a session when an app starts",
            details: """
                With the session token or an access token as bearer token, or with a refresh token in the body, which returns new tokens. \
                The `code` of an error is the reason: 401 is final, 403 can be reversed by an administrator, 503 is temporary.
                """,
            body: .object("SessionRestoration", AccountInputs.restoration, isRequired: false),
            answers: [
                .ok(
                    "The session, its user, and with a refresh token new tokens.",
                    ResponseSchema<RestoredSession>.restoredSession.named
                )
            ],
            errors: [
                ErrorResponse(422, "Some fields are invalid; `errors` names each.", ["invalid_fields"]),
                ErrorResponse(429, "Too many malformed refresh tokens from one network.", ["throttled"]),
            ],
            security: SecurityScheme.appPerhapsWithSession
        ),
    ]

    private static let tag = InputDescription(.eTag, .text, isRequired: true, "The version.")

    private static func rejection(_ status: HTTPResponse.Status, _ summary: String) -> Answer {
        Answer(
            status: status,
            summary: summary,
            schema: .profileRejection,
            mediaType: ProblemRenderer.contentType,
            headers: [tag]
        )
    }
}

extension NamedSchema {
    /// The problem document of a profile error, with what a device needs to decide.
    fileprivate static let profileRejection = NamedSchema(
        name: "ProfileRefusal",
        schema: .object(
            [
                ("type", .text), ("title", .text), ("status", .integer(400...599)), ("code", .text), ("detail", .text),
                ("request_id", .uuid), ("reference", .attemptReference),
                ("conflicts", .list(of: .named("ProfileDifference"))),
                ("profile", .named("Profile")),
            ],
            required: ["type", "title", "status", "code", "detail", "request_id", "reference", "conflicts", "profile"]
        ),
        uses: [ResponseSchema<ProfileConflict>.profileConflict.named, ResponseSchema<Profile>.profile.named]
    )
}

/// The error responses of the account routes.
extension ErrorResponse {
    static func account(_ route: RouteDescription) -> [ErrorResponse] {
        var errors = [
            ErrorResponse(
                400,
                "The request is malformed, or does not identify an app.",
                ["malformed_request", "several_credentials", "no_tenant"]
            ),
            ErrorResponse(
                401,
                "The key or the token is invalid.",
                ["unknown_key", "unauthenticated"] + WebFailure.sessionCodes
            ),
            ErrorResponse(403, "Blocked by an administrator or operator.", ["tenant_suspended", "account_disabled"]),
        ]
        if route.isWrite {
            errors += [
                ErrorResponse(408, "The body did not arrive in time.", ["request_timeout"]),
                ErrorResponse(413, "The request is too large.", ["too_large"]),
                ErrorResponse(
                    415,
                    "The content type or encoding is not supported.",
                    ["unsupported_media_type", "unsupported_encoding"]
                ),
            ]
        }
        return errors + failures(of: .problem)
    }
}
