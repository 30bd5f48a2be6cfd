import Domain

/// Revokes refresh tokens at Apple, and retries until Apple confirms.
///
/// Apple also confirms a token that is void already, so a second request does no harm; without one the app would stay
/// listed among those that the user uses.
struct AppleRevocations: Sendable {
    /// The number of concurrent requests.
    static let step = 8
    /// The number of revocations in one turn.
    static let maximumOfTurn = 400
    /// The time after which another node may take a revocation: the first one has sent it by then, or is down.
    static let lease = Duration.minutes(5)
    /// The time after which a revocation is abandoned: the token is deleted, and an event records that.
    static let lifetime = Duration.days(30)
    static let firstPause = Duration.minutes(1)
    static let longestPause = Duration.hours(6)

    let store: any AppleAdministrationStore & AppleRevocationStore
    let service: any AppleTokenService
    let clients: AppleClients
    let alarm: AppleAlarm
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    private enum Result: Sendable {
        case done
        case failed(AppleServiceFailure)
        /// The revocation can never succeed: the secret is unreadable, or the tenant has removed the client id.
        case hopeless
        case vaultUnavailable
    }

    func turn() async throws(DomainError) {
        var left = Self.maximumOfTurn
        while left > 0 {
            let due = try await store.dueRevocations(at: now(), lease: Self.lease, limit: min(Self.step, left))
            guard !due.isEmpty else { return }
            left -= due.count
            let tenants = try await AppleTenants(of: due.map(\.tenant), in: store)
            var isUnavailable = false
            for (revocation, result) in await together(due, { await revoke($0, tenants) }) {
                try await settle(revocation, result, tenants)
                if case .failed(.unavailable) = result { isUnavailable = true }
            }
            // The other revocations wait until Apple is available again.
            if isUnavailable { return }
        }
    }

    /// Returns the wait after so many attempts, which doubles each time.
    static func pause(after attempts: Int) -> Duration {
        min(longestPause, firstPause * (1 << min(max(attempts - 1, 0), 16)))
    }

    private func revoke(_ revocation: AppleRevocation, _ tenants: AppleTenants) async -> Result {
        guard let apple = tenants.settings(of: revocation.tenant, clientID: revocation.clientID) else {
            return .hopeless
        }
        let client: AppleClient
        let token: String
        do throws(VaultFailure) {
            client = try await clients.client(revocation.clientID, apple, of: revocation.tenant)
            token = try await clients.token(
                revocation.sealed,
                of: revocation.user,
                clientID: revocation.clientID,
                in: revocation.tenant
            )
        } catch { return error == .unreadable ? .hopeless : .vaultUnavailable }
        do throws(AppleServiceFailure) {
            try await service.revoke(.refresh(token), as: client)
            return .done
        } catch {
            if case .invalidGrant = error { return .done }
            return .failed(error)
        }
    }

    private func settle(
        _ revocation: AppleRevocation,
        _ result: Result,
        _ tenants: AppleTenants
    ) async throws(DomainError) {
        let apple = tenants.settings(of: revocation.tenant, clientID: revocation.clientID)?.settings
        switch result {
        case .done:
            try await store.finish(revocation)
            notify(revocation, .success, nil)
            if let apple { await alarm.handle(nil, revocation.clientID, apple, of: revocation.tenant) }
        case .hopeless: try await giveUp(revocation, "apple.token.invalid_request")
        case .vaultUnavailable: return
        case .failed(let failure):
            if let apple { await alarm.handle(failure, revocation.clientID, apple, of: revocation.tenant) }
            guard now().since(revocation.queuedAt) < Self.lifetime else {
                return try await giveUp(revocation, failure.code)
            }
            let pause = max(Self.pause(after: revocation.attempts + 1), failure.retryAfter ?? .zero)
            try await store.postpone(revocation, until: now() + pause, error: failure.code)
        }
    }

    private func giveUp(_ revocation: AppleRevocation, _ code: String) async throws(DomainError) {
        try await store.finish(revocation)
        notify(revocation, .failed, code)
    }

    private func notify(_ revocation: AppleRevocation, _ outcome: Outcome, _ code: String?) {
        attempts.record(
            AttemptEntry(
                .appleRevocation,
                outcome,
                code: code,
                user: revocation.user,
                adding: [
                    EventAttribute("apple.attempts", .integer(Int64(revocation.attempts + 1))),
                    EventAttribute("apple.reason", .text(revocation.reason.rawValue)),
                ]
            ),
            in: revocation.tenant
        )
    }
}

/// Stores the queue of revocations. A revocation is queued in the transaction that deletes or signs out.
public protocol AppleRevocationStore: Sendable {
    /// Returns the revocations that are due, over all tenants, the longest waiting first; none of them is due again
    /// within `lease`.
    func dueRevocations(at now: Timestamp, lease: Duration, limit: Int) async throws(DomainError) -> [AppleRevocation]
    /// Removes a revocation from the queue.
    func finish(_ revocation: AppleRevocation) async throws(DomainError)
    /// Records that the revocation failed with `error`, and when to retry.
    func postpone(_ revocation: AppleRevocation, until time: Timestamp, error: String) async throws(DomainError)
}
