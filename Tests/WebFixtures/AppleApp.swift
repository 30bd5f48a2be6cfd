import AppleID
import Domain
import FakeApple
import Fixtures
import Foundation
import HTTPTypes
import Logging
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import ConsoleKit
@testable import ManagementAPI

/// The server with a fake Apple behind it, and the app of acme as it signs users in with Apple.
struct AppleApp: Sendable {
    static let app = "com.example.app"
    static let otherApp = "com.example.other"

    let apple: FakeApple
    let server: AppServer
    let team: FakeTeam
    private let connection: AppleConnection

    init(
        appleLimits: AppleConnection.Limits = .patient,
        settings edit: @escaping @Sendable (inout TenantSettings) -> Void = { _ in }
    ) async throws {
        let clock = TestClock()
        let now: @Sendable () -> Timestamp = { clock.now }
        apple = try await FakeApple.start(now: now)
        team = apple.register(clientIDs: [Self.app, Self.otherApp])
        connection = AppleConnection(base: apple.url, limits: appleLimits)
        server = try await AppServer(clock: clock, apple: AppleServers(connection, at: apple, now: now))
        try await connect(server.acme, [Self.app])
        try await set { settings in
            settings.methods = [.apple]
            edit(&settings)
        }
    }

    var acme: TestTenant { server.acme }
    var ada: FakeUser { FakeUser("ada") }

    func connect(_ testTenant: TestTenant, _ clientIDs: [String]) async throws {
        try await testTenant.connectApple(
            clientIDs,
            teamID: team.teamID,
            keyID: team.keyID,
            privateKey: team.privateKey
        )
    }

    func set(of testTenant: TestTenant? = nil, _ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws
    {
        let testTenant = testTenant ?? acme
        _ = try await testTenant.services.settings.change(expecting: nil, grant: testTenant.system.grant(), edit: edit)
    }

    func token(of user: FakeUser? = nil, for client: String = app, nonce: String? = nil) throws -> String {
        try apple.identityToken(of: user ?? ada, for: client, nonce: nonce)
    }

    // MARK: In the words of each dialect

    /// - Parameter more: further members of `idToken`.
    func signIn(
        _ token: String,
        adding more: JSONObject = [:],
        at testTenant: TestTenant? = nil,
        headers: HTTPFields = [:]
    ) async throws -> AppServer.Answer {
        let members: JSONObject = ["token": .string(token)]
        let body: JSONValue = [
            "provider": "apple",
            "idToken": .object(JSONObject(members.map { ($0.name, $0.value) } + more.map { ($0.name, $0.value) })),
        ]
        return try await BetterAuthClient(server, key: (testTenant ?? acme).creation.publishableKey).post(
            "sign-in/social",
            body.text,
            headers: headers
        )
    }

    /// As the Supabase SDK does.
    func signInByGrant(
        _ token: String,
        adding more: JSONObject = [:],
        headers: HTTPFields = [:]
    ) async throws -> AppServer.Answer {
        let members: JSONObject = ["provider": "apple", "id_token": .string(token), "link_identity": false]
        let body = JSONValue.object(JSONObject(members.map { ($0.name, $0.value) } + more.map { ($0.name, $0.value) }))
        return try await GoTrueClient(server).send(.post, "token?grant_type=id_token", body.text, headers: headers)
    }

    /// Signs ada in with a code beside the token, as an app does whose users can delete their account.
    /// - Returns: the token of the session.
    func enter(_ user: FakeUser? = nil) async throws -> String {
        let code = apple.authorizationCode(for: user ?? ada, clientID: Self.app)
        let answer = try await signIn(try token(of: user), adding: ["authorizationCode": .string(code)])
        return try #require(try answer.json["token"]?.stringValue, "\(answer.text)")
    }

    func isSignedIn(_ token: String) async throws -> Bool {
        try await BetterAuthClient(server).get("list-sessions", token: token).status == 200
    }

    // MARK: As the server does by itself

    var clock: TestClock { acme.installation.clock }

    /// One turn of the timer, later.
    func turn(after span: Duration = .zero) async throws {
        clock.advance(by: span)
        try await acme.services.appleMaintenance.turn()
    }

    func backlog() async throws -> AppleBacklog { try await acme.services.apple.backlog(grant: acme.system.grant()) }

    func fault() async throws -> AppleFault? {
        try await acme.services.apple.settings(grant: acme.system.grant())?.fault
    }

    func audit(_ action: AuditEntry.Action) async throws -> [AuditEntry] {
        try await acme.services.audit.page(
            PageRequest(),
            filter: AuditFilter(action: action),
            grant: acme.system.grant()
        ).items
    }

    /// What was written down of one kind of step.
    func attempts(_ step: AttemptStep) async throws -> [StoredEvent] {
        try await attempts().filter { $0.content[.name] == step.name }
    }

    // MARK: As Apple does

    func notify(_ body: [UInt8], at slug: String = "acme") async throws -> AppServer.Answer {
        try await server.send(
            .post,
            "/t/\(slug)/apple/notifications",
            headers: [.contentType: "application/json"],
            body: body
        )
    }

    /// - Parameter time: when it happened, in milliseconds; nil: now.
    func notice(
        _ type: String,
        about user: FakeUser? = nil,
        time: Timestamp? = nil,
        id: String? = nil
    ) throws -> [UInt8] {
        let event = apple.event(type, of: user ?? ada, time: time?.milliseconds)
        return try apple.notification(apple.notificationClaims([event], for: Self.app, id: id))
    }

    // MARK: What is kept

    func users(of testTenant: TestTenant? = nil) async throws -> [User] {
        let testTenant = testTenant ?? acme
        return try await testTenant.services.users.page(UserQuery(), PageRequest(), grant: testTenant.system.grant())
            .items.map(\.user)
    }

    func subjects(of user: User.ID) async throws -> [String] {
        try await acme.services.users.user(user, grant: acme.system.grant()).identities.map(\.subject)
    }

    /// What the server wrote down of attempts, the latest first.
    func attempts() async throws -> [StoredEvent] {
        try await acme.services.attempts.flush()
        let now = acme.installation.clock.now
        let query = EventQuery(from: now - .days(1), to: now + .days(1))
        return try await acme.services.events.page(query, PageRequest(), grant: acme.system.grant()).items
    }
}

extension AppleServers {
    /// Those of a fake Apple.
    init(_ connection: AppleConnection, at apple: FakeApple, now: @escaping @Sendable () -> Timestamp) {
        let keys = AppleKeyCache(
            connection: connection,
            now: now,
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        self.init(
            identities: AppleIdentityTokens(keys: keys, now: now),
            tokens: AppleTokenEndpoint(connection: connection, now: now),
            notifications: AppleNotifications(keys: keys, now: now),
            base: apple.url
        )
    }
}

extension AppleConnection.Limits {
    /// A busy machine may take its time; tests of deadlines choose their own.
    static let patient = AppleConnection.Limits(keyDeadline: .seconds(600), tokenDeadline: .seconds(600))
}

extension AppServer.Answer {
    /// The id of the person who was signed in, in either dialect.
    var user: String? { (try? json)?["user"]?["id"]?.stringValue }
}
