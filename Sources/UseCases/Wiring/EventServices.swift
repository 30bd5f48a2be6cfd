/// Authentication events: recorded by the server, searched.
struct EventServices: Sendable {
    let events: EventReading
    let eventAnalysis: EventAnalysis
    let eventErasure: EventErasure
    let releases: ReleaseReading
    let recorder: EventRecorder
    let eventSizeLimit: EventSizeLimit
    let attempts: AttemptLog
    let tails: EventTails
    let exports: EventExports
    let attemptReading: AttemptReading
    let failures: FailureReading
    let auditOutbox: AuditOutbox
    let triage: FailureAdministration
    let attemptInspection: AttemptInspection
    let rateInspection: RateInspection
    let logoutStormInspection: LogoutStormInspection
    let overview: OverviewReading
    let installationOverview: InstallationOverviewReading

    init(_ shared: SharedServices, _ options: ServiceOptions) {
        let store = shared.stores.events
        let feed = EventFeed(now: shared.now)
        events = EventReading(store: store)
        eventAnalysis = EventAnalysis(store: store)
        eventErasure = EventErasure(
            names: EventUserNames(pseudonyms: Pseudonyms(root: shared.root)),
            users: shared.stores.users,
            roles: shared.stores.roles,
            events: store,
            feed: feed,
            audit: shared.stores.audit,
            now: shared.now
        )
        tails = EventTails(feed: feed, store: store, isOneOfMany: options.isOneOfMany, now: shared.now)
        exports = EventExports(store: store, audit: shared.stores.audit, now: shared.now)
        releases = ReleaseReading(store: shared.stores.releases, now: shared.now)
        recorder = EventRecorder(
            commit: GroupCommit(store: store, feed: feed),
            pseudonyms: Pseudonyms(root: shared.root),
            storage: options.telemetry,
            now: shared.now
        )
        eventSizeLimit = EventSizeLimit(events: store)
        attempts = AttemptLog(recorder: recorder, systemContext: shared.systemContext)
        attemptReading = AttemptReading(
            store: shared.stores.attempts,
            sessions: shared.stores.attemptSessions,
            now: shared.now
        )
        failures = FailureReading(store: shared.stores.failures, now: shared.now)
        auditOutbox = AuditOutbox(store: shared.stores.auditOutbox, audit: shared.stores.audit)
        triage = FailureAdministration(
            store: shared.stores.failures,
            users: shared.stores.users,
            outbox: auditOutbox,
            now: shared.now
        )
        attemptInspection = AttemptInspection(
            reading: attemptReading,
            recorder: recorder,
            tenants: shared.stores.tenants,
            now: shared.now
        )
        overview = OverviewReading(
            attempts: shared.stores.attempts,
            events: store,
            failures: shared.stores.failures,
            users: shared.stores.users,
            apple: shared.stores.apple,
            changes: ChangeReading(audit: shared.stores.audit, releases: shared.stores.releases, now: shared.now),
            now: shared.now
        )
        installationOverview = InstallationOverviewReading(tenants: shared.stores.tenants, reading: overview)
        let findings = FindingRecorder(events: store, recorder: recorder)
        rateInspection = RateInspection(
            store: shared.stores.attempts,
            recorder: findings,
            tenants: shared.stores.tenants,
            now: shared.now
        )
        logoutStormInspection = LogoutStormInspection(
            recorder: findings,
            tenants: shared.stores.tenants,
            now: shared.now
        )
    }
}

extension Services {
    public var events: EventReading { eventServices.events }
    public var eventAnalysis: EventAnalysis { eventServices.eventAnalysis }
    public var eventErasure: EventErasure { eventServices.eventErasure }
    public var releases: ReleaseReading { eventServices.releases }
    public var failures: FailureReading { eventServices.failures }
    public var triage: FailureAdministration { eventServices.triage }
    public var auditOutbox: AuditOutbox { eventServices.auditOutbox }
    public var eventSizeLimit: EventSizeLimit { eventServices.eventSizeLimit }
    /// Live tails of events.
    public var eventTails: EventTails { eventServices.tails }
    public var eventExports: EventExports { eventServices.exports }
    /// Stores events past the limits of clients: those that the server itself recorded, and sample data.
    public var recorder: EventRecorder { eventServices.recorder }
    /// Records the server's steps of each attempt.
    public var attempts: AttemptLog { eventServices.attempts }
    public var attemptReading: AttemptReading { eventServices.attemptReading }
    public var attemptInspection: AttemptInspection { eventServices.attemptInspection }
    public var rateInspection: RateInspection { eventServices.rateInspection }
    public var logoutStormInspection: LogoutStormInspection { eventServices.logoutStormInspection }
    /// Whether sign-in works.
    public var overview: OverviewReading { eventServices.overview }
    /// The same for each tenant.
    public var installationOverview: InstallationOverviewReading { eventServices.installationOverview }
}
