import Database
import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// Requests of users to their own account, and of the admin plugin of Better Auth.
extension DescribedAnswersTests {
    func administerByBetterAuth(_ statuses: Statuses) async throws {
        let site = try await Site()
        let (kim, vic) = (try await site.acme.add("Kim"), try await site.acme.add("Vic"))
        let boss = try await site.acme.add("Boss", role: .admin)
        let customer: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text,
            .authorization: "Bearer \(try await site.signIn(vic, of: site.acme, kind: .app).token.text)",
        ]
        let session = try await site.signIn(kim, of: site.acme, kind: .app).session
        func body(_ operation: String, _ user: String) -> JSONValue? {
            let id = JSONValue.string(user)
            return switch operation {
            case "betterAuthListUsers", "betterAuthGetUser": nil
            case "betterAuthCreateUser": ["email": "new@acme.example", "name": "New"]
            case "betterAuthReviseUser": ["userId": id, "data": ["name": "Kim Lee", "role": "driver"]]
            case "betterAuthSetRole": ["userId": id, "role": "driver"]
            case "betterAuthSetUserPassword": ["userId": id, "newPassword": "another horse battery"]
            case "betterAuthRevokeUserSession": ["sessionToken": .string(session.id.description)]
            case "betterAuthHasPermission": ["permissions": ["user": ["list"]]]
            default: ["userId": id]
            }
        }
        let removal = "betterAuthRemoveUser"
        let routes = site.list.routes.filter { $0.authentication == .appAdministrator }
        for route in routes.sorted(by: { ($0.operation == removal ? 1 : 0) < ($1.operation == removal ? 1 : 0) }) {
            let operation = route.operation ?? ""
            let query = operation == "betterAuthGetUser" ? "?id=" : nil
            for user in ["nonsense", site.globex.tenant.id.description, boss.id.description, kim.id.description] {
                let path = route.path + (query.map { $0 + user } ?? "")
                statuses.add(operation, try await site.send(route.method, path, json: body(operation, user)))
            }
            statuses.add(
                operation,
                try await site.send(route.method, route.path, as: customer, json: body(operation, kim.id.description))
            )
        }
        let impersonation = "betterAuthImpersonateUser"
        let token = try await site.signIn(boss, of: site.acme, kind: .app).token
        for user in [boss.id.description, vic.id.description, "nonsense"] {
            statuses.add(
                impersonation,
                try await site.app(impersonation, token: token, json: body(impersonation, user))
            )
        }
        let started = try await site.app(impersonation, token: token, json: body(impersonation, vic.id.description))
        let stop = "betterAuthStopImpersonating"
        let text = try #require(try started.json["session"]?["token"]?.stringValue)
        for token in [token.text, text] {
            let headers: HTTPFields = [
                .apiKey: site.acme.creation.publishableKey.text, .authorization: "Bearer \(token)",
            ]
            statuses.add(stop, try await site.send(.post, "/api/auth/admin/stop-impersonating", as: headers, json: [:]))
        }
    }

    func takeTurnsWell(_ statuses: Statuses) async throws {
        let site = try await Site()
        for name in ["Kim", "Vic"] { try await site.acme.add(name) }
        try await site.acme.set { $0.multiSession = true }
        var headers: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text, .origin: "https://gatehouse.example.com",
        ]
        func send(_ operation: String, _ json: JSONValue? = nil) async throws -> Site.Answer {
            let route = try #require(site.list.routes.first { $0.operation == operation })
            let answer = try await site.send(route.method, route.path, as: headers, json: json)
            statuses.add(operation, answer)
            return answer
        }
        var cookies: [String] = []
        for name in ["kim", "vic"] {
            let answer = try await send(
                "betterAuthSignIn",
                ["email": .string("\(name)@acme.example"), "password": .string(TestTenant.password)]
            )
            cookies += answer.headers[values: .setCookie].map { String($0.prefix { $0 != ";" }) }.filter {
                $0.contains("_multi-")
            }
        }
        headers[.cookie] = cookies.joined(separator: "; ")
        let list = try await send("betterAuthListDeviceSessions").json.arrayValue ?? []
        try #require(list.count == 2)
        for operation in ["betterAuthSetActiveSession", "betterAuthRevokeDeviceSession"] {
            let token: JSONValue = list[0]["session"]?["token"] ?? .null
            for handle in [token, "x"] { _ = try await send(operation, ["sessionToken": handle]) }
        }
        headers[.origin] = nil
        for operation in ["betterAuthSetActiveSession", "betterAuthRevokeDeviceSession"] {
            _ = try await send(operation, ["sessionToken": "x"])
        }
        try await site.acme.set { $0.multiSession = false }
        _ = try await send("betterAuthListDeviceSessions")
        for operation in ["betterAuthSetActiveSession", "betterAuthRevokeDeviceSession"] {
            _ = try await send(operation, ["sessionToken": "x"])
        }
    }

    func linkWell(_ statuses: Statuses) async throws {
        let site = try await Site()
        try await site.acme.turnOnApple()
        for name in ["Kim", "Lee"] {
            let token = try await site.signIn(try await site.acme.add(name), of: site.acme, kind: .app).token
            let body = Site.appleSignIn
            statuses.add("betterAuthLinkSocial", try await site.app("betterAuthLinkSocial", token: token, json: body))
            guard name == "Lee" else { continue }
            for _ in 1...31 {
                statuses.add(
                    "betterAuthLinkSocial",
                    try await site.app("betterAuthLinkSocial", token: token, json: body)
                )
            }
        }
    }

    func keepAccountWell(_ statuses: Statuses) async throws {
        let site = try await Site()
        let (kim, boss) = (try await site.acme.add("Kim"), try await site.acme.add("Boss", role: .admin))
        let token = try await site.signIn(kim, of: site.acme, kind: .app).token
        for (operation, body) in [
            ("betterAuthUpdateUser", ["name": "Kim Lee"]), ("betterAuthListAccounts", nil),
            ("betterAuthUnlinkAccount", ["providerId": "apple"]), ("betterAuthLinkSocial", Site.appleSignIn),
            ("betterAuthLinkSocial", ["provider": "google"]), ("getProfile", nil), ("changeProfile", ["name": "Kim L"]),
            ("changeProfile", ["name": "Kim Lee", "version": 0]), ("changeProfile", ["surprise": 1]),
            ("restoreSession", nil),
            ("restoreSession", ["surprise": 1]),
        ] as [(String, JSONValue?)] {
            statuses.add(operation, try await site.app(operation, token: token, json: body))
        }
        let headers: HTTPFields = [
            .apiKey: site.acme.creation.publishableKey.text, .authorization: "Bearer \(token.text)",
            .ifMatch: "\"900\"",
        ]
        statuses.add("changeProfile", try await site.send(.patch, "/api/v1/me", as: headers, json: ["name": "Kim"]))
        try await site.linkApple(to: kim, of: site.acme)
        statuses.add(
            "betterAuthUnlinkAccount",
            try await site.app("betterAuthUnlinkAccount", token: token, json: ["providerId": "apple"])
        )
        for _ in 1...61 {
            statuses.add(
                "restoreSession",
                try await site.app("restoreSession", token: token, json: ["refresh_token": "gh_r_x"])
            )
        }
        for _ in 1...121 {
            statuses.add("changeProfile", try await site.app("changeProfile", token: token, json: ["name": "Kim"]))
        }
        let bosses = try await site.signIn(boss, of: site.acme, kind: .app).token
        statuses.add(
            "betterAuthDeleteUser",
            try await site.app("betterAuthDeleteUser", token: bosses, json: ["password": .string(TestTenant.password)])
        )
        // The other session has made as many changes as it may.
        let fresh = try await site.signIn(kim, of: site.acme, kind: .app).token
        statuses.add("betterAuthDeleteUser", try await site.app("betterAuthDeleteUser", token: fresh, json: [:]))
        let vic = try await site.acme.add("Vic")
        let vics = try await site.signIn(vic, of: site.acme, kind: .app).token
        for _ in 1...11 {
            _ = try await site.app("betterAuthDeleteUser", token: vics, json: ["password": "wrong horse battery"])
        }
        statuses.add(
            "betterAuthDeleteUser",
            try await site.app("betterAuthDeleteUser", token: vics, json: ["password": "wrong horse battery"])
        )
    }

    func rejectAccounts(_ statuses: Statuses) async throws {
        let site = try await Site()
        let kim = try await site.acme.add("Kim")
        let bearer = Site.bearer(try await site.signIn(kim, of: site.acme, kind: .app).token)
        let key: HTTPFields = [.apiKey: site.acme.creation.publishableKey.text]
        _ = try await site.services.tenants.suspend(site.globex.tenant.id, grant: site.installation.installationGrant)
        let large = Array(repeating: UInt8(ascii: " "), count: 70_000)
        for route in site.list.routes where route.area == .account {
            func record(_ headers: HTTPFields, body: [UInt8]? = nil) async throws {
                statuses.add(route.operation ?? "", try await site.send(route.method, route.path, headers, body: body))
            }
            try await record(bearer)
            try await record(key)
            try await record([.apiKey: site.globex.creation.publishableKey.text])
            guard route.isWrite else { continue }
            try await record(key.merging(bearer).merging([.contentType: "application/json"]), body: large)
            try await record(key.merging(bearer).merging([.contentType: "text/plain"]), body: [0x7B])
        }
    }
}

extension Site {
    /// As if the person had signed in with Apple too.
    func linkApple(to user: User, of testTenant: TestTenant) async throws {
        let (tenant, subject) = (testTenant.tenant.id.uuid, "apple-\(user.id)")
        try await installation.control.write(.tenant(tenant)) { transaction in
            _ = try transaction.execute(
                """
                INSERT INTO identities (tenant_id, provider, subject, user_id, secret, created_at, last_used_at)
                VALUES (\(tenant), \("apple"), \(subject), \(user.id.uuid), NULL, \(user.createdAt.milliseconds), NULL)
                """
            )
        }
    }
}
