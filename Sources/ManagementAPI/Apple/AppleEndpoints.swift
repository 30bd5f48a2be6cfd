import Domain
import Hummingbird
import StrictJSON
import UseCases
import WebCore

extension Schema {
    static let appleIdentifier = Schema(["type": "string", "pattern": "^[A-Z0-9]{10}$"]).example("7F4XK2QW9B")
    static let appleClientID = Schema(["type": "string", "pattern": "^[A-Za-z0-9._-]{1,255}$"]).example(
        "com.example.app"
    )
}

extension ResponseSchema<AppleFault> {
    static let appleTrouble = ResponseSchema(
        "AppleFault",
        "That Apple refuses what is set. No user is signed out for it, and no code can be exchanged.",
        [
            .init("code", Schema.text.example("apple.token.invalid_client")) { .string($0.code) },
            .init("client_id", .appleClientID) { .string($0.clientID) },
            .init("detail", Schema.text.nullable.with("description", "What Apple says about it; often nothing.")) {
                .init($0.detail)
            },
            .init("since", .moment) { .init($0.since) },
            .init("seen_at", .moment) { .init($0.seenAt) },
        ]
    )
}

extension ResponseSchema<AppleBacklog> {
    static let appleBacklog = ResponseSchema(
        "AppleRevocations",
        "Rights of people who left that Apple has still to be told of; it is told again until it has heard.",
        [
            .init("waiting", .count) { .integer(Int64($0.waiting)) },
            .init("failing", Schema.count.with("description", "Of them, those that Apple was told of in vain.")) {
                .integer(Int64($0.failing))
            },
            .init("oldest_at", Schema.moment.nullable) { .init($0.oldest) },
            .init("last_error", Schema.text.nullable.example("apple.server.unavailable")) { .init($0.lastError) },
        ]
    )
}

extension ResponseSchema<AppleCheckUp.Finding> {
    static let appleFinding = ResponseSchema(
        "AppleFinding",
        "What Apple says to one client id.",
        [
            .init("client_id", .appleClientID) { .string($0.clientID) },
            .init("result", .oneOf(AppleCheckUp.Finding.Result.allCases.map(\.rawValue))) {
                .string($0.result.rawValue)
            },
            .init("code", Schema.text.nullable.example("apple.token.invalid_client")) { .init($0.code) },
            .init("detail", Schema.text.nullable.with("description", "What Apple says about it; often nothing.")) {
                .init($0.detail)
            },
        ]
    )
}

extension ResponseSchema<AppleCheckUp> {
    static let appleCheckUp = ResponseSchema(
        "AppleCheck",
        "What Apple says to the settings, and what is likely wrong with them.",
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
                Schema.bool.nullable.with("description", "Null when no address was sent, or Apple did not say.")
            ) { $0.isRedirectKnown.map { .bool($0) } ?? .null },
            .init("checked_at", .moment) { .init($0.checkedAt) },
        ],
        uses: [ResponseSchema<AppleCheckUp.Finding>.appleFinding.named]
    )
}

extension ResponseSchema<AppleStatus> {
    static let appleSettings = ResponseSchema(
        "AppleSettings",
        "Which app at Apple is the tenant's. The private key is not shown, only what tells it from others.",
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
            .init("updated_at", Schema.moment.nullable) { .init($0.settings?.updatedAt) },
            .init("trouble", Schema.named("AppleFault").nullable) { status in
                status.settings?.trouble.map { ResponseSchema<AppleFault>.appleTrouble.json($0) } ?? .null
            },
            .init("revocations", .named("AppleRevocations")) {
                ResponseSchema<AppleBacklog>.appleBacklog.json($0.backlog)
            },
        ],
        uses: [ResponseSchema<AppleFault>.appleTrouble.named, ResponseSchema<AppleBacklog>.appleBacklog.named]
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
                "Replaces all of it but a private key that is left out. Then the method `apple` can be switched on.",
            body: .object("AppleSettingsEdit", AppleInputs.draft),
            answers: [.ok("What is set now.", ResponseSchema<AppleStatus>.appleSettings.named)]
        ),
        APIOperation(
            id: "checkApple",
            tag: .settings,
            summary: "Tests the Sign in with Apple settings against Apple",
            details: """
                Apple is asked once for each client id. It calls a wrong key, team and client id by one name: when it takes one of the ids, \
                key and team are right. Nobody is signed in or out by it.
                """,
            body: .object("AppleCheckRequest", AppleInputs.check),
            answers: [.ok("What Apple says.", ResponseSchema<AppleCheckUp>.appleCheckUp.named)],
            conflicts: [.appleNotConnected],
            errors: [ErrorResponse(429, "Apple was asked too often.", ["throttled"])]
        ),
    ]
}

/// The endpoints of a tenant's Apple settings.
struct AppleEndpoints: Sendable {
    let apple: AppleAdministration

    func add(to routes: Routes<APIContext>) {
        routes.get("apple", operation: "getAppleSettings", needs: ReadSettings.self, use: read)
        routes.put("apple", operation: "setAppleSettings", needs: ManageSettings.self, use: set)
        routes.post("apple/check", operation: "checkApple", needs: ManageSettings.self, use: check)
    }

    @Sendable private func read(
        _ request: Request,
        context: APIContext,
        grant: Grant<ReadSettings>
    ) async throws -> Response {
        try await answer(apple.settings(grant: grant), context)
    }

    @Sendable private func set(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let draft = fields.read(AppleInputs.draft)
        try fields.finish()
        return try await answer(apple.set(draft, grant: grant), context)
    }

    @Sendable private func check(
        _ request: Request,
        context: APIContext,
        grant: Grant<ManageSettings>
    ) async throws -> Response {
        var fields = try await request.jsonFields()
        let redirectURI = fields.read(AppleInputs.check)
        try fields.finish()
        return try await .json(
            ResponseSchema<AppleCheckUp>.appleCheckUp.json(apple.check(redirectURI: redirectURI, grant: grant))
        )
    }

    private func answer(_ settings: AppleSettings?, _ context: APIContext) async throws -> Response {
        let backlog = try await apple.backlog(grant: context.grant(ReadSettings.self))
        return .json(ResponseSchema<AppleStatus>.appleSettings.json(AppleStatus(settings: settings, backlog: backlog)))
    }
}
