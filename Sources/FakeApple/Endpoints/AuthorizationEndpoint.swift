import Crypto
import Domain
import Foundation
import Hummingbird
import StrictJSON
import Synchronization

/// `/auth/authorize`: the page of the web flow, and the form that it posts back to the app.
struct AuthorizationEndpoint {
    /// A validated authorization request of an app.
    struct Wish {
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

    func page(for fields: FormFields) throws -> Response { .page(AuthorizePage.signIn(try wish(fields))) }

    /// Responds with a form that posts itself to the app.
    func decision(in fields: FormFields) throws -> Response {
        let wish = try wish(fields)
        var answer: [(name: String, value: String)] = []
        if fields["decision"] == "cancel" {
            answer.append(("error", "user_cancelled_authorize"))
        } else {
            answer = try consent(wish, fields)
        }
        if let state = wish.state { answer.append(("state", state)) }
        return .page(AuthorizePage.posting(answer, to: wish.redirectURI))
    }

    private func wish(_ fields: FormFields) throws(Refusal) -> Wish {
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
            throw Refusal(error: "invalid_scope", description: "Only name and email.")
        }
        return Wish(
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

    private func consent(_ wish: Wish, _ fields: FormFields) throws(Refusal) -> [(name: String, value: String)] {
        guard let email = fields["email"], EmailAddress(email) != nil else {
            throw .request("Fill in an e-mail address.")
        }
        let hides = fields["hide_email"] != nil
        let person = FakeUser(
            subject: FakeUser.subject(from: email),
            email: wish.scopes.contains("email") ? (hides ? FakeUser.relayAddress(from: email) : email) : nil,
            isPrivateEmail: hides,
            firstName: fields["first_name"],
            lastName: fields["last_name"]
        )
        let code = fake.newCode(
            Consent(person: person, teamID: wish.teamID, clientID: wish.clientID, nonce: wish.nonce),
            redirectURI: wish.redirectURI
        )
        var answer = [(name: "code", value: code)]
        if wish.wantsToken { answer.append(("id_token", try token(of: person, wish, code))) }
        let isFirst = fake.state.withLock {
            $0.introduced.insert(Relation(subject: person.subject, teamID: wish.teamID)).inserted
        }
        if isFirst, !wish.scopes.isEmpty { answer.append(("user", Self.introduction(of: person, wish.scopes))) }
        return answer
    }

    private func token(of person: FakeUser, _ wish: Wish, _ code: String) throws(Refusal) -> String {
        var claims = fake.claims(of: person, for: wish.clientID, nonce: wish.nonce)
        claims["c_hash"] = .string(Base64URL.encode(SHA256.hash(data: Data(code.utf8)).prefix(16)))
        guard let token = try? fake.identityToken(claims) else {
            throw Refusal(error: "server_error", description: "There are no keys.")
        }
        return token
    }

    /// The user's name and address, which the app gets only once.
    private static func introduction(of person: FakeUser, _ scopes: Set<String>) -> String {
        var user: JSONObject = [:]
        if scopes.contains("name") {
            user["name"] = ["firstName": .string(person.firstName ?? ""), "lastName": .string(person.lastName ?? "")]
        }
        user.append("email", person.email.map { .string($0) })
        return JSONValue.object(user).text
    }
}
