/// The stores that the use cases need: one for each feature.
public protocol StoreSet: Sendable {
    var tenants: any TenantStore { get }
    var settings: any TenantSettingsStore { get }
    var users: any UserStore { get }
    var roles: any RoleStore { get }
    var sessions: any SessionStore { get }
    var passwords: any PasswordStore { get }
    var keys: any KeyStore { get }
    var audit: any AuditStore { get }
    var auditOutbox: any AuditOutboxStore { get }
    var operators: any OperatorStore { get }
    var console: any ConsoleStore { get }
    var limits: any RateLimitStore { get }
    var idempotency: any IdempotencyStore { get }
    var events: any EventStore & EventAnalysisStore { get }
    var tenantKeys: any TenantKeyStore { get }
    var signingKeys: any SigningKeyStore { get }
    var refreshes: any RefreshStore { get }
    var secondFactors: any SecondFactorStore { get }
    var transfers: any UserTransferStore { get }
    var apple: any AppleStores { get }
    var links: any LinkStore { get }
    var causeNotes: any CauseNoteStore { get }
    var attempts: any AttemptStore { get }
    var attemptSessions: any AttemptSessionStore { get }
    var savedViews: any SavedViewStore { get }
    var releases: any ReleaseStore { get }
    var causeRules: any CauseRuleStore { get }
    var unknownErrors: any UnknownErrorStore { get }
    var failures: any FailureStore { get }
}

/// Stores all data about Apple.
public typealias AppleStores = AppleAdministrationStore & AppleSignInStore & AppleFlowStore & AppleCheckStore
    & AppleNoticeStore & AppleRevocationStore
