import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

/// The endpoints of a tenant's Apple settings.
struct AppleEndpoints: Sendable {
    let apple: AppleAdministration

    func add(to routes: Routes<APIContext>) {
        routes.needs(ReadSettings.self).get("apple", operation: "getAppleSettings", use: read)
        routes.needs(ManageSettings.self).put("apple", operation: "setAppleSettings", use: set)
        routes.needs(ManageSettings.self).post("apple/check", operation: "checkApple", use: check)
    }

    private func read(_ call: APICall<ReadSettings>) async throws -> Response {
        try await answer(apple.settings(grant: call.grant), call)
    }

    private func set(_ call: APICall<ManageSettings>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let draft = fields.read(AppleInputs.draft)
        try fields.finish()
        return try await answer(apple.set(draft, grant: call.grant), call)
    }

    private func check(_ call: APICall<ManageSettings>) async throws -> Response {
        var fields = try await call.request.jsonFields()
        let redirectURI = fields.read(AppleInputs.check)
        try fields.finish()
        return try await .json(
            ResponseSchema<AppleCheckUp>.appleCheckUp.json(apple.check(redirectURI: redirectURI, grant: call.grant))
        )
    }

    private func answer(_ settings: AppleSettings?, _ call: APICall<some Permission>) async throws -> Response {
        let backlog = try await apple.backlog(grant: call.grant(ReadSettings.self))
        return .json(ResponseSchema<AppleStatus>.appleSettings.json(AppleStatus(settings: settings, backlog: backlog)))
    }
}

extension Schema {
    static let appleIdentifier = Schema(["type": "string", "pattern": "^[A-Z0-9]{10}$"]).example("7F4XK2QW9B")
    static let appleClientID = Schema(["type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}$"]).example(
        "com.example.app"
    )
}

extension ResponseSchema<AppleFault> {
    static let appleFault = ResponseSchema(
        "AppleFault",
        "Apple rejects the settings. No user is signed out, and no code can be exchanged.",
        [
            .init("code", Schema.text.example("apple.token.invalid_client")) { .string($0.code) },
            .init("client_id", .appleClientID) { .string($0.clientID) },
            .init(
                "detail",
                Schema.text.nullable.with("description", "Apple's description of the error; often missing.")
            ) {
                .init($0.detail)
            },
            .init("since", .dateTime) { .init($0.since) },
            .init("seen_at", .dateTime) { .init($0.seenAt) },
        ]
    )
}

extension ResponseSchema<AppleBacklog> {
    static let appleBacklog = ResponseSchema(
        "AppleRevocations",
        "Apple authorizations of deleted users that are not revoked at Apple yet; failed requests are retried.",
        [
            .init("waiting", .count) { .integer(Int64($0.waiting)) },
            .init("failing", Schema.count.with("description", "Those whose last request to Apple failed.")) {
                .integer(Int64($0.failing))
            },
            .init("oldest_at", Schema.dateTime.nullable) { .init($0.oldest) },
            .init("last_error", Schema.text.nullable.example("apple.server.unavailable")) { .init($0.lastError) },
        ]
    )
}

extension ResponseSchema<AppleCheckUp.Finding> {
    static let appleFinding = ResponseSchema(
        "AppleFinding",
        "Apple's response for one client id.",
        [
            .init("client_id", .appleClientID) { .string($0.clientID) },
            .init("result", .oneOf(AppleCheckUp.Finding.Result.allCases.map(\.rawValue))) {
                .string($0.result.rawValue)
            },
            .init("code", Schema.text.nullable.example("apple.token.invalid_client")) { .init($0.code) },
            .init(
                "detail",
                Schema.text.nullable.with("description", "Apple's description of the error; often missing.")
            ) {
                .init($0.detail)
            },
        ]
    )
}

extension ResponseSchema<AppleCheckUp> {
    static let appleCheckUp = ResponseSchema(
        "AppleCheck",
        "Apple's responses to the settings, and the likely mistakes in them.",
        [
            .init("good", .bool) { .bool($0.isGood) },
            .init("suspects", .list(of: .oneOf(AppleCheckUp.Suspect.allCases.map(\.rawValue)))) {
                .array($0.suspects.map { .string($0.rawValue) })
            },
            .init("findings", .list(of: .named("AppleFinding"))) {
                .array($0.findings.map { ResponseSchema<AppleCheckUp.Finding>.appleFinding.json($0) })
            },
            .init(
                "redirect_known",
                Schema.bool.nullable.with(
                    "description",
                    "Null when no URL was sent, or Apple's response does not show it."
                )
            ) { $0.isRedirectKnown.map { .bool($0) } ?? .null },
            .init("checked_at", .dateTime) { .init($0.checkedAt) },
        ],
        uses: [ResponseSchema<AppleCheckUp.Finding>.appleFinding.named]
    )
}

extension ResponseSchema<AppleStatus> {
    static let appleSettings = ResponseSchema(
        "AppleSettings",
        "The tenant's app at Apple. The private key is not shown, only its fingerprint.",
        [
            .init("team_id", Schema.appleIdentifier.nullable) { .init($0.settings?.teamID) },
            .init("key_id", Schema.appleIdentifier.nullable) { .init($0.settings?.keyID) },
            .init(
                "key_fingerprint",
                Schema.text.nullable.with("description", "SHA-256 of the key's public half, as 64 hexadecimal digits.")
            ) { .init($0.settings?.keyFingerprint) },
            .init("client_ids", .list(of: .appleClientID)) {
                .array(($0.settings?.clientIDs ?? []).map { .string($0) })
            },
            .init("web_client_id", Schema.appleClientID.nullable) { .init($0.settings?.webClientID) },
            .init("updated_at", Schema.dateTime.nullable) { .init($0.settings?.updatedAt) },
            .init("trouble", Schema.named("AppleFault").nullable) { status in
                status.settings?.fault.map { ResponseSchema<AppleFault>.appleFault.json($0) } ?? .null
            },
            .init("revocations", .named("AppleRevocations")) {
                ResponseSchema<AppleBacklog>.appleBacklog.json($0.backlog)
            },
        ],
        uses: [ResponseSchema<AppleFault>.appleFault.named, ResponseSchema<AppleBacklog>.appleBacklog.named]
    )
}

extension APIOperation {
    static let appleOperations: [APIOperation] = [
        APIOperation(
            id: "getAppleSettings",
            tag: .settings,
            summary: "Reads the Sign in with Apple settings",
            answers: [
                .ok("What was set; null and an empty list before.", ResponseSchema<AppleStatus>.appleSettings.named)
            ]
        ),
        APIOperation(
            id: "setAppleSettings",
            tag: .settings,
            summary: "Changes the Sign in with Apple settings",
            details:
                "Replaces all settings; an omitted private key is kept. Then the method `apple` can be turned on.",
            body: .object("AppleSettingsEdit", AppleInputs.draft),
            answers: [.ok("What is set now.", ResponseSchema<AppleStatus>.appleSettings.named)]
        ),
        APIOperation(
            id: "checkApple",
            tag: .settings,
            summary: "Tests the Sign in with Apple settings against Apple",
            details: """
                Sends one request to Apple for each client id. Apple has one error code for a wrong key, team and client id: when it accepts one of the ids, \
                key and team are right. No user is signed in or out.
                """,
            body: .object("AppleCheckRequest", AppleInputs.check),
            answers: [.ok("Apple's responses.", ResponseSchema<AppleCheckUp>.appleCheckUp.named)],
            conflicts: [.appleNotConnected],
            errors: [ErrorResponse(429, "Too many tests.", ["throttled"])]
        ),
    ]
}

/// The Apple settings of a tenant, and the state of the connection.
struct AppleStatus: Sendable {
    let settings: AppleSettings?
    let backlog: AppleBacklog
}
