import Database
import Domain
import UseCases

extension StoreSet {
    /// Creates every store, over the two databases of an installation.
    public static func over(
        _ databases: StoreDatabases,
        chain: AuditChain,
        now: @escaping @Sendable () -> Timestamp = SystemContext.system.now
    ) -> StoreSet {
        let access = databases.control
        let trail = AuditTrail(chain: chain)
        let events = Events(access: databases.events, now: now)
        return StoreSet(
            tenants: Tenants(access: access, trail: trail),
            settings: SettingsOfTenants(access: access, trail: trail),
            users: Users(access: access, trail: trail, now: now),
            roles: Roles(access: access, trail: trail),
            sessions: Sessions(access: access, trail: trail),
            passwords: Passwords(access: access),
            keys: Keys(access: access, trail: trail),
            audit: AuditEntries(access: access, trail: trail),
            auditOutbox: AuditOutboxRows(access: databases.events),
            operators: Operators(access: access, trail: trail),
            console: ConsoleSignInStore(access: access, trail: trail),
            limits: RateLimits(access: access),
            idempotency: IdempotencyKeys(access: access),
            events: events,
            tenantKeys: TenantKeys(access: access),
            signingKeys: SigningKeys(access: access, trail: trail),
            refreshes: Refreshes(access: access, trail: trail),
            secondFactors: SecondFactorRows(access: access, trail: trail),
            transfers: UserTransfers(access: access, trail: trail),
            apple: AppleAccounts(access: access, trail: trail),
            links: OneTimeLinks(access: access, trail: trail),
            causeNotes: CauseNotes(access: access, trail: trail),
            attempts: Attempts(access: databases.events, now: now),
            attemptSessions: AttemptSessions(access: access),
            savedViews: SavedViews(access: access, trail: trail),
            releases: Releases(access: databases.events, now: now),
            causeRules: CauseRuleRows(access: access, trail: trail),
            unknownErrors: events,
            failures: Failures(access: databases.events)
        )
    }
}

/// The two databases of an installation, with the reports of their failures for the log.
public struct StoreDatabases: Sendable {
    let control: StoreAccess
    let events: StoreAccess

    /// - Parameters:
    ///   - report: called once with every failure of a database.
    ///   - reportOfEvents: called instead for failures of the events database.
    public init(
        control: any Database,
        events: any Database,
        reportOfEvents: (@Sendable (DatabaseError) -> Void)? = nil,
        report: @escaping @Sendable (DatabaseError) -> Void
    ) {
        self.control = StoreAccess(database: control, report: report)
        self.events = StoreAccess(database: events, report: reportOfEvents ?? report)
    }
}
