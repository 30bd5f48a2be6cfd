/// What the users of apps do with their own accounts.
struct AccountServices: Sendable {
    let ownAccount: AccountSelfService
    let ownProfile: ProfileSelfService
    let ownChanges: SelfServiceLimits
    let restoration: SessionRestoration

    init(_ shared: SharedServices, sessions: SessionServices, links: AccountLinks) {
        ownAccount = AccountSelfService(
            users: shared.stores.users,
            accounts: shared.stores.passwords,
            refreshes: shared.stores.refreshes,
            settings: shared.stores.settings,
            passwords: shared.passwords,
            limiter: shared.limiter,
            links: links,
            now: shared.now
        )
        ownProfile = ProfileSelfService(users: shared.stores.users, now: shared.now)
        ownChanges = SelfServiceLimits(limiter: shared.limiter)
        restoration = SessionRestoration(
            authenticator: sessions.authenticator,
            refreshes: sessions.refreshes,
            profiles: ownProfile
        )
    }
}

extension Services {
    public var ownAccount: AccountSelfService { accountServices.ownAccount }
    public var ownProfile: ProfileSelfService { accountServices.ownProfile }
    /// Limits users' changes to their own accounts.
    public var ownChanges: SelfServiceLimits { accountServices.ownChanges }
    public var restoration: SessionRestoration { accountServices.restoration }
}
