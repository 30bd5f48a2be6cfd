/// Bundles the stores: one for each feature.
public struct StoreSet: Sendable {
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

    public init(
        tenants: any TenantStore,
        settings: any TenantSettingsStore,
        users: any UserStore,
        roles: any RoleStore,
        sessions: any SessionStore,
        passwords: any PasswordStore,
        keys: any KeyStore,
        audit: any AuditStore,
        auditOutbox: any AuditOutboxStore,
        operators: any OperatorStore,
        console: any ConsoleStore,
        limits: any RateLimitStore,
        idempotency: any IdempotencyStore,
        events: any EventStore & EventAnalysisStore,
        tenantKeys: any TenantKeyStore,
        signingKeys: any SigningKeyStore,
        refreshes: any RefreshStore,
        secondFactors: any SecondFactorStore,
        transfers: any UserTransferStore,
        apple: any AppleStores,
        links: any LinkStore,
        causeNotes: any CauseNoteStore,
        attempts: any AttemptStore,
        attemptSessions: any AttemptSessionStore,
        savedViews: any SavedViewStore,
        releases: any ReleaseStore,
        causeRules: any CauseRuleStore,
        unknownErrors: any UnknownErrorStore,
        failures: any FailureStore
    ) {
        self.tenants = tenants
        self.settings = settings
        self.users = users
        self.roles = roles
        self.sessions = sessions
        self.passwords = passwords
        self.keys = keys
        self.audit = audit
        self.auditOutbox = auditOutbox
        self.operators = operators
        self.console = console
        self.limits = limits
        self.idempotency = idempotency
        self.events = events
        self.tenantKeys = tenantKeys
        self.signingKeys = signingKeys
        self.refreshes = refreshes
        self.secondFactors = secondFactors
        self.transfers = transfers
        self.apple = apple
        self.links = links
        self.causeNotes = causeNotes
        self.attempts = attempts
        self.attemptSessions = attemptSessions
        self.savedViews = savedViews
        self.releases = releases
        self.causeRules = causeRules
        self.unknownErrors = unknownErrors
        self.failures = failures
    }
}
