import Domain

/// Deletes the events that a tenant does not keep as long as the installation would, or for which it has no room.
struct TenantEventRetention: Sendable {
    /// The rows of one step, which holds the writer for some milliseconds.
    static let step = 200
    /// The tenants that are read at once.
    static let page = 200

    let settings: any TenantSettingsStore
    let events: any EventStore
    /// How long the installation keeps events.
    let eventLifetime: Duration

    /// - Parameter now: the time from which ages are counted; events are deleted by whole days, in UTC.
    func turn(at now: Timestamp) async throws(DomainError) {
        var last = Tenant.installation
        while !Task.isCancelled {
            let policies = try await settings.eventRetentionPolicies(after: last, limit: Self.page)
            for policy in policies { try await apply(policy, at: now) }
            guard policies.count == Self.page, let tenant = policies.last?.tenant else { return }
            last = tenant
        }
    }

    private func apply(_ policy: EventRetentionPolicy, at now: Timestamp) async throws(DomainError) {
        if let lifetime = policy.lifetime, lifetime < eventLifetime {
            let first = (now - lifetime).startOfDay
            while try await events.forget(of: policy.tenant, before: first, limit: Self.step) > 0, !Task.isCancelled {}
        }
        if let bytes = policy.maximumBytes {
            while try await events.forgetOldest(of: policy.tenant, above: bytes, limit: Self.step) > 0,
                !Task.isCancelled
            {}
        }
    }
}
