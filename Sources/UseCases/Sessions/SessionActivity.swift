import Domain
import Synchronization

/// Gathers when sessions and keys were last seen, and writes them in batches, so that a read never waits for a write.
///
/// Entries that are not written when the process dies are lost: a last-seen time is then up to a few seconds older.
public final class SessionActivity: Sendable {
    /// The number of entries that may wait for one write: the rest is recorded with the next request.
    public static let maximumWaiting = 50_000
    /// The number written in one transaction.
    public static let step = 2000

    private struct State {
        var sessions: [Session.ID: SessionSighting] = [:]
        var keys: [APIKey.ID: KeySighting] = [:]
    }

    private let sessions: any SessionStore
    private let keys: any KeyStore
    private let state = Mutex(State())

    init(sessions: any SessionStore, keys: any KeyStore) {
        self.sessions = sessions
        self.keys = keys
    }

    public func saw(_ sighting: SessionSighting) {
        state.withLock { state in
            guard state.sessions.count < Self.maximumWaiting else { return }
            state.sessions[sighting.session] = sighting
        }
    }

    public func saw(_ sighting: KeySighting) {
        state.withLock { state in
            guard state.keys.count < Self.maximumWaiting else { return }
            state.keys[sighting.key] = sighting
        }
    }

    /// Writes the gathered entries. One turn of the timer.
    public func flush() async throws(DomainError) {
        let gathered = state.withLock { state in
            let all = state
            state = State()
            return all
        }
        let sightings = Array(gathered.sessions.values)
        for part in sightings.parts(of: Self.step) { try await sessions.record(Array(part)) }
        if !gathered.keys.isEmpty { try await keys.record(Array(gathered.keys.values)) }
    }
}

/// The time a session was last seen, to be written later in a batch.
public struct SessionSighting: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let session: Session.ID
    public let user: User.ID
    public let seenAt: Timestamp
    public let expiresAt: Timestamp
}
