/// What the users of apps do with their own accounts.
struct AccountServices: Sendable {
    let accountSelfService: AccountSelfService
    let profileSelfService: ProfileSelfService
    let selfServiceLimits: SelfServiceLimits
    let restoration: SessionRestoration

    init(_ shared: SharedServices, sessions: SessionServices, links: AccountLinks) {
        accountSelfService = AccountSelfService(
            users: shared.stores.users,
            accounts: shared.stores.passwords,
            refreshes: shared.stores.refreshes,
            settings: shared.stores.settings,
            passwords: shared.passwords,
            limiter: shared.limiter,
            links: links,
            now: shared.now
        )
        profileSelfService = ProfileSelfService(users: shared.stores.users, now: shared.now)
        selfServiceLimits = SelfServiceLimits(limiter: shared.limiter)
        restoration = SessionRestoration(
            bearers: sessions.bearers,
            refreshes: sessions.refreshes,
            profiles: profileSelfService
        )
    }
}

extension Services {
    public var accountSelfService: AccountSelfService { accountServices.accountSelfService }
    public var profileSelfService: ProfileSelfService { accountServices.profileSelfService }
    /// Limits users' changes to their own accounts.
    public var selfServiceLimits: SelfServiceLimits { accountServices.selfServiceLimits }
    public var restoration: SessionRestoration { accountServices.restoration }
}
