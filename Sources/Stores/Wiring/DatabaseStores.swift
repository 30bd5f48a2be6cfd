import Database
import Domain
import UseCases

/// Every store, over the two databases of an installation. A test replaces those that are variables, to see what a
/// failure of them does.
public struct DatabaseStores: StoreSet {
    public let tenants: any TenantStore
    public let settings: any TenantSettingsStore
    public let users: any UserStore
    public let roles: any RoleStore
    public let sessions: any SessionStore
    public let passwords: any PasswordStore
    public var keys: any KeyStore
    public var audit: any AuditStore
    public let auditOutbox: any AuditOutboxStore
    public let operators: any OperatorStore
    public let console: any ConsoleStore
    public let limits: any RateLimitStore
    public let idempotency: any IdempotencyStore
    public var events: any EventStore & EventAnalysisStore
    public let tenantKeys: any TenantKeyStore
    public let signingKeys: any SigningKeyStore
    public let refreshes: any RefreshStore
    public let secondFactors: any SecondFactorStore
    public let transfers: any UserTransferStore
    public let apple: any AppleStores
    public let links: any LinkStore
    public let causeNotes: any CauseNoteStore
    public let attempts: any AttemptStore
    public let attemptSessions: any AttemptSessionStore
    public let savedViews: any SavedViewStore
    public let releases: any ReleaseStore
    public let causeRules: any CauseRuleStore
    public let unknownErrors: any UnknownErrorStore
    public let failures: any FailureStore

    /// - Parameter searchTime: the time after which a search of events reads no further rows; nil for the usual one.
    public init(
        _ databases: StoreDatabases,
        chain: AuditChain,
        searchTime: Duration? = nil,
        now: @escaping @Sendable () -> Timestamp
    ) {
        let (control, events, trail) = (databases.control, databases.events, AuditTrail(chain: chain))
        let shapes = ShapeCache(now: now)
        var searching = EventWalk.Limits()
        if let searchTime { searching.time = searchTime }
        let eventStore = Events(access: events, shapes: shapes, now: now, limits: searching)
        tenants = Tenants(access: control, trail: trail)
        settings = SettingsOfTenants(access: control, trail: trail)
        users = Users(access: control, trail: trail, now: now)
        roles = Roles(access: control, trail: trail)
        sessions = Sessions(access: control, trail: trail)
        passwords = Passwords(access: control)
        keys = Keys(access: control, trail: trail)
        audit = AuditEntries(access: control, trail: trail)
        auditOutbox = AuditOutboxRows(access: events)
        operators = Operators(access: control, trail: trail)
        console = ConsoleSignInStore(access: control, trail: trail)
        limits = RateLimits(access: control)
        idempotency = IdempotencyKeys(access: control)
        self.events = eventStore
        tenantKeys = TenantKeys(access: control)
        signingKeys = SigningKeys(access: control, trail: trail)
        refreshes = Refreshes(access: control, trail: trail)
        secondFactors = SecondFactorRows(access: control, trail: trail)
        transfers = UserTransfers(access: control, trail: trail)
        apple = AppleAccounts(access: control, trail: trail)
        links = OneTimeLinks(access: control, trail: trail)
        causeNotes = CauseNotes(access: control, trail: trail)
        attempts = Attempts(access: events, shapes: shapes, now: now, limits: AttemptWalk.Limits(search: searching))
        attemptSessions = AttemptSessions(access: control)
        savedViews = SavedViews(access: control, trail: trail)
        releases = Releases(access: events, shapes: shapes, now: now)
        causeRules = CauseRuleRows(access: control, trail: trail)
        unknownErrors = eventStore
        failures = Failures(access: events, shapes: shapes, limits: searching)
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
