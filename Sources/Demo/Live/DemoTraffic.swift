import AsyncHTTPClient
import Domain
import FakeApple
import Synchronization

/// What the sample apps do now: their users sign in, use their sessions, and their phones report events, over HTTP.
public final class DemoTraffic: Sendable {
    /// The attempts that run at once; a further one is left out, and counted.
    static let maximumAtOnce = 32
    /// The opened sessions that are kept for later use.
    private static let maximumSessions = 200

    /// What was done until now.
    public struct Tally: Sendable, Hashable {
        /// The attempts that have ended.
        public internal(set) var attempts = 0
        /// Requests without the answer that they should get.
        public internal(set) var failed = 0
        /// Attempts that were left out because too many others ran.
        public internal(set) var leftOut = 0
    }

    private struct State {
        var tally = Tally()
        var running = 0
        /// The sessions that were opened here, the latest last.
        var sessions: [LiveSession] = []
    }

    let apps: [LiveApp]
    let apple: FakeApple
    let phone: DemoPhoneClient
    private let rate: Double
    private let seed: UInt64
    private let client: HTTPClient
    private let state = Mutex(State())

    /// - Parameters:
    ///   - address: scheme, host and port of the server.
    ///   - rate: attempts per second, more than 0.
    public init(tenants: [DemoTenant], apple: FakeApple, address: String, rate: Double, seed: UInt64) {
        apps = tenants.map { LiveApp($0) }
        self.apple = apple
        self.rate = rate
        self.seed = seed
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = Self.maximumAtOnce
        client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
        phone = DemoPhoneClient(client: client, address: address)
    }

    public var tally: Tally { state.withLock { $0.tally } }

    /// Begins attempts at random times, as many as the rate says on average, until the task is cancelled.
    public func run() async {
        var random = SeededRandom(seed: seed, part: 3)
        await withDiscardingTaskGroup { group in
            var next = ContinuousClock.now
            while !Task.isCancelled {
                next += random.wait(mean: .seconds(1000)) / (1000 * rate)
                // What is late begins at once.
                guard (try? await Task.sleep(until: next, clock: .continuous)) != nil else { return }
                guard begin() else { continue }
                let own = SeededRandom(seed: random.next())
                group.addTask { await self.attempt(own) }
            }
        }
        try? await client.shutdown()
    }

    private func begin() -> Bool {
        state.withLock { state in
            guard state.running < Self.maximumAtOnce else {
                state.tally.leftOut += 1
                return false
            }
            state.running += 1
            return true
        }
    }

    private func attempt(_ random: SeededRandom) async {
        var attempt = LiveAttempt(self, random)
        // What was cut off by the end has not failed.
        do { try await attempt.run() } catch { if !Task.isCancelled { attempt.failed += 1 } }
        state.withLock { state in
            state.running -= 1
            state.tally.attempts += 1
            state.tally.failed += attempt.failed
        }
    }

    // MARK: Sessions

    func keep(_ session: LiveSession) {
        state.withLock { state in
            state.sessions.append(session)
            if state.sessions.count > Self.maximumSessions { state.sessions.removeFirst() }
        }
    }

    /// Takes a session, so that nothing else uses it meanwhile.
    func take(_ random: inout SeededRandom) -> LiveSession? {
        let number = random.next()
        return state.withLock { state in
            guard !state.sessions.isEmpty else { return nil }
            return state.sessions.remove(at: Int(number % UInt64(state.sessions.count)))
        }
    }
}

/// A sample app with the phones that still have a session.
struct LiveApp: Sendable {
    let tenant: DemoTenant
    /// Places in the sessions of the population, by how their users sign in.
    let withApple: [Int]
    let withPassword: [Int]
    let all: [Int]

    init(_ tenant: DemoTenant) {
        self.tenant = tenant
        let population = tenant.history.population
        all = population.sessions.indices.filter { population.sessions[$0].end == nil }
        withApple = all.filter { population.users[population.sessions[$0].user].appleSubject != nil }
        withPassword = all.filter { population.users[population.sessions[$0].user].appleSubject == nil }
    }

    /// - Returns: nil when no user signs in this way.
    func phone(of places: [Int], _ random: inout SeededRandom) -> (session: DemoSession, user: DemoUser)? {
        guard !places.isEmpty else { return nil }
        let population = tenant.history.population
        let session = population.sessions[random.pick(places)]
        return (session, population.users[session.user])
    }
}

/// A session of a sample user that the server knows.
struct LiveSession: Sendable {
    let app: LiveApp
    let session: DemoSession
    let user: User.ID?
    /// Of Better Auth the session token, of GoTrue the access token.
    var token: String
    /// GoTrue's.
    var refreshToken: String?
}
