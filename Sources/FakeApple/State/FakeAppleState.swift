import Crypto
import Domain
import Synchronization

/// What the stand-in knows and does, apart from HTTP.
final class FakeAppleState: Sendable {
    /// A demonstration may run for weeks: of each kind no more than this is remembered.
    static let maximumRemembered = 100_000

    struct State: Sendable {
        var teams: [String: KnownTeam] = [:]
        /// What `/auth/keys` lists, oldest first.
        var keys: [FakeRSAKey]
        var codes: [String: AuthorizationCode] = [:]
        var refreshTokens: [String: Consent] = [:]
        var accessTokens: [String: Consent] = [:]
        /// Who gave their name and address to a team already: Apple passes these on only once.
        var introduced: Set<Relation> = []
        var counts: [FakeApple.Endpoint: Int] = [:]
        var troubles: [FakeApple.Endpoint: FakeFault] = [:]
        var refusals: [String] = []
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

    /// Ends the person's relation to the team: every token is void, and the next sign-in is a first one again.
    func withdraw(_ relation: Relation) {
        state.withLock { state in
            let isOther = { (consent: Consent) in
                consent.person.subject != relation.subject || consent.teamID != relation.teamID
            }
            state.refreshTokens = state.refreshTokens.filter { isOther($0.value) }
            state.accessTokens = state.accessTokens.filter { isOther($0.value) }
            state.introduced.remove(relation)
        }
    }

    func remember(refusal: String) {
        state.withLock { state in
            if state.refusals.count == 100 { state.refusals.removeFirst() }
            state.refusals.append(refusal)
        }
    }
}

extension Dictionary {
    /// Forgets anything at all when there is too much.
    mutating func makeRoom() {
        if count >= FakeAppleState.maximumRemembered { remove(at: startIndex) }
    }
}
