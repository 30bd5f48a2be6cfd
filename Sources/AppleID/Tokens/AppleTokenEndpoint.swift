import Crypto
import Domain
import Foundation
import StrictJSON
import UseCases

/// Calls Apple's token and revocation endpoints over HTTP.
///
/// Only an error in Apple's own format counts as a rejection: a proxy's error page, a timeout or an outage never looks
/// like a user who withdrew consent.
public struct AppleTokenEndpoint: AppleTokenService {
    private static let codeBytes = 1...1024
    private static let tokenBytes = 1...4096

    private let connection: AppleConnection
    private let now: @Sendable () -> Timestamp

    public init(connection: AppleConnection, now: @escaping @Sendable () -> Timestamp) {
        self.connection = connection
        self.now = now
    }

    public func exchange(
        code: String,
        redirectURI: String?,
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleTokens {
        guard Self.codeBytes.contains(code.utf8.count) else { throw .invalidGrant(description: nil) }
        var form = [(name: "grant_type", value: "authorization_code"), (name: "code", value: code)]
        if let redirectURI { form.append((name: "redirect_uri", value: redirectURI)) }
        return try await tokens(form, as: client)
    }

    public func check(refreshToken: String, as client: AppleClient) async throws(AppleServiceFailure) -> AppleTokens {
        guard Self.tokenBytes.contains(refreshToken.utf8.count) else { throw .rejected(.invalidRequest) }
        return try await tokens(
            [(name: "grant_type", value: "refresh_token"), (name: "refresh_token", value: refreshToken)],
            as: client
        )
    }

    public func revoke(_ token: AppleRevocableToken, as client: AppleClient) async throws(AppleServiceFailure) {
        let (text, hint) =
            switch token {
            case .refresh(let text): (text, "refresh_token")
            case .access(let text): (text, "access_token")
            }
        guard Self.tokenBytes.contains(text.utf8.count) else { throw .rejected(.invalidRequest) }
        _ = try await answer(
            to: [(name: "token", value: text), (name: "token_type_hint", value: hint)],
            at: "/auth/revoke",
            as: client
        )
    }

    public func knows(redirectURI: String, of clientID: String) async throws(AppleServiceFailure) -> Bool {
        let fields = [
            ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "code id_token"),
            ("response_mode", "form_post"),
            ("scope", "name email"), ("state", "check"),
        ]
        let query = fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
        let answer: AppleAnswer
        do throws(AppleConnectionError) {
            answer = try await connection.get("/auth/authorize?\(query)", within: connection.limits.tokenDeadline)
        } catch {
            // A page larger than the limit of responses is still a page, which shows that Apple knows the redirect URI.
            if error == .tooLarge { return true }
            throw .unavailable(retryAfter: TokenRejection.standardWait)
        }
        switch answer.status {
        case 200..<400: return true
        case 400..<500: return false
        default: throw .unavailable(retryAfter: answer.retryAfter ?? TokenRejection.standardWait)
        }
    }

    private func tokens(
        _ form: [(name: String, value: String)],
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleTokens {
        let answer = try await answer(to: form, at: "/auth/token", as: client)
        guard let tokens = AppleTokens(answer) else { throw .unavailable(retryAfter: TokenRejection.standardWait) }
        return tokens
    }

    private func answer(
        to form: [(name: String, value: String)],
        at path: String,
        as client: AppleClient
    ) async throws(AppleServiceFailure) -> AppleAnswer {
        let secret = try ClientSecret.make(for: client, at: now())
        let credentials = [(name: "client_id", value: client.clientID), (name: "client_secret", value: secret)]
        let answer: AppleAnswer
        do throws(AppleConnectionError) {
            answer = try await connection.post(credentials + form, to: path, within: connection.limits.tokenDeadline)
        } catch {
            throw .unavailable(retryAfter: TokenRejection.standardWait)
        }
        guard answer.status == 200 else { throw TokenRejection.failure(in: answer) }
        return answer
    }
}

extension AppleTokens {
    private static let tokenBytes = 1...8192

    /// - Returns: nil when the response does not have the format of the token endpoint.
    fileprivate init?(_ answer: AppleAnswer) {
        guard let object = answer.object, let access = object["access_token"]?.stringValue,
            Self.tokenBytes.contains(access.utf8.count)
        else { return nil }
        for name in ["refresh_token", "id_token"] {
            guard let value = object[name] else { continue }
            guard let text = value.stringValue, Self.tokenBytes.contains(text.utf8.count) else { return nil }
        }
        let seconds = object["expires_in"]?.integerValue ?? 3600
        self.init(
            accessToken: access,
            expiresIn: .seconds(min(max(seconds, 0), 86_400)),
            refreshToken: object["refresh_token"]?.stringValue,
            identityToken: object["id_token"]?.stringValue
        )
    }
}

/// Creates client secrets: ES256 JWTs that prove to Apple that a request comes from the team, one for each call.
///
/// Apple would accept one that is valid for half a year, but when it expires all sign-ins fail.
enum ClientSecret {
    static let life = Duration.minutes(5)

    /// - Throws: `.unusableKey` when the tenant's key cannot be read.
    static func make(for client: AppleClient, at now: Timestamp) throws(AppleServiceFailure) -> String {
        guard let key = try? P256.Signing.PrivateKey(pemRepresentation: client.privateKey) else { throw .unusableKey }
        let seconds = now.milliseconds / 1000
        let header: JSONObject = ["alg": "ES256", "kid": .string(client.keyID)]
        let claims: JSONObject = [
            "iss": .string(client.teamID), "iat": .integer(seconds), "exp": .integer(seconds + life.secondsRoundedUp),
            "aud": .string(AppleIssuers.tokenAudience), "sub": .string(client.clientID),
        ]
        let signed = "\(Base64URL.encode(header.serialized())).\(Base64URL.encode(claims.serialized()))"
        guard let signature = try? key.signature(for: Data(signed.utf8)) else { throw .unusableKey }
        // The signature is the 64 bytes of r and s, not DER as elsewhere with this curve (RFC 7518 §3.4).
        return "\(signed).\(Base64URL.encode(signature.rawRepresentation))"
    }
}

/// Reads the error of the token endpoint (RFC 6749 §5.2).
enum TokenRejection {
    static let standardWait = Duration.seconds(60)
    private static let descriptionCharacters = 200

    static func failure(in answer: AppleAnswer) -> AppleServiceFailure {
        let wait = answer.retryAfter ?? standardWait
        // RFC 6749 defines these statuses; any other comes from a failing server or from a proxy.
        guard answer.status == 400 || answer.status == 401, let object = answer.object,
            let error = object["error"]?.stringValue
        else { return .unavailable(retryAfter: wait) }
        switch error {
        case "invalid_client": return .invalidClient(description: description(in: object))
        case "invalid_grant":
            return answer.status == 400 ? .invalidGrant(description: description(in: object)) : .rejected(.other)
        default: return .rejected(AppleServiceFailure.Rejection(rawValue: error) ?? .other)
        }
    }

    /// Accepts visible ASCII only: administrators see it, and events store it.
    private static func description(in object: JSONObject) -> String? {
        guard let text = object["error_description"]?.stringValue else { return nil }
        let visible = text.unicodeScalars.lazy.filter { (0x20...0x7E).contains($0.value) }.prefix(descriptionCharacters)
        return visible.isEmpty ? nil : String(String.UnicodeScalarView(visible))
    }
}
