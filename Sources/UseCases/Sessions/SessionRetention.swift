import Domain
import Synchronization

/// Deletes sessions that ended long ago, and the oldest ended sessions of users who have very many.
///
/// A walk that a restart interrupts begins again from the start; what it deleted stays deleted.
struct SessionRetention: Sendable {
    /// How long an ended session is kept.
    static let memory = Duration.days(90)
    /// The number of ended sessions that are kept of one user.
    static let maximumPerUser = 1000
    /// The sessions of one step: so many are read, and at most so many deleted, with a row of `session_refresh` each.
    static let step = 500
    /// The steps of one turn. Reading them takes a fraction of a second.
    static let stepsPerTurn = 40
    /// The time from the end of a walk to the start of the next one.
    static let pause = Duration.hours(1)

    let sessions: any SessionStore
    let progress = Progress()

    func turn(at now: Timestamp) async throws(DomainError) {
        let limits = SessionWalk.Limits(now: now, endedSince: now - Self.memory, perUser: Self.maximumPerUser)
        guard var place = progress.place(at: now) else { return }
        for _ in 0..<Self.stepsPerTurn {
            let next = try await sessions.forgetEnded(limits, after: place, limit: Self.step)
            progress.continue(at: next, now)
            guard let next, !Task.isCancelled else { return }
            place = next
        }
    }

    /// Remembers where the walk goes on.
    final class Progress: Sendable {
        private struct State {
            var place = SessionWalk.Place.start
            var pausedUntil: Timestamp?
        }

        private let state = Mutex(State())

        /// - Returns: nil between two walks.
        func place(at now: Timestamp) -> SessionWalk.Place? {
            state.withLock { state in
                if let pause = state.pausedUntil, now < pause { return nil }
                return state.place
            }
        }

        /// - Parameter place: nil when the walk is complete.
        func `continue`(at place: SessionWalk.Place?, _ time: Timestamp) {
            state.withLock { state in
                state.place = place ?? .start
                state.pausedUntil = place == nil ? time + SessionRetention.pause : nil
            }
        }
    }
}
