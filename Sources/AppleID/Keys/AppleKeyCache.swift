import Domain
import Logging
import StrictJSON
import UseCases

/// Caches Apple's keys and fetches them on demand.
///
/// A caller waits for at most one request to Apple, which all concurrent callers share. A key set is fresh for hours;
/// then it is fetched again, and used for one more day while Apple cannot be reached. A key id that the set does not
/// hold may be a new key of Apple's or made up by an attacker, so unknown ids cause at most one request a minute in
/// total.
public actor AppleKeyCache {
    public struct Times: Sendable {
        /// How long a set is used before it is fetched again.
        public var fresh = Duration.hours(6)
        /// How much longer a set is used while Apple cannot be reached.
        public var stale = Duration.hours(24)
        /// The pause between two requests for ids that the set does not hold, and between two failed requests while
        /// there is a set.
        public var between = Duration.seconds(60)
        /// The pause between two failed requests while there is no set.
        public var withoutKeys = Duration.seconds(5)

        public init() {}
    }

    private struct Fetched {
        let keys: AppleKeySet
        let at: Timestamp
    }

    private let connection: AppleConnection
    private let times: Times
    private let now: @Sendable () -> Timestamp
    private let logger: Logger
    private var fetched: Fetched?
    private var failedAt: Timestamp?
    private var askedForUnknownAt: Timestamp?
    private var running: Task<Bool, Never>?

    public init(
        connection: AppleConnection,
        times: Times = Times(),
        now: @escaping @Sendable () -> Timestamp,
        logger: Logger
    ) {
        self.connection = connection
        self.times = times
        self.now = now
        self.logger = logger
    }

    /// - Throws: `.unknownKey` when Apple has no such key, `.keysUnavailable` when Apple cannot be reached to check.
    func key(_ id: String) async throws(AppleTokenFailure) -> AppleKey {
        var isNew = false
        if !isWithin(times.fresh, fetched?.at) {
            isNew = await fetch(unlessFailedWithin: usable == nil ? times.withoutKeys : times.between)
        }
        guard let keys = usable else { throw .keysUnavailable(retryAfter: wait(times.withoutKeys, since: failedAt)) }
        if let key = keys[id] { return key }
        if !isNew, !isWithin(times.between, askedForUnknownAt) {
            askedForUnknownAt = now()
            await fetch(unlessFailedWithin: times.between)
            if let key = usable?[id] { return key }
        } else if let running {
            // A request is already running, perhaps for this very key.
            _ = await running.value
            if let key = usable?[id] { return key }
        }
        // The latest request failed, so Apple may well have the key.
        if isWithin(times.between, failedAt) {
            throw .keysUnavailable(retryAfter: wait(times.between, since: failedAt))
        }
        throw .unknownKey
    }

    /// The number of keys that can be used now.
    public var count: Int { usable?.count ?? 0 }

    private var usable: AppleKeySet? {
        guard let fetched, isWithin(times.fresh + times.stale, fetched.at) else { return nil }
        return fetched.keys
    }

    /// Joins the running request, or starts one.
    /// - Returns: whether there is a new set.
    @discardableResult
    private func fetch(unlessFailedWithin pause: Duration) async -> Bool {
        if let running { return await running.value }
        guard !isWithin(pause, failedAt) else { return false }
        // The task is unstructured: the first caller may be cancelled while the others still wait for the result. It
        // ends by itself with the deadline of the request.
        let task = Task { await load() }
        running = task
        return await task.value
    }

    /// Stores the new set before any waiting caller resumes.
    private func load() async -> Bool {
        let keys = await download()
        running = nil
        if let keys { fetched = Fetched(keys: keys, at: now()) }
        failedAt = keys == nil ? now() : nil
        return keys != nil
    }

    private func download() async -> AppleKeySet? {
        let answer: AppleAnswer
        do {
            answer = try await connection.get("/auth/keys", within: connection.limits.keyDeadline)
        } catch {
            logger.warning("Apple's keys cannot be fetched", metadata: ["reason": "\(error.rawValue)"])
            return nil
        }
        guard let keys = await AppleKeySet(answer) else {
            logger.warning(
                "Apple's keys cannot be read",
                metadata: ["status": "\(answer.status)", "bytes": "\(answer.body.count)"]
            )
            return nil
        }
        return keys
    }

    /// Returns whether `time` is at most `span` ago. A time in the future is not: the clock was set back, and its
    /// age is unknown.
    private func isWithin(_ span: Duration, _ time: Timestamp?) -> Bool {
        guard let time else { return false }
        let age = now().since(time)
        return age >= .zero && age < span
    }

    private func wait(_ span: Duration, since time: Timestamp?) -> Duration {
        guard isWithin(span, time), let time else { return .seconds(1) }
        return max(.seconds(1), span - now().since(time))
    }
}

/// The keys of one response of Apple, by key id.
struct AppleKeySet: Sendable {
    static let maximumKeys = 64

    private let keys: [String: AppleKey]

    /// - Returns: nil when the response is not a key set, has more than 64 keys, or has no usable key. Single unusable
    ///   keys are left out, and so are keys with a duplicate id.
    init?(_ answer: AppleAnswer) async {
        guard answer.status == 200, let list = answer.object?["keys"]?.arrayValue, list.count <= Self.maximumKeys else {
            return nil
        }
        var keys: [String: AppleKey] = [:]
        var twice: Set<String> = []
        for element in list {
            guard let key = await AppleKey(element) else { continue }
            if keys.updateValue(key, forKey: key.id) != nil { twice.insert(key.id) }
        }
        for id in twice { keys[id] = nil }
        guard !keys.isEmpty else { return nil }
        self.keys = keys
    }

    subscript(id: String) -> AppleKey? { keys[id] }
    var count: Int { keys.count }
}
