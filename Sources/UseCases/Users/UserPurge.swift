import Domain

/// Deletes the rows of deleted users, in short steps.
///
/// A deletion hides the user and ends all that is theirs in one short transaction. The marked row is the queue of the
/// rest: what a restart interrupts goes on where it stopped.
struct UserPurge: Sendable {
    /// The rows of one step; a session counts once, with the state of its refresh tokens.
    static let step = 500
    /// The steps that a deletion itself takes. They are enough for nearly every user: then no row is left when the
    /// deletion is answered.
    static let stepsAtOnce = 4
    /// The steps of one turn of maintenance. They take a few seconds, with other writes between them.
    static let stepsPerTurn = 200

    let users: any UserStore

    /// Deletes rows of a user whose deletion has just been committed. That stands whatever happens here: what is left,
    /// maintenance deletes.
    func begin(with user: User.ID, in tenant: Tenant.ID) async {
        for _ in 0..<Self.stepsAtOnce {
            guard let isGone = try? await users.purge(user, limit: Self.step, in: tenant), !isGone else { return }
        }
    }

    func turn() async throws(DomainError) {
        for _ in 0..<Self.stepsPerTurn {
            guard !Task.isCancelled, let next = try await users.deletedUser() else { return }
            _ = try await users.purge(next.id, limit: Self.step, in: next.tenant)
        }
    }
}
