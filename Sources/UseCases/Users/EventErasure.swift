import Domain

/// Deletes the events of one user.
///
/// A request deletes a bounded number of rows in short steps, and says whether some are left; repeating it goes on where
/// it stopped, because what was deleted is not found again. Users of whom only events are left can be erased too.
public struct EventErasure: Sendable {
    /// The rows of one step, which holds the writer for some milliseconds.
    static let step = 200
    /// The steps of one request.
    static let maximumSteps = 50

    /// What one request deleted.
    public struct Outcome: Sendable, Hashable {
        public let deleted: Int
        /// False when events are left: repeat the request.
        public let isComplete: Bool
    }

    let users: any UserStore
    let events: any EventStore
    /// Keeps the latest events for live tails.
    let feed: EventFeed
    let audit: any AuditStore
    let pseudonyms: Pseudonyms
    let now: @Sendable () -> Timestamp

    /// - Throws: `.notFound(.user)` when neither the tenant nor an event of it knows the user, `.denied(.outranked)`,
    ///   `.denied(.ownAccount)`, `.denied(.proofNeeded)`, `.unavailable`
    public func erase(_ id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> Outcome {
        let now = now()
        try grant.principal.mustHaveProven(by: now)
        try UserAdministration.rejectOwnAccount(id, grant.principal)
        let names = try await names(of: id, grant: grant)
        // There is no transaction over both databases: the entry precedes what it records.
        let entry = AuditDraft(.userEventsErased, by: grant.principal, at: now, target: .init(.user, id))
        try await audit.append(entry, in: grant.tenant)
        // A tail that is opened later must not get them from memory.
        defer { feed.forget(grant.tenant) }
        var deleted = 0
        for _ in 0..<Self.maximumSteps {
            let count = try await events.erase(names, in: grant.tenant, limit: Self.step)
            guard count > 0 else { return Outcome(deleted: deleted, isComplete: true) }
            deleted += count
        }
        return Outcome(deleted: deleted, isComplete: false)
    }

    /// Returns the texts by which events name the user: the id, and what the scrubber leaves of the confirmed address and
    /// of the ids of sign-in methods, for clients that name their users by one of them.
    private func names(of id: User.ID, grant: Grant<ManageUsers>) async throws(DomainError) -> [String] {
        let tenant = grant.tenant
        do throws(DomainError) {
            let found = try await users.user(id, in: tenant)
            try grant.principal.mayAct(onRank: found.role.rank)
            let user = found.summary.user
            // Apps send the address as it is shown, or as it is stored.
            let addresses = user.emailVerified ? user.email.map { [$0.description, $0.shown] } ?? [] : []
            let scrubber = Scrubber { [pseudonyms] in pseudonyms.name(of: $0, in: tenant) }
            let names = [id.description] + addresses + found.identities.map(\.subject)
            return Set(names.map { scrubber.scrub($0) }).sorted()
        } catch .notFound(.user) {
            let names = [id.description]
            guard try await events.namesUser(names, in: tenant) else { throw .notFound(.user) }
            return names
        } catch {
            throw error
        }
    }
}
