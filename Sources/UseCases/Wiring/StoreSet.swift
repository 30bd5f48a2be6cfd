import Domain
import Foundation

/// Bundles the stores: one for each feature.
public struct StoreSet: Sendable {
    public let tenants: any TenantStore
    public let settings: any TenantSettingsStore
    public let users: any UserStore
    public let roles: any RoleStore
    public let sessions: any SessionStore
    public let passwords: any PasswordStore
    public var keys: any KeyStore
    public let audit: any AuditStore
    public let operators: any OperatorStore
    public let console: any ConsoleStore
    public let limits: any RateLimitStore
    public let idempotency: any IdempotencyStore
    public let events: any EventStore
    public let tenantKeys: any TenantKeyStore
    public let signingKeys: any SigningKeyStore
    public let refreshes: any RefreshStore
    public let secondFactors: any SecondFactorStore
    public let transfers: any UserTransferStore
    public let apple: any AppleStores
    public let links: any LinkStore
    public let causeNotes: any CauseNoteStore

    public init(
        tenants: any TenantStore,
        settings: any TenantSettingsStore,
        users: any UserStore,
        roles: any RoleStore,
        sessions: any SessionStore,
        passwords: any PasswordStore,
        keys: any KeyStore,
        audit: any AuditStore,
        operators: any OperatorStore,
        console: any ConsoleStore,
        limits: any RateLimitStore,
        idempotency: any IdempotencyStore,
        events: any EventStore,
        tenantKeys: any TenantKeyStore,
        signingKeys: any SigningKeyStore,
        refreshes: any RefreshStore,
        secondFactors: any SecondFactorStore,
        transfers: any UserTransferStore,
        apple: any AppleStores,
        links: any LinkStore,
        causeNotes: any CauseNoteStore
    ) {
        self.tenants = tenants
        self.settings = settings
        self.users = users
        self.roles = roles
        self.sessions = sessions
        self.passwords = passwords
        self.keys = keys
        self.audit = audit
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
    }
}
