/// What operators and members administer: tenants, their settings, users, roles and keys; and the audit log of it.
struct AdministrationServices: Sendable {
    let tenants: TenantAdministration
    let settings: SettingsAdministration
    let users: UserAdministration
    let transfer: UserTransfer
    let impersonation: Impersonation
    let roles: RoleAdministration
    let keys: KeyAdministration
    let audit: AuditReading
    let auditVerification: AuditVerification
    let denials: DenialAudit
    let changes: ChangeReading
    let causeNotes: CauseNoteAdministration
    let savedViews: SavedViewAdministration
    let causeRules: CauseRuleAdministration
    let unknownErrors: UnknownErrorReading

    init(_ shared: SharedServices, notices: AccountNotices) {
        let (stores, systemContext) = (shared.stores, shared.systemContext)
        tenants = TenantAdministration(tenants: stores.tenants, systemContext: systemContext)
        settings = SettingsAdministration(
            store: stores.settings,
            apple: stores.apple,
            eventLifetime: shared.eventLifetime,
            now: shared.now
        )
        users = UserAdministration(
            users: stores.users,
            settings: stores.settings,
            passwords: shared.passwords,
            notices: notices,
            systemContext: systemContext
        )
        transfer = UserTransfer(
            store: stores.transfers,
            settings: stores.settings,
            audit: stores.audit,
            systemContext: systemContext
        )
        impersonation = Impersonation(
            users: stores.users,
            sessions: stores.sessions,
            settings: stores.settings,
            systemContext: systemContext
        )
        roles = RoleAdministration(roles: stores.roles, now: shared.now)
        keys = KeyAdministration(keys: stores.keys, systemContext: systemContext)
        auditVerification = AuditVerification(audit: stores.audit, now: shared.now)
        audit = AuditReading(store: stores.audit, operators: stores.operators, verification: auditVerification)
        denials = DenialAudit(store: stores.audit, now: shared.now)
        changes = ChangeReading(audit: stores.audit, releases: stores.releases, now: shared.now)
        causeNotes = CauseNoteAdministration(notes: stores.causeNotes, now: shared.now)
        savedViews = SavedViewAdministration(views: stores.savedViews, systemContext: systemContext)
        causeRules = CauseRuleAdministration(store: stores.causeRules, systemContext: systemContext)
        unknownErrors = UnknownErrorReading(errors: stores.unknownErrors, rules: stores.causeRules, now: shared.now)
    }
}

extension Services {
    public var tenants: TenantAdministration { administrationServices.tenants }
    public var settings: SettingsAdministration { administrationServices.settings }
    public var users: UserAdministration { administrationServices.users }
    public var transfer: UserTransfer { administrationServices.transfer }
    public var impersonation: Impersonation { administrationServices.impersonation }
    public var roles: RoleAdministration { administrationServices.roles }
    public var keys: KeyAdministration { administrationServices.keys }
    public var audit: AuditReading { administrationServices.audit }
    /// Checks the chains of the audit.
    public var auditVerification: AuditVerification { administrationServices.auditVerification }
    /// What changed in a tenant and around it.
    public var changes: ChangeReading { administrationServices.changes }
    public var causeNotes: CauseNoteAdministration { administrationServices.causeNotes }
    public var savedViews: SavedViewAdministration { administrationServices.savedViews }
    public var causeRules: CauseRuleAdministration { administrationServices.causeRules }
    public var unknownErrors: UnknownErrorReading { administrationServices.unknownErrors }
    /// Records denied actions in the audit trail.
    public var denials: DenialAudit { administrationServices.denials }
}
