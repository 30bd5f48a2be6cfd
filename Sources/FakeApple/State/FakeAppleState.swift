import Crypto
import Domain
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
        var troubles: [FakeEndpoint: FakeFault] = [:]
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

    /// Ends the relation of a user to a team: all its tokens become invalid, and the next sign-in counts as the first.
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
    /// Removes an arbitrary entry when the maximum is reached.
    mutating func makeRoom() {
        if count >= FakeAppleState.maximumRemembered { remove(at: startIndex) }
    }
}
