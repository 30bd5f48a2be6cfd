/// What keeps the installation in order: limits of requests, repeated writes, periodic jobs.
struct OperationServices: Sendable {
    let requests: RequestBudget
    let idempotency: Idempotency
    let maintenance: Maintenance

    init(_ shared: SharedServices, _ options: ServiceOptions) {
        let stores = shared.stores
        requests = RequestBudget(limiter: shared.limiter)
        idempotency = Idempotency(store: stores.idempotency, root: shared.root, now: shared.now)
        maintenance = Maintenance(
            audit: stores.audit,
            limits: stores.limits,
            idempotency: stores.idempotency,
            links: stores.links,
            sessions: stores.sessions,
            users: stores.users,
            events: stores.events,
            failures: stores.failures,
            apple: stores.apple,
            settings: stores.settings,
            telemetry: options.telemetry,
            eventLifetime: options.eventLifetime,
            now: shared.now
        )
    }
}

extension Services {
    /// Limits administrative requests.
    public var requests: RequestBudget { operationServices.requests }
    public var idempotency: Idempotency { operationServices.idempotency }
    public var maintenance: Maintenance { operationServices.maintenance }
}
