import Crypto
import Domain
import StrictJSON
import Synchronization

/// The state and behaviour of the fake server, apart from HTTP.
final class FakeAppleState: Sendable {
    /// The maximum number of entries of each kind; a demonstration may run for weeks.
    static let maximumRemembered = 100_000

    struct State: Sendable {
        var teams: [String: KnownTeam] = [:]
        /// The keys that `/auth/keys` lists, oldest first.
        var keys: [FakeRSAKey]
        var codes: [String: AuthorizationCode] = [:]
        var refreshTokens: [String: Consent] = [:]
        var accessTokens: [String: Consent] = [:]
        /// The users whose name and address a team already has: Apple passes these on only once.
        var introduced: Set<Relation> = []
        var counts: [FakeEndpoint: Int] = [:]
        var faults: [FakeEndpoint: FakeFault] = [:]
        var rejections: [String] = []
    }

    let now: @Sendable () -> Timestamp
    let state: Mutex<State>

    init(now: @escaping @Sendable () -> Timestamp) throws {
        self.now = now
        state = Mutex(State(keys: [try FakeRSAKey.standard(0), try FakeRSAKey.standard(1)]))
    }

    func client(_ id: String) -> (teamID: String, client: KnownClient)? {
        state.withLock { state in
            for (teamID, team) in state.teams {
                if let client = team.clients[id] { return (teamID, client) }
            }
            return nil
        }
    }

    func newCode(_ consent: Consent, redirectURI: String?) -> String {
        let code = FakeNames.secret("c")
        let expires = now() + AuthorizationCode.life
        state.withLock { state in
            state.codes.makeRoom()
            state.codes[code] = AuthorizationCode(consent: consent, redirectURI: redirectURI, expiresAt: expires)
        }
        return code
    }

    /// Ends the relation of a user to a team: all its tokens become invalid, and the next sign-in counts as the first.
    func withdraw(_ relation: Relation) {
        state.withLock { state in
            let isOther = { (consent: Consent) in
                consent.user.subject != relation.subject || consent.teamID != relation.teamID
            }
            state.refreshTokens = state.refreshTokens.filter { isOther($0.value) }
            state.accessTokens = state.accessTokens.filter { isOther($0.value) }
            state.introduced.remove(relation)
        }
    }

    func remember(rejection: String) {
        state.withLock { state in
            if state.rejections.count == 100 { state.rejections.removeFirst() }
            state.rejections.append(rejection)
        }
    }
}

extension FakeAppleState {
    static let issuer = "https://appleid.apple.com"
    private static let tokenLifetime = Duration.hours(24)

    struct NoKeys: Error {}

    var currentKey: FakeRSAKey {
        get throws {
            guard let key = state.withLock({ $0.keys.last }) else { throw NoKeys() }
            return key
        }
    }

    func claims(of user: FakeUser, for clientID: String, nonce: String?) -> JSONObject {
        let seconds = now().milliseconds / 1000
        var claims: JSONObject = [
            "iss": .string(Self.issuer), "aud": .string(clientID),
            "exp": .integer(seconds + Self.tokenLifetime.secondsRoundedUp),
            "iat": .integer(seconds), "sub": .string(user.subject), "auth_time": .integer(seconds),
            "nonce_supported": true,
        ]
        claims.append("nonce", nonce.map { .string($0) })
        claims.append("real_user_status", user.realUserStatus.map { .integer(Int64($0)) })
        guard let email = user.email else { return claims }
        claims["email"] = .string(email)
        claims["email_verified"] = true
        if user.isPrivateEmail { claims["is_private_email"] = true }
        return claims
    }

    func identityToken(_ claims: JSONObject) throws -> String {
        let key = try currentKey
        let header: JSONObject = ["kid": .string(key.id), "alg": "RS256"]
        return try FakeSigner.rsa(key).signedText(header: header.serialized(), content: claims.serialized())
    }
}

extension Dictionary {
    /// Removes an arbitrary entry when the maximum is reached.
    mutating func makeRoom() {
        if count >= FakeAppleState.maximumRemembered { remove(at: startIndex) }
    }
}

struct AuthorizationCode: Sendable {
    static let life = Duration.minutes(5)

    let consent: Consent
    /// Nil for native apps.
    let redirectURI: String?
    let expiresAt: Timestamp
    var isUsed = false
}

/// The consent of a user for one client, held as a code and then as tokens.
struct Consent: Sendable {
    let user: FakeUser
    let teamID: String
    let clientID: String
    let nonce: String?
}

enum FakeNames {
    private static let characters = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".utf8)

    /// Creates an id of ten capital letters and digits, the format of team and key ids.
    static func identifier() -> String {
        String(decoding: SystemContext.system.random(10).map { characters[Int($0) % characters.count] }, as: UTF8.self)
    }

    /// Creates an unguessable secret.
    static func secret(_ prefix: String) -> String { prefix + Base64URL.encode(SystemContext.system.random(32)) }
}

/// The record of a team in the fake server.
struct KnownTeam: Sendable {
    var clients: [String: KnownClient] = [:]
    var keys: [String: P256.Signing.PublicKey] = [:]
}

struct KnownClient: Sendable {
    /// Empty permits any address on this machine.
    let redirectURIs: [String]

    func allows(_ uri: String) -> Bool {
        if !redirectURIs.isEmpty { return redirectURIs.contains(uri) }
        // A valid redirect address with plain http is always on this machine.
        return RedirectAddress(uri)?.scheme == "http"
    }
}

/// The relation of a user to a team.
struct Relation: Hashable, Sendable {
    let subject: String
    let teamID: String
}

/// The endpoints of the fake server.
public enum FakeEndpoint: String, CaseIterable, Sendable {
    case keys, token, revoke, authorize
}
