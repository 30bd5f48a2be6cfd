import Domain
import Fixtures
import Foundation
import HTTPTypes
import Hummingbird
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore
@testable import WebFixtures

/// The same for the routes in the dialect of GoTrue.
extension DescribedAnswersTests {
    private static let secret = TestTenant.password

    func speakGoTrueWell(_ statuses: Statuses) async throws {
        let site = try await Site(mail: Mailbox())
        let app = GoTrueSite(site)
        let ada: JSONValue = ["email": "ada@acme.example", "password": .string(Self.secret)]
        statuses.add("goTrueHealth", try await app.send("goTrueHealth"))
        for operation in ["goTrueSettings", "goTrueKeys", "goTrueIssuer"] {
            statuses.add(operation, try await app.send(operation))
        }
        let started = try await app.send("goTrueSignUp", json: ada)
        statuses.add("goTrueSignUp", started)
        let token = try #require(try started.json["access_token"]?.stringValue)
        statuses.add("goTrueToken", try await app.send("goTrueToken", query: "?grant_type=password", json: ada))
        statuses.add("goTrueGetUser", try await app.send("goTrueGetUser", token: token))
        statuses.add("goTrueUpdateUser", try await app.send("goTrueUpdateUser", token: token, json: ["data": ["a": 1]]))
        statuses.add("goTrueLogout", try await app.send("goTrueLogout", token: token))
        try await unlinkWell(app, statuses)
        try await site.acme.connectApple(webClientID: "com.example.app")
        try await site.acme.set {
            $0.methods = [.password, .apple]
            $0.redirects = [RedirectRule("https://app.example/back")].compactMap(\.self)
        }
        statuses.add("goTrueAuthorize", try await app.send("goTrueAuthorize", query: "?provider=apple"))

        try await messageWell(app, statuses)
        let vic = try await site.acme.add("Vic")
        for (operation, body) in [
            ("goTrueListUsers", nil), ("goTrueCreateUser", ["email": "new@acme.example"]), ("goTrueReadUser", nil),
            ("goTrueReviseUser", ["user_metadata": ["a": 1]]), ("goTrueListFactors", nil), ("goTrueListAudit", nil),
            ("goTrueInvite", ["email": "eve@acme.example"]), ("goTrueInviteAlias", ["email": "ivy@acme.example"]),
            ("goTrueDeleteUser", nil),
        ] as [(String, JSONValue?)] {
            statuses.add(
                operation,
                try await app.send(operation, of: vic.id, key: site.acme.creation.secretKey, json: body)
            )
        }
    }

    /// Takes one of two ways away, and then the other.
    private func unlinkWell(_ app: GoTrueSite, _ statuses: Statuses) async throws {
        let site = app.site
        let hash = "$2b$05$abcdefghijklmnopqrstuuD3mHdCr44zlIZ.VZCaYRpfQhXMYnEo."
        let line =
            #"{"email":"two@acme.example","password_hash":"\#(hash)","identities":[{"provider":"apple","subject":"001.two.1"}]}"#
        _ = try await site.services.transfer.add([Data(line.utf8)], isTrial: false, grant: site.acme.system.grant())
        let users = try await site.services.users.page(
            UserQuery(search: "two@acme"),
            PageRequest(),
            grant: site.acme.system.grant()
        )
        let two = try #require(users.items.first?.user)
        let token = try await site.signIn(two, of: site.acme, kind: .app).token.text
        let identities = try await app.send("goTrueGetUser", token: token).json["identities"]?.arrayValue ?? []
        #expect(identities.count == 2)
        for identity in identities {
            let id = identity["identity_id"]?.stringValue
            statuses.add("goTrueUnlinkIdentity", try await app.send("goTrueUnlinkIdentity", of: id, token: token))
        }
        site.installation.clock.advance(by: .days(2))
        let last = identities.last?["identity_id"]?.stringValue
        for id in [last, "unknown"] {
            statuses.add("goTrueUnlinkIdentity", try await app.send("goTrueUnlinkIdentity", of: id, token: token))
        }
        statuses.add("goTrueLinkIdentity", try await app.send("goTrueLinkIdentity", token: token))
    }

    private func messageWell(_ app: GoTrueSite, _ statuses: Statuses) async throws {
        let site = app.site
        let kim = try await site.acme.add("Kim")
        let token = try await site.signIn(kim, of: site.acme, kind: .app).token.text
        for operation in ["goTrueRecover", "goTrueOTP", "goTrueMagicLink"] {
            statuses.add(operation, try await app.send(operation, json: ["email": "kim@acme.example"]))
        }
        statuses.add(
            "goTrueResend",
            try await app.send("goTrueResend", json: ["type": "signup", "email": "kim@acme.example"])
        )
        statuses.add("goTrueReauthenticate", try await app.send("goTrueReauthenticate", token: token))
        let secret = site.acme.creation.secretKey
        let made = try await app.send(
            "goTrueGenerateLink",
            key: secret,
            json: ["type": "recovery", "email": "kim@acme.example"]
        )
        statuses.add("goTrueGenerateLink", made)
        let link = try #require(try made.json["hashed_token"])
        statuses.add(
            "goTrueFollow",
            try await app.send("goTrueFollow", query: "?token=\(try #require(link.stringValue))")
        )
        statuses.add(
            "goTrueVerify",
            try await app.send("goTrueVerify", json: ["type": "recovery", "token_hash": link])
        )
    }

    private func rejectMessages(_ app: GoTrueSite, _ statuses: Statuses, token: String) async throws {
        let site = app.site
        let (secret, grant) = (site.acme.creation.secretKey, try site.acme.system.grant(ManageUsers.self))
        let (lee, mia) = (try await site.acme.add("Lee"), try await site.acme.add("Mia"))
        let taken = try await site.services.links.make(
            LinkDraft(.changeEmail, newEmail: "mia@acme.example"),
            for: lee.id,
            grant: grant
        ).token.text
        statuses.add(
            "goTrueVerify",
            try await app.send("goTrueVerify", json: ["type": "email_change", "token_hash": .string(taken)])
        )
        statuses.add("goTrueFollow", try await app.send("goTrueFollow", query: "?token=x"))
        statuses.add("goTrueFollow", try await app.send("goTrueFollow", query: "?%FF=1"))
        statuses.add(
            "goTrueFollow",
            try await app.send("goTrueFollow", query: "?token=\(String(repeating: "x", count: 300))")
        )
        for (operation, body) in [
            ("goTrueGenerateLink", ["type": "recovery", "email": "nobody@acme.example"]),
            ("goTrueGenerateLink", ["type": "signup", "email": .string(mia.email?.description ?? "")]),
        ] as [(String, JSONValue)] {
            statuses.add(operation, try await app.send(operation, key: secret, json: body))
        }
        for operation in ["goTrueRecover", "goTrueOTP", "goTrueMagicLink", "goTrueResend"] {
            for _ in 1...6 {
                statuses.add(
                    operation,
                    try await app.send(operation, json: ["type": "signup", "email": "lee@acme.example"])
                )
            }
        }
        for _ in 1...6 {
            statuses.add("goTrueReauthenticate", try await app.send("goTrueReauthenticate", token: token))
        }
        for _ in 1...21 {
            statuses.add(
                "goTrueVerify",
                try await app.send("goTrueVerify", json: ["type": "signup", "token_hash": "gh_l_x"])
            )
        }
        let bare = GoTrueSite(try await Site())
        let kim = try await bare.site.acme.add("Kim")
        let own = try await bare.site.signIn(kim, of: bare.site.acme, kind: .app).token.text
        statuses.add("goTrueReauthenticate", try await bare.send("goTrueReauthenticate", token: own))
        let code: JSONValue = ["auth_code": "gh_l_x", "code_verifier": "x"]
        statuses.add("goTrueToken", try await bare.send("goTrueToken", query: "?grant_type=pkce", json: code))
        _ = try await bare.site.services.settings.change(expecting: nil, grant: bare.site.acme.system.grant()) {
            $0.methods = [.anonymous]
        }
        for operation in ["goTrueRecover", "goTrueOTP", "goTrueMagicLink", "goTrueResend"] {
            statuses.add(
                operation,
                try await bare.send(operation, json: ["type": "signup", "email": "lee@acme.example"])
            )
        }
    }

    func rejectGoTrue(_ statuses: Statuses) async throws {
        let site = try await Site(mail: Mailbox())
        let app = GoTrueSite(site)
        let kim = try await site.acme.add("Kim")
        let session = try await site.signIn(kim, of: site.acme, kind: .app)
        _ = try await site.services.tenants.suspend(site.globex.tenant.id, grant: site.installation.installationGrant)
        let large = Array(repeating: UInt8(ascii: " "), count: Request.goTrueMaximumBytes + 1)
        for route in site.list.routes where route.isDescribed && route.area == .goTrue && route.authentication != .none
        {
            let operation = route.operation ?? ""
            let isAdministration = route.authentication == .secretKey
            let key = isAdministration ? site.acme.creation.secretKey : site.acme.creation.publishableKey
            let foreign = isAdministration ? site.globex.creation.secretKey : site.globex.creation.publishableKey
            var headers: HTTPFields = [.apiKey: key.text]
            headers[.authorization] = "Bearer \(isAdministration ? key.text : session.token.text)"
            func record(_ headers: HTTPFields, body: [UInt8]? = nil) async throws {
                let path = route.inAcme + (operation == "goTrueToken" ? "?grant_type=password" : "")
                statuses.add(operation, try await site.send(route.method, path, headers, body: body))
            }
            try await record(headers.merging([.gatehouseKey: site.globex.creation.publishableKey.text]))
            try await record([:])
            try await record([.apiKey: foreign.text, .authorization: "Bearer \(foreign.text)"])
            if route.path.contains("{user}") { try await record(headers, body: Array("{}".utf8)) }
            guard route.isWrite else { continue }
            try await record(headers, body: large)
            try await record(headers.merging([.contentEncoding: "gzip"]), body: [0x7B])
        }
        try await rejectMessages(app, statuses, token: session.token.text)
        try await rejectGoTrueRequests(app, statuses, token: session.token.text)
    }

    private func rejectGoTrueRequests(_ app: GoTrueSite, _ statuses: Statuses, token: String) async throws {
        let site = app.site
        let kim: JSONValue = ["email": "kim@acme.example", "password": .string(Self.secret)]
        let (weak, soft): (JSONValue, JSONValue) = (["password": "short"], ["should_soft_delete": true])
        let secret = site.acme.creation.secretKey
        let (vic, boss) = (try await site.acme.add("Vic"), try await site.acme.add("Boss", role: .admin))
        statuses.add("goTrueSignUp", try await app.send("goTrueSignUp", json: kim))
        statuses.add("goTrueUpdateUser", try await app.send("goTrueUpdateUser", token: token, json: weak))
        for (operation, user, body) in [
            ("goTrueCreateUser", vic, kim), ("goTrueInvite", vic, kim), ("goTrueInviteAlias", vic, kim),
            ("goTrueReviseUser", vic, kim),
            ("goTrueReviseUser", boss, ["ban_duration": "1h"]), ("goTrueDeleteUser", vic, soft),
            ("goTrueDeleteUser", boss, [:]),
        ] as [(String, User, JSONValue)] {
            statuses.add(operation, try await app.send(operation, of: user.id, key: secret, json: body))
        }
        let wrong: JSONValue = ["email": "kim@acme.example", "password": "another horse battery"]
        for _ in 1...31 {
            _ = try await app.send("goTrueSignUp", json: kim)
            _ = try await app.send("goTrueToken", query: "?grant_type=password", json: wrong)
        }
        statuses.add("goTrueSignUp", try await app.send("goTrueSignUp", json: kim))
        statuses.add("goTrueAuthorize", try await app.send("goTrueAuthorize", query: "?provider=google"))
        statuses.add("goTrueToken", try await app.send("goTrueToken", query: "?grant_type=password", json: wrong))
        let change: JSONValue = ["password": "another horse battery", "current_password": "no horse"]
        for _ in 1...11 {
            statuses.add("goTrueUpdateUser", try await app.send("goTrueUpdateUser", token: token, json: change))
        }
        try await site.acme.connectApple()
        _ = try await site.services.settings.change(expecting: nil, grant: site.acme.system.grant()) {
            $0.methods = [.apple]
        }
        statuses.add("goTrueToken", try await app.send("goTrueToken", query: "?grant_type=password", json: kim))
        try await site.acme.connectApple(webClientID: "com.example.app")
        try await site.acme.set { $0.redirects = [RedirectRule("https://app.example/back")].compactMap(\.self) }
        for _ in 1...31 {
            statuses.add("goTrueAuthorize", try await app.send("goTrueAuthorize", query: "?provider=apple"))
        }
        let linked: JSONValue = ["provider": "apple", "id_token": "a.b.c", "link_identity": true]
        statuses.add("goTrueToken", try await app.send("goTrueToken", query: "?grant_type=id_token", json: linked))
    }
}

/// Requests of acme's app and backend in the dialect of GoTrue.
private struct GoTrueSite {
    let site: Site

    init(_ site: Site) {
        self.site = site
    }

    func send(
        _ operation: String,
        of user: User.ID,
        key: Credential? = nil,
        json: JSONValue? = nil
    ) async throws -> Site.Answer {
        try await send(operation, of: user.description, key: key, json: json)
    }

    func send(
        _ operation: String,
        of name: String? = nil,
        query: String = "",
        token: String? = nil,
        key: Credential? = nil,
        json: JSONValue? = nil
    ) async throws -> Site.Answer {
        let key = key ?? site.acme.creation.publishableKey
        var path = try site.path(operation)
        for parameter in ["{user}", "{identity}"] { if let name { path = path.replacing(parameter, with: name) } }
        let headers: HTTPFields = [
            .apiKey: key.text, .authorization: "Bearer \(token ?? key.text)",
            .xSupabaseAPIVersion: GoTrueRenderer.version,
        ]
        return try await site.send(site.method(operation), path + query, as: headers, json: json)
    }
}
