import Domain

/// Checks with Apple about once a day for each refresh token whether the user still consents to the app.
///
/// Only a clear rejection of the token ends sessions, and only those that depend on Apple. An outage at Apple changes
/// nothing, and a rejected client is reported as the tenant's configuration error.
struct AppleChecks: Sendable {
    /// The number of concurrent checks.
    static let step = 8
    /// The number of checks in one turn, so that many that are due at once are spread over the day.
    static let maximumOfTurn = 1600

    let store: any AppleAdministrationStore & AppleCheckStore
    let service: any AppleTokenService
    let clients: AppleClients
    let alarm: AppleAlarm
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    private enum Result: Sendable {
        case good
        case failed(AppleServiceFailure)
        /// No request was sent.
        case left
    }

    func turn() async throws(DomainError) {
        var left = Self.maximumOfTurn
        while left > 0 {
            let began = now()
            let due = try await store.dueChecks(
                at: began,
                pause: { AppleCheckInterval.interval(for: $0) },
                limit: min(Self.step, left)
            )
            guard !due.isEmpty else { return }
            left -= due.count
            let tenants = try await AppleTenants(of: due.map(\.tenant), in: store)
            var isUnavailable = false
            for (check, result) in await together(due, { await ask(about: $0, tenants) }) {
                try await settle(check, result, tenants, began: began)
                if case .failed(.unavailable) = result { isUnavailable = true }
            }
            if isUnavailable { return }
        }
    }

    private func ask(about check: AppleCheck, _ tenants: AppleTenants) async -> Result {
        let token = check.token
        guard let apple = tenants.settings(of: check.tenant, clientID: token.clientID),
            token.createdAt >= apple.settings.teamSince,
            !alarm.isRaised(apple.settings)
        else { return .left }
        let client: AppleClient
        let text: String
        do throws(VaultFailure) {
            client = try await clients.client(token.clientID, apple, of: check.tenant)
            text = try await clients.token(token.sealed, of: token.user, clientID: token.clientID, in: check.tenant)
        } catch { return .left }
        do throws(AppleServiceFailure) {
            _ = try await service.check(refreshToken: text, as: client)
            return .good
        } catch { return .failed(error) }
    }

    private func settle(
        _ check: AppleCheck,
        _ result: Result,
        _ tenants: AppleTenants,
        began: Timestamp
    ) async throws(DomainError) {
        let apple = tenants.settings(of: check.tenant, clientID: check.token.clientID)?.settings
        switch result {
        case .good:
            try await store.passed(check, at: began)
            if let apple { await alarm.handle(nil, check.token.clientID, apple, of: check.tenant) }
        case .left:
            // No request was sent; an hour later is soon enough and not too often.
            if let apple, alarm.isRaised(apple) { try await store.release(check, until: now() + AppleAlarm.pause) }
        case .failed(let failure):
            if let apple { await alarm.handle(failure, check.token.clientID, apple, of: check.tenant) }
            if case .invalidGrant = failure { try await withdraw(check, began: began) }
        }
    }

    private func withdraw(_ check: AppleCheck, began: Timestamp) async throws(DomainError) {
        let user = check.token.user
        let now = now()
        let ended = try await store.withdrawn(check, at: began) { ended in
            AuditDraft(
                .appleWithdrawn,
                by: .system,
                at: now,
                target: .init(.user, user),
                changes: [
                    .init("told_by", from: nil, to: "daily check"),
                    .init("sessions_ended", from: nil, to: String(ended)),
                ]
            )
        }
        guard ended != nil else { return }
        attempts.record(
            AttemptEntry(.appleCheck, .rejected, code: "apple.token.invalid_grant", user: user),
            in: check.tenant
        )
    }
}

/// A refresh token to check with Apple.
public struct AppleCheck: Sendable, Hashable {
    public let tenant: Tenant.ID
    public let token: StoredAppleToken

    public init(tenant: Tenant.ID, token: StoredAppleToken) {
        self.tenant = tenant
        self.token = token
    }
}

/// Stores the daily checks of refresh tokens.
public protocol AppleCheckStore: Sendable {
    /// Returns the checks that are due, over all tenants, the longest unchecked first; each is due again after `pause`,
    /// whatever its result.
    func dueChecks(
        at now: Timestamp,
        pause: @escaping @Sendable (User.ID) -> Duration,
        limit: Int
    ) async throws(DomainError) -> [AppleCheck]
    /// Makes a check that was not sent due again at that time.
    func release(_ check: AppleCheck, until time: Timestamp) async throws(DomainError)
    func passed(_ check: AppleCheck, at began: Timestamp) async throws(DomainError)
    /// Deletes the token, records that consent was withdrawn and ends the user's Apple sessions that started before
    /// Apple was asked, at `began`. Changes nothing when there is a newer token.
    /// - Returns: the number of ended sessions; nil when nothing was changed.
    func withdrawn(
        _ check: AppleCheck,
        at began: Timestamp,
        audit: @escaping @Sendable (_ ended: Int) -> AuditDraft
    ) async throws(DomainError) -> Int?
}
