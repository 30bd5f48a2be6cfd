import Crypto
import Domain
import Foundation
import StrictJSON
import Synchronization

/// `/auth/token` and `/auth/revoke`.
struct TokenEndpoint {
    let fake: FakeAppleState

    func tokens(for fields: FormFields) throws -> JSONObject {
        let (_, clientID) = try ClientSecretCheck(fake: fake).team(of: fields)
        switch fields["grant_type"] {
        case "authorization_code": return try answer(to: try exchanged(fields, clientID), isFirst: true)
        case "refresh_token": return try answer(to: try refreshed(fields, clientID), isFirst: false)
        case let type:
            throw Rejection(error: "unsupported_grant_type", description: "grant_type \(type ?? "is missing")")
        }
    }

    /// Accepts invalid tokens too, as Apple does.
    func revoke(_ fields: FormFields) throws {
        let (teamID, _) = try ClientSecretCheck(fake: fake).team(of: fields)
        guard let token = fields["token"] else { throw Rejection.request("token is missing") }
        let consent = fake.state.withLock { $0.refreshTokens[token] ?? $0.accessTokens[token] }
        guard let consent, consent.teamID == teamID else { return }
        fake.withdraw(Relation(subject: consent.user.subject, teamID: teamID))
    }

    private func exchanged(_ fields: FormFields, _ clientID: String) throws(Rejection) -> Consent {
        guard let text = fields["code"] else { throw .request("code is missing") }
        let now = fake.now()
        let result: Result<Consent, Rejection> = fake.state.withLock { state in
            guard let code = state.codes[text] else { return .failure(.grant("The code is unknown.")) }
            guard code.consent.clientID == clientID else {
                return .failure(.grant("The code was not issued to \(clientID)."))
            }
            guard !code.isUsed else { return .failure(.grant("The code has already been used.")) }
            guard now < code.expiresAt else { return .failure(.grant("The code has expired.")) }
            guard code.redirectURI == fields["redirect_uri"] else {
                return .failure(.grant("redirect_uri does not match."))
            }
            state.codes[text]?.isUsed = true
            return .success(code.consent)
        }
        return try result.get()
    }

    private func refreshed(_ fields: FormFields, _ clientID: String) throws(Rejection) -> Consent {
        guard let token = fields["refresh_token"] else { throw .request("refresh_token is missing") }
        guard let consent = fake.state.withLock({ $0.refreshTokens[token] }) else { throw .grant("The token is void.") }
        guard consent.clientID == clientID else { throw .grant("The token was not issued to \(clientID).") }
        return consent
    }

    private func answer(to consent: Consent, isFirst: Bool) throws -> JSONObject {
        let access = FakeNames.secret("a")
        let refresh = isFirst ? FakeNames.secret("r") : nil
        fake.state.withLock { state in
            state.accessTokens.makeRoom()
            state.accessTokens[access] = consent
            guard let refresh else { return }
            state.refreshTokens.makeRoom()
            state.refreshTokens[refresh] = consent
        }
        let claims = fake.claims(of: consent.user, for: consent.clientID, nonce: isFirst ? consent.nonce : nil)
        var answer: JSONObject = ["access_token": .string(access), "token_type": "Bearer", "expires_in": 3600]
        answer.append("refresh_token", refresh.map { .string($0) })
        answer["id_token"] = .string(try fake.identityToken(claims))
        return answer
    }
}

/// Validates a client secret as Apple does, and names the fault, which Apple does not.
struct ClientSecretCheck {
    /// Half a year.
    private static let maximumLife: Int64 = 15_777_000

    let fake: FakeAppleState

    /// - Returns: the team that the client belongs to.
    func team(of fields: FormFields) throws(Rejection) -> (teamID: String, clientID: String) {
        guard let clientID = fields["client_id"] else { throw .client("client_id is missing") }
        guard let secret = fields["client_secret"] else { throw .client("client_secret is missing") }
        let parts = secret.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 3, let header = Self.object(parts[0]), let claims = Self.object(parts[1]),
            let signature = Base64URL.decode(parts[2])
        else { throw .client("client_secret is no JWT") }
        let teamID = claims["iss"]?.stringValue ?? ""
        guard let team = fake.state.withLock({ $0.teams[teamID] }) else {
            throw .client("wrong team: no team \(teamID)")
        }
        try check(signature, of: Data("\(parts[0]).\(parts[1])".utf8), header: header, team: team)
        guard team.clients[clientID] != nil else { throw .client("wrong client: \(clientID) is not of this team") }
        guard claims["sub"]?.stringValue == clientID else { throw .client("sub of client_secret is not the client_id") }
        guard claims["aud"]?.stringValue == FakeAppleState.issuer else { throw .client("wrong aud of client_secret") }
        try checkTimes(claims)
        return (teamID, clientID)
    }

    private func check(_ signature: [UInt8], of text: Data, header: JSONObject, team: KnownTeam) throws(Rejection) {
        guard header["alg"]?.stringValue == "ES256" else { throw .client("client_secret is not signed with ES256") }
        guard let keyID = header["kid"]?.stringValue, let key = team.keys[keyID] else {
            throw .client("wrong key: the team has no such key id")
        }
        // The signature must be r and s; DER is rejected.
        guard signature.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(signature, for: text)
        else { throw .client("wrong key: the signature of client_secret is not of this key") }
    }

    private func checkTimes(_ claims: JSONObject) throws(Rejection) {
        let now = fake.now().milliseconds / 1000
        guard let issued = claims["iat"]?.integerValue, let expires = claims["exp"]?.integerValue else {
            throw .client("client_secret has no iat or exp")
        }
        guard (0...Self.maximumLife).contains(expires.subtractingReportingOverflow(issued).partialValue) else {
            throw .client("client_secret lives too long")
        }
        guard issued <= now + 60, expires > now else { throw .client("client_secret has expired") }
    }

    private static func object(_ text: Substring) -> JSONObject? {
        Base64URL.decode(text).flatMap { try? JSONValue(parsing: $0) }?.objectValue
    }
}
