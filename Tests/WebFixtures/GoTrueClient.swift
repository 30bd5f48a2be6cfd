import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import AppAPI
@testable import Console
@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

/// An app of acme that speaks GoTrue as a Supabase SDK does, or of another tenant with its key.
struct GoTrueClient {
    let server: AppServer
    var headers: HTTPFields

    init(_ server: AppServer, key: Credential? = nil, isVersioned: Bool = true) {
        self.server = server
        let key = (key ?? server.acme.creation.publishableKey).text
        headers = [.apiKey: key, .authorization: "Bearer \(key)"]
        if isVersioned { headers[.xSupabaseAPIVersion] = "2024-01-01" }
    }

    static func administrator(_ server: AppServer) -> GoTrueClient {
        GoTrueClient(server, key: server.acme.creation.secretKey)
    }

    func send(
        _ method: HTTPRequest.Method,
        _ path: String,
        _ body: String? = nil,
        token: String? = nil,
        headers more: HTTPFields = [:]
    ) async throws -> AppServer.Answer {
        var fields = headers.merging(more)
        if body != nil { fields[.contentType] = "application/json" }
        if let token { fields[.authorization] = "Bearer \(token)" }
        return try await server.send(method, "/auth/v1/\(path)", headers: fields, body: body.map { Array($0.utf8) })
    }

    struct Tokens { let access: String, refresh: String, user: String }

    func signUp(_ email: String = "ada@example.com") async throws -> Tokens {
        try Self.tokens(
            try await send(
                .post,
                "signup",
                #"{"email":"\#(email)","password":"correct horse battery","data":{"plan":"x"}}"#
            )
        )
    }

    func signIn(
        _ email: String = "ada@example.com",
        password: String = "correct horse battery"
    ) async throws -> AppServer.Answer {
        try await send(.post, "token?grant_type=password", #"{"email":"\#(email)","password":"\#(password)"}"#)
    }

    func refresh(_ token: String) async throws -> AppServer.Answer {
        try await send(.post, "token?grant_type=refresh_token", #"{"refresh_token":"\#(token)"}"#)
    }

    static func tokens(_ answer: AppServer.Answer) throws -> Tokens {
        let json = try answer.json
        return Tokens(
            access: try #require(json["access_token"]?.stringValue, "\(answer.text)"),
            refresh: try #require(json["refresh_token"]?.stringValue),
            user: try #require(json["user"]?["id"]?.stringValue)
        )
    }

    /// Changes the settings of acme.
    func set(_ edit: @escaping @Sendable (inout TenantSettings) -> Void) async throws {
        let acme = server.acme
        _ = try await acme.services.settings.change(expecting: nil, grant: acme.system.grant(), edit: edit)
    }
}
