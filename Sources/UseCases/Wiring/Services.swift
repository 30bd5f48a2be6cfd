import Domain
import Foundation

/// Every use case, built over one set of stores.
public struct Services: Sendable {
    public let tenants: TenantAdministration
    public let settings: SettingsAdministration
    public let users: UserAdministration
    public let transfer: UserTransfer
    public let roles: RoleAdministration
    public let sessions: SessionAdministration
    public let keys: KeyAdministration
    public let audit: AuditReading
    /// Records denied actions in the audit trail.
    public let refusals: RefusalAudit
    public let events: EventReading
    public let intake: EventIntake
    public let eventSizeLimit: EventSizeLimit
    /// Records the server's steps of each attempt.
    public let attempts: AttemptLog
    /// Seals secrets for storage.
    public let vault: Vault
    public let signingKeys: SigningKeyRing
    public let accessTokens: AccessTokens
    public let refreshes: SessionRefresh
    public let authenticator: AppAuthenticator
    public let inspection: TokenInspection
    public let signIns: PasswordSignIn
    /// The tenant's settings of its app at Apple.
    public let apple: AppleAdministration
    public let appleSignIns: AppleSignIn
    public let appleNotices: AppleNotificationHandler
    public let appleWebFlow: AppleWebFlow
    /// Runs the periodic Apple jobs, on one node.
    public let appleUpkeep: AppleMaintenance
    public let appleAnswers: AppleAnswerCounts
    public let passwords: PasswordGate
    public let ownSessions: SessionSelfService
    public let impersonation: Impersonation
    public let ownAccount: AccountSelfService
    public let ownProfile: ProfileSelfService
    /// Limits users' changes to their own accounts.
    public let ownChanges: SelfServiceLimits
    /// Limits administrative requests.
    public let requests: RequestBudget
    public let restoration: SessionRestoration
    /// Makes the links and codes by which users confirm their mailbox.
    public let links: AccountLinks
    public let mail: MailQueue
    /// The texts of messages, and of errors that an app's users read.
    public let texts: TextCatalogue
    /// The settings that an app's request needs.
    public let tenantSettings: any TenantSettingsStore
    public let now: @Sendable () -> Timestamp
    public let console: ConsoleAccess
    public let secondFactors: SecondFactors
    public let firstEntry: Onboarding
    public let invitations: InvitationSignIn
    public let rescue: AccountRecovery
    public let limiter: RateLimiter
    public let idempotency: Idempotency
    public let activity: SessionActivity
    public let maintenance: Maintenance
}
