import Domain
import Fixtures
import HTTPTypes
import StrictJSON
import Testing
import UseCases

@testable import ConsoleKit
@testable import ManagementAPI
@testable import WebCore

/// An app of acme that speaks Better Auth, or of another tenant with its key.
struct BetterAuthClient {
    let server: AppServer
    var headers: HTTPFields

    init(_ server: AppServer, key: Credential? = nil) {
        self.server = server
        headers = [.apiKey: (key ?? server.acme.creation.publishableKey).text]
    }

    func post(
        _ path: String,
        _ body: String? = nil,
        token: String? = nil,
        headers more: HTTPFields = [:]
    ) async throws -> AppServer.Answer {
        var fields = headers.merging(more)
        if body != nil, fields[.contentType] == nil { fields[.contentType] = "application/json" }
        if let token { fields[.authorization] = "Bearer \(token)" }
        return try await server.send(.post, "/api/auth/\(path)", headers: fields, body: body.map { Array($0.utf8) })
    }

    func get(_ path: String, token: String? = nil, headers more: HTTPFields = [:]) async throws -> AppServer.Answer {
        var fields = headers.merging(more)
        if let token { fields[.authorization] = "Bearer \(token)" }
        return try await server.send(.get, "/api/auth/\(path)", headers: fields)
    }

    /// Signs up, and returns the session token.
    func signUp(_ email: String = "ada@example.com", headers: HTTPFields = [:]) async throws -> String {
        let body = #"{"name":"Ada","email":"\#(email)","password":"correct horse battery"}"#
        let answer = try await post("sign-up/email", body, headers: headers)
        return try #require(try answer.json["token"]?.stringValue, "\(answer.text)")
    }

    func signIn(
        _ email: String = "ada@example.com",
        password: String = "correct horse battery"
    ) async throws -> AppServer.Answer {
        try await post("sign-in/email", #"{"email":"\#(email)","password":"\#(password)"}"#)
    }
}

extension HTTPFields {
    /// These, with those of `other` in their place where both have one.
    func merging(_ other: HTTPFields) -> HTTPFields {
        other.reduce(into: self) { $0[values: $1.name] = other[values: $1.name] }
    }
}
