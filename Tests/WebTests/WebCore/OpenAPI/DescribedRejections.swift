import Database
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Synchronization
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import TelemetryAPI
@testable import WebCore
@testable import WebFixtures

/// The refusals that follow from the kind of a route, had from every route.
extension DescribedAnswersTests {
    func rejectManagement(_ statuses: Statuses) async throws {
        let site = try await Site()
        let cookie = try await site.operatorCookie()
        let key = site.acmeKey
        let once: HTTPFields = [.idempotencyKey: "once"]
        _ = try await site.send(
            .post,
            "/api/v1/tenants/acme/keys",
            json: ["kind": "ingest", "name": "App"],
            adding: once
        )
        // Who lacks the permission hears nothing of a key, so the operator has used it too: in the installation and in
        // the tenant.
        _ = try await site.send(
            .post,
            "/api/v1/tenants",
            as: cookie,
            json: ["slug": "initech", "name": "Initech"],
            adding: once
        )
        _ = try await site.send(
            .post,
            "/api/v1/tenants/acme/keys",
            as: cookie,
            json: ["kind": "ingest", "name": "Web"],
            adding: once
        )
        _ = try await site.services.tenants.suspend(site.globex.tenant.id, grant: site.installation.installationGrant)
        let suspended = Site.bearer(site.globex.creation.secretKey)
        for route in site.list.routes where route.area == .management {
            let (method, path, operation) = (route.method, route.inAcme, route.operation ?? "")
            func record(_ path: String, _ headers: HTTPFields, body: [UInt8]? = nil) async throws {
                statuses.add(operation, try await site.send(method, path, headers, body: body))
            }
            try await record(path, key.merging([.gatehouseKey: site.acme.creation.secretKey.text]))
            try await record(path, [:])
            try await record(path.replacing("/acme", with: "/globex"), suspended)
            if route.path.contains("{tenant}") { try await record(path.replacing("/acme", with: "/nobody"), cookie) }
            if !route.isWrite {
                if !statuses.operation(operation).query.isEmpty { try await record(path + "?surprise=1", cookie) }
            } else {
                let caller = route.permission == .manageTenants ? cookie : key
                try await record(path, caller.merging(once))
                try await record(path, key.merging([.idempotencyKey: ""]))
                try await record(
                    path,
                    caller.merging([.idempotencyKey: "large"]),
                    body: Array(repeating: 0x20, count: 70_000)
                )
                try await record(path, cookie.merging([.contentType: "text/plain"]))
            }
        }
    }

    func rejectApps(_ statuses: Statuses) async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")
        let bearer = Site.bearer(try await site.signIn(kim, of: site.acme, kind: .app).token)
        let key: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text]
        _ = try await site.services.tenants.suspend(site.globex.tenant.id, grant: site.installation.installationGrant)
        let large = Array(repeating: UInt8(ascii: " "), count: 70_000)
        let twice: HTTPFields = [.gatehouseKey: site.acme.creation.ingestKey.text]
        for route in site.list.routes where route.area == .auth && route.authentication != .none {
            let bearer = route.authentication == .appAdministrator ? site.acmeKey : bearer
            func record(_ headers: HTTPFields, body: [UInt8]? = nil) async throws {
                statuses.add(route.operation ?? "", try await site.send(route.method, route.path, headers, body: body))
            }
            try await record(
                route.authentication == .appAdministrator ? key.merging(site.acmeKey).merging(twice) : bearer
            )
            try await record([.apiKey: "gh_pk_nonsense"])
            try await record([.apiKey: site.globex.creation.publishableKey.text])
            guard route.isWrite else { continue }
            try await record(key.merging(bearer).merging([.contentType: "application/json"]), body: large)
            try await record(key.merging(bearer).merging([.contentType: "text/plain"]), body: [0x7B])
        }
        try await throttleMessages(site, try await site.signIn(kim, of: site.acme, kind: .app).token, statuses)
        try await throttle(site, statuses)
        try await rejectIngest(site, statuses)
        try await rejectExports(site, statuses)
        try await rejectEnvelopes(site, statuses)
    }

    /// Both sign-ins share their limits, and both sign-ups.
    private func throttle(_ site: Site, _ statuses: Statuses) async throws {
        let user: JSONValue = ["name": "Kim", "email": "kim@acme.example", "password": "another horse battery"]
        for operation in ["betterAuthSignUp", "betterAuthSignIn"] {
            for _ in 1...31 { _ = try await site.app(operation, json: user) }
            for same in [operation, operation + "Bare"] { statuses.add(same, try await site.app(same, json: user)) }
        }
        statuses.add("betterAuthSocialSignIn", try await site.app("betterAuthSocialSignIn", json: Site.appleSignIn))
        try await site.acme.turnOnApple()
        for _ in 1...31 {
            statuses.add("betterAuthSocialSignIn", try await site.app("betterAuthSocialSignIn", json: Site.appleSignIn))
        }
    }

    /// Messages share their limits, and tries of links do.
    private func throttleMessages(_ site: Site, _ token: Credential, _ statuses: Statuses) async throws {
        for operation in ["betterAuthRequestPasswordReset", "betterAuthForgetPassword", "betterAuthSendVerification"] {
            for _ in 1...6 {
                statuses.add(operation, try await site.app(operation, json: ["email": "kim@acme.example"]))
            }
        }
        for _ in 1...21 {
            let answer = try await site.app(
                "betterAuthResetPassword",
                json: ["newPassword": "another horse battery", "token": "gh_l_x"]
            )
            statuses.add("betterAuthResetPassword", answer)
        }
        let path = try site.path("betterAuthVerifyEmail") + "?token=gh_l_x"
        statuses.add(
            "betterAuthVerifyEmail",
            try await site.send(.get, path, [.apiKey: site.acme.creation.publishableKey.text])
        )
        statuses.add(
            "betterAuthUseVerification",
            try await site.app("betterAuthUseVerification", json: ["token": "gh_l_x"])
        )
        for _ in 1...12 {
            let wrong: JSONValue = ["newPassword": "another horse battery", "currentPassword": "a wrong one"]
            statuses.add(
                "betterAuthChangePassword",
                try await site.app("betterAuthChangePassword", token: token, json: wrong)
            )
        }
        statuses.add(
            "betterAuthChangeEmail",
            try await site.app("betterAuthChangeEmail", token: token, json: ["newEmail": "new@acme.example"])
        )
    }

    private func rejectIngest(_ site: Site, _ statuses: Statuses) async throws {
        let key = Site.bearer(site.acme.creation.ingestKey).merging([.contentType: "application/json"])
        for operation in ["ingestEvents", "ingestAuthEvents"] {
            let requests: [(HTTPFields, String)] = [
                (key, "{"), ([:], "{}"), (Site.bearer(site.globex.creation.ingestKey), "{}"),
                (key.merging([.contentType: "text/plain"]), "{}"),
                (key.merging([.contentType: "application/x-ndjson"]), String(repeating: "{}\n", count: 1001)),
            ]
            for (headers, body) in requests {
                statuses.add(
                    operation,
                    try await site.send(.post, site.path(operation), headers, body: Array(body.utf8))
                )
            }
        }
    }

    private func rejectExports(_ site: Site, _ statuses: Statuses) async throws {
        let key = Site.bearer(site.acme.creation.ingestKey).merging([.contentType: "application/json"])
        let suspended = Site.bearer(site.globex.creation.ingestKey).merging([.contentType: "application/json"])
        let large = [UInt8](repeating: 0x20, count: EventLimits.decompressedBytes + 1)
        for operation in APIOperation.otlpOperations.map(\.id) {
            let requests: [(HTTPFields, [UInt8])] = [
                (key, Array("{".utf8)), ([:], Array("{}".utf8)), (suspended, Array("{}".utf8)), (key, large),
                (key.merging([.contentType: "text/plain"]), Array("{}".utf8)),
            ]
            let path = try site.path(operation).replacing("{project}", with: "\(site.acme.tenant.number)")
            for (headers, body) in requests {
                statuses.add(operation, try await site.send(.post, path, headers, body: body))
            }
        }
    }

    private func rejectEnvelopes(_ site: Site, _ statuses: Statuses) async throws {
        let key = Site.bearer(site.acme.creation.ingestKey)
        let suspended = Site.bearer(site.globex.creation.ingestKey)
        let large = [UInt8](repeating: 0x20, count: SentryFormat.maximumStreamedBytes + 1)
        for operation in ["sentryEnvelope", "sentryStore"] {
            let acme = try site.path(operation).replacing("{project}", with: "\(site.acme.tenant.number)")
            let globex = try site.path(operation).replacing("{project}", with: "\(site.globex.tenant.number)")
            let requests: [(path: String, headers: HTTPFields, body: [UInt8])] = [
                (acme, key, Array("[".utf8)), (acme, [:], Array("{}".utf8)), (globex, key, Array("{}".utf8)),
                (globex, suspended, Array("{}".utf8)), (acme, key, large),
                (acme, key.merging([.contentEncoding: "br"]), Array("{}".utf8)),
            ]
            for (path, headers, body) in requests {
                statuses.add(operation, try await site.send(.post, path, headers, body: body))
            }
        }
    }

    func rejectTokenClients(_ statuses: Statuses) async throws {
        let site = try await Site()
        _ = try await site.services.tenants.suspend(site.globex.tenant.id, grant: site.installation.installationGrant)
        for route in site.list.routes where route.area == .tokens {
            let operation = route.operation ?? ""
            guard route.isWrite else {
                statuses.add(
                    operation,
                    try await site.send(.get, route.path.replacing("{tenant}", with: "nobody"), [:])
                )
                continue
            }
            let suspended = try await site.send(
                .post,
                route.path.replacing("{tenant}", with: "globex"),
                Site.bearer(site.globex.creation.secretKey)
            )
            let answers = [
                try await site.tokens(operation, "hint=1"), try await site.tokens(operation, "token=1", as: [:]),
                suspended,
                try await site.tokens(operation, String(repeating: "token=1&", count: 3000)),
                try await site.tokens(operation, "{}", type: "application/json"),
            ]
            for answer in answers { statuses.add(operation, answer) }
        }
    }

    func rejectWithoutDatabase(_ statuses: Statuses) async throws {
        let site = try await Site()
        try await site.installation.control.close()
        for route in site.list.routes
        where route.isDescribed && (route.authentication != .none || [.tokens, .apple].contains(route.area)) {
            let credential: HTTPFields =
                switch route.area {
                case .auth, .account: [.apiKey: site.acme.creation.publishableKey.text]
                case .ingest: Site.bearer(site.acme.creation.ingestKey)
                default: site.acmeKey
                }
            statuses.add(
                route.operation ?? "",
                try await site.send(route.method, route.inAcme, as: credential, json: [:])
            )
        }
    }
}

/// Which statuses each operation has answered.
final class Statuses: Sendable {
    private let state = Mutex<Set<String>>([])

    var all: Set<String> { state.withLock { $0 } }

    func add(_ operation: String, _ answer: Site.Answer) { add(operation, answer.status) }

    func add(_ operation: String, _ status: Int) {
        state.withLock { _ = $0.insert("\(operation) \(status)") }
    }

    func operation(_ id: String) -> APIOperation {
        APIOperation.all.first { $0.id == id } ?? APIOperation(id: id, tag: .operations, summary: "", answers: [])
    }
}
