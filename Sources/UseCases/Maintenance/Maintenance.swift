import Domain

/// Deletes expired data, in short steps. One call is one turn of the timer.
public struct Maintenance: Sendable {
    /// The rows of one step, which holds the writer for a few milliseconds.
    static let step = 500
    /// The number of failures that are compared with their events in one step.
    static let triageStep = 100
    /// The time after which failures in a row are deleted: few of them sooner, because anyone can type unknown
    /// addresses.
    static let failureMemory = Duration.days(30)
    static let fewFailures = (below: 10, memory: Duration.days(1))
    /// The number of accounts of one tenant whose failures are remembered, and of as many at the console: about 5 MB.
    static let failuresOfTenant = 50_000
    /// How long expired links are kept, so that support can see that there was one.
    static let linkMemory = Duration.days(1)
    /// The number of days ahead for which event storage is prepared.
    static let daysAhead: Int64 = 3

    let audit: any AuditStore
    let limits: any RateLimitStore
    let idempotency: any IdempotencyStore
    let links: any LinkStore
    let events: any EventStore
    let failures: any FailureStore
    let apple: any AppleSignInStore
    let telemetry: TelemetryStorage
    let userPurge: UserPurge
    let sessionRetention: SessionRetention
    let retention: TenantEventRetention
    let eventLifetime: Duration
    var failuresOfTenant = Self.failuresOfTenant
    let now: @Sendable () -> Timestamp

    init(
        audit: any AuditStore,
        limits: any RateLimitStore,
        idempotency: any IdempotencyStore,
        links: any LinkStore,
        sessions: any SessionStore,
        users: any UserStore,
        events: any EventStore,
        failures: any FailureStore,
        apple: any AppleSignInStore,
        settings: any TenantSettingsStore,
        telemetry: TelemetryStorage,
        eventLifetime: Duration,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.audit = audit
        self.limits = limits
        self.idempotency = idempotency
        self.links = links
        self.events = events
        self.failures = failures
        self.apple = apple
        self.telemetry = telemetry
        userPurge = UserPurge(users: users)
        sessionRetention = SessionRetention(sessions: sessions)
        retention = TenantEventRetention(settings: settings, events: events, eventLifetime: eventLifetime)
        self.eventLifetime = eventLifetime
        self.now = now
    }

    /// Prepares storage before the first event arrives.
    public func prepare() async throws(DomainError) {
        let now = now()
        try await events.prepare(from: now, through: now + .days(Self.daysAhead))
    }

    public func turn() async throws(DomainError) {
        // An unavailable events database must not stop the other jobs.
        let prepared = await result { () async throws(DomainError) in try await prepare() }
        let now = now()
        while try await limits.forget(fullAt: now, limit: Self.step) == Self.step {}
        let few = Self.fewFailures
        while try await limits.forgetFailures(before: now - few.memory, fewer: few.below, limit: Self.step)
            == Self.step
        {}
        while try await limits.forgetFailures(before: now - Self.failureMemory, fewer: .max, limit: Self.step)
            == Self.step
        {}
        try await limits.boundFailures(to: failuresOfTenant, step: Self.step)
        while try await idempotency.forget(before: now - Idempotency.lifetime, limit: Self.step) == Self.step {}
        while try await audit.forgetReceived(before: now - AuditOutbox.memory, limit: Self.step) == Self.step {}
        while try await apple.forgetUses(before: now - AppleUse.skew, limit: Self.step) == Self.step {}
        while try await links.forget(before: now - Self.linkMemory, limit: Self.step) == Self.step {}
        // Users or sessions that cannot be deleted must not keep old events.
        let purged = await result { () async throws(DomainError) in try await userPurge.turn() }
        let cleared = await result { () async throws(DomainError) in try await sessionRetention.turn(at: now) }
        guard telemetry.state != .unavailable else { return }
        try prepared.get()
        // A failure that cannot be settled must not keep old events.
        let settled = await result { () async throws(DomainError) in
            while try await failures.settleNext(at: now, limit: Self.triageStep) == Self.triageStep {}
        }
        while try await events.forget(before: (now - eventLifetime).startOfDay, limit: Self.step) > 0 {}
        try await retention.turn(at: now)
        try settled.get()
        try purged.get()
        try cleared.get()
    }

    private func result(_ work: () async throws(DomainError) -> Void) async -> Result<Void, DomainError> {
        do throws(DomainError) { return .success(try await work()) } catch { return .failure(error) }
    }
}
