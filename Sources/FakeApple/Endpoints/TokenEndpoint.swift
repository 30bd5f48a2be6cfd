import Domain
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
        case let type: throw Refusal(error: "unsupported_grant_type", description: "grant_type \(type ?? "is missing")")
        }
    }

    /// Accepts invalid tokens too, as Apple does.
    func revoke(_ fields: FormFields) throws {
        let (teamID, _) = try ClientSecretCheck(fake: fake).team(of: fields)
        guard let token = fields["token"] else { throw Refusal.request("token is missing") }
        let consent = fake.state.withLock { $0.refreshTokens[token] ?? $0.accessTokens[token] }
        guard let consent, consent.teamID == teamID else { return }
        fake.withdraw(Relation(subject: consent.person.subject, teamID: teamID))
    }

    private func exchanged(_ fields: FormFields, _ clientID: String) throws(Refusal) -> Consent {
        guard let text = fields["code"] else { throw .request("code is missing") }
        let now = fake.now()
        let result: Result<Consent, Refusal> = fake.state.withLock { state in
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

    private func refreshed(_ fields: FormFields, _ clientID: String) throws(Refusal) -> Consent {
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
        let claims = fake.claims(of: consent.person, for: consent.clientID, nonce: isFirst ? consent.nonce : nil)
        var answer: JSONObject = ["access_token": .string(access), "token_type": "Bearer", "expires_in": 3600]
        answer.append("refresh_token", refresh.map { .string($0) })
        answer["id_token"] = .string(try fake.identityToken(claims))
        return answer
    }
}
