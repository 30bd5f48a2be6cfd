import Crypto
import Domain
import Foundation
import StrictJSON
import Synchronization

/// Validates a client secret as Apple does, and names the fault, which Apple does not.
struct ClientSecretCheck {
    /// Half a year.
    private static let maximumLife: Int64 = 15_777_000

    let fake: FakeAppleState

    /// - Returns: the team that the client belongs to.
    func team(of fields: FormFields) throws(Refusal) -> (teamID: String, clientID: String) {
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

    private func check(_ signature: [UInt8], of text: Data, header: JSONObject, team: KnownTeam) throws(Refusal) {
        guard header["alg"]?.stringValue == "ES256" else { throw .client("client_secret is not signed with ES256") }
        guard let keyID = header["kid"]?.stringValue, let key = team.keys[keyID] else {
            throw .client("wrong key: the team has no such key id")
        }
        // The signature must be r and s; DER is rejected.
        guard signature.count == 64, let signature = try? P256.Signing.ECDSASignature(rawRepresentation: signature),
            key.isValidSignature(signature, for: text)
        else { throw .client("wrong key: the signature of client_secret is not of this key") }
    }

    private func checkTimes(_ claims: JSONObject) throws(Refusal) {
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
