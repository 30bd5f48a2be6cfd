import Domain

/// Tells Apple which refresh tokens are not wanted any more, and tells it again until it has heard.
///
/// Apple says yes to a token that is void already, so asking twice does no harm; asking never would leave the app among
/// those that the person uses.
struct AppleRevocations: Sendable {
    /// Asked at the same time.
    static let step = 8
    /// Of one turn.
    static let maximumOfTurn = 400
    /// Within this a node that took one has asked, or is gone.
    static let lease = Duration.minutes(5)
    /// Then it is given up: the token is forgotten, and an event tells of it.
    static let lifetime = Duration.days(30)
    static let firstPause = Duration.minutes(1)
    static let longestPause = Duration.hours(6)

    let store: any AppleStores
    let service: any AppleTokenService
    let clients: AppleClients
    let alarm: AppleAlarm
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    private enum Result: Sendable {
        case done
        case failed(AppleServiceFailure)
        /// It can never be done: the secret is unreadable, or the tenant has given the client id up.
        case hopeless
        case vaultAway
    }

    func turn() async throws(DomainError) {
        var left = Self.maximumOfTurn
        while left > 0 {
            let due = try await store.dueRevocations(at: now(), lease: Self.lease, limit: min(Self.step, left))
            guard !due.isEmpty else { return }
            left -= due.count
            let tenants = try await AppleTenants(of: due.map(\.tenant), in: store)
            var isAway = false
            for (revocation, result) in await together(due, { await revoke($0, tenants) }) {
                try await settle(revocation, result, tenants)
                if case .failed(.unavailable) = result { isAway = true }
            }
            // The others wait until Apple is back.
            if isAway { return }
        }
    }

    /// How long to wait after so many attempts: twice as long each time.
    static func pause(after attempts: Int) -> Duration {
        min(longestPause, firstPause * (1 << min(max(attempts - 1, 0), 16)))
    }

    private func revoke(_ revocation: AppleRevocation, _ tenants: AppleTenants) async -> Result {
        guard let apple = tenants.settings(of: revocation.tenant, naming: revocation.clientID) else { return .hopeless }
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
        } catch { return error == .unreadable ? .hopeless : .vaultAway }
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
        let apple = tenants.settings(of: revocation.tenant, naming: revocation.clientID)?.settings
        switch result {
        case .done:
            try await store.finish(revocation)
            tell(revocation, .success, nil)
            if let apple { await alarm.hear(nil, revocation.clientID, apple, of: revocation.tenant) }
        case .hopeless: try await giveUp(revocation, "apple.token.invalid_request")
        case .vaultAway: return
        case .failed(let failure):
            if let apple { await alarm.hear(failure, revocation.clientID, apple, of: revocation.tenant) }
            guard now().since(revocation.queuedAt) < Self.lifetime else {
                return try await giveUp(revocation, failure.code)
            }
            let pause = max(Self.pause(after: revocation.attempts + 1), failure.retryAfter ?? .zero)
            try await store.postpone(revocation, until: now() + pause, error: failure.code)
        }
    }

    private func giveUp(_ revocation: AppleRevocation, _ code: String) async throws(DomainError) {
        try await store.finish(revocation)
        tell(revocation, .failed, code)
    }

    private func tell(_ revocation: AppleRevocation, _ outcome: Outcome, _ code: String?) {
        attempts.note(
            .appleRevocation,
            outcome,
            code: code,
            user: revocation.user,
            adding: [
                EventAttribute("apple.attempts", .integer(Int64(revocation.attempts + 1))),
                EventAttribute("apple.reason", .text(revocation.reason.rawValue)),
            ],
            in: revocation.tenant
        )
    }
}
