import Crypto
import Domain
import Foundation
import Hummingbird
import StrictJSON
import Synchronization

/// `/auth/authorize`: the page of the web flow, and the form that it posts back to the app.
struct AuthorizationEndpoint {
    /// A validated authorization request of an app.
    struct AuthorizationRequest {
        let clientID: String
        let teamID: String
        let redirectURI: String
        let state: String?
        let nonce: String?
        let scopes: Set<String>
        let wantsToken: Bool
        /// The fields that the page sends along, so that its response is made from the same request.
        let fields: [(name: String, value: String)]
    }

    private static let names = [
        "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce",
    ]

    let fake: FakeAppleState

    func page(for fields: FormFields) throws -> Response {
        .page(AuthorizePage.signIn(try authorizationRequest(fields)))
    }

    /// Responds with a form that posts itself to the app.
    func decision(in fields: FormFields) throws -> Response {
        let request = try authorizationRequest(fields)
        var answer: [(name: String, value: String)] = []
        if fields["decision"] == "cancel" {
            answer.append(("error", "user_cancelled_authorize"))
        } else {
            answer = try consent(request, fields)
        }
        if let state = request.state { answer.append(("state", state)) }
        return .page(AuthorizePage.posting(answer, to: request.redirectURI))
    }

    private func authorizationRequest(_ fields: FormFields) throws(Rejection) -> AuthorizationRequest {
        guard let clientID = fields["client_id"], let (teamID, client) = fake.client(clientID) else {
            throw .client("The client_id is unknown.")
        }
        guard let redirectURI = fields["redirect_uri"], client.allows(redirectURI) else {
            throw .request("Invalid web redirect url.")
        }
        let types = Set((fields["response_type"] ?? "").split(separator: " ").map(String.init))
        guard types.contains("code"), types.isSubset(of: ["code", "id_token"]) else {
            throw .request("Invalid response_type.")
        }
        guard fields["response_mode"] == "form_post" else { throw .request("response_mode must be form_post.") }
        let scopes = Set((fields["scope"] ?? "").split(separator: " ").map(String.init))
        guard scopes.isSubset(of: ["name", "email"]) else {
            throw Rejection(error: "invalid_scope", description: "Only name and email.")
        }
        return AuthorizationRequest(
            clientID: clientID,
            teamID: teamID,
            redirectURI: redirectURI,
            state: fields["state"],
            nonce: fields["nonce"],
            scopes: scopes,
            wantsToken: types.contains("id_token"),
            fields: Self.names.compactMap { name in fields[name].map { (name, $0) } }
        )
    }

    private func consent(
        _ request: AuthorizationRequest,
        _ fields: FormFields
    ) throws(Rejection) -> [(name: String, value: String)] {
        guard let email = fields["email"], EmailAddress(email) != nil else {
            throw .request("Fill in an e-mail address.")
        }
        let hides = fields["hide_email"] != nil
        let user = FakeUser(
            subject: FakeUser.subject(from: email),
            email: request.scopes.contains("email") ? (hides ? FakeUser.relayAddress(from: email) : email) : nil,
            isPrivateEmail: hides,
            firstName: fields["first_name"],
            lastName: fields["last_name"]
        )
        let code = fake.newCode(
            Consent(user: user, teamID: request.teamID, clientID: request.clientID, nonce: request.nonce),
            redirectURI: request.redirectURI
        )
        var answer = [(name: "code", value: code)]
        if request.wantsToken { answer.append(("id_token", try token(of: user, request, code))) }
        let isFirst = fake.state.withLock {
            $0.introduced.insert(Relation(subject: user.subject, teamID: request.teamID)).inserted
        }
        if isFirst, !request.scopes.isEmpty { answer.append(("user", Self.introduction(of: user, request.scopes))) }
        return answer
    }

    private func token(of user: FakeUser, _ request: AuthorizationRequest, _ code: String) throws(Rejection) -> String {
        var claims = fake.claims(of: user, for: request.clientID, nonce: request.nonce)
        claims["c_hash"] = .string(Base64URL.encode(SHA256.hash(data: Data(code.utf8)).prefix(16)))
        guard let token = try? fake.identityToken(claims) else {
            throw Rejection(error: "server_error", description: "There are no keys.")
        }
        return token
    }

    /// The user's name and address, which the app gets only once.
    private static func introduction(of user: FakeUser, _ scopes: Set<String>) -> String {
        var object: JSONObject = [:]
        if scopes.contains("name") {
            object["name"] = ["firstName": .string(user.firstName ?? ""), "lastName": .string(user.lastName ?? "")]
        }
        object.append("email", user.email.map { .string($0) })
        return JSONValue.object(object).text
    }
}
