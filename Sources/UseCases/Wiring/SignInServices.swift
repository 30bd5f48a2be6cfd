/// Signing in with a password, a link, a code or an invitation.
struct SignInServices: Sendable {
    let signIns: PasswordSignIn
    let signUps: SignUp
    let links: AccountLinks
    let onboarding: Onboarding
    let invitations: InvitationSignIn

    init(_ shared: SharedServices, opener: SessionOpener, mail: MailServices, attempts: AttemptLog) {
        signIns = PasswordSignIn(shared, opener: opener, notices: mail.notices, attempts: attempts)
        signUps = SignUp(signIns: signIns)
        links = AccountLinks(shared, signUps: signUps, mail: mail)
        onboarding = Onboarding(
            store: shared.stores.console,
            operators: shared.stores.operators,
            passwords: shared.passwords,
            limiter: shared.limiter,
            systemContext: shared.systemContext
        )
        invitations = InvitationSignIn(onboarding: onboarding, links: links, attempts: attempts)
    }
}

extension PasswordSignIn {
    fileprivate init(_ shared: SharedServices, opener: SessionOpener, notices: AccountNotices, attempts: AttemptLog) {
        let stores = shared.stores
        self.init(
            accounts: stores.passwords,
            users: stores.users,
            settings: stores.settings,
            opener: opener,
            passwords: shared.passwords,
            limiter: shared.limiter,
            attempts: attempts,
            devices: KnownDevices(root: shared.root, systemContext: shared.systemContext),
            alarm: GuessAlarm(notices: notices, audit: stores.audit, attempts: attempts, now: shared.now),
            systemContext: shared.systemContext
        )
    }
}

extension AccountLinks {
    fileprivate init(_ shared: SharedServices, signUps: SignUp, mail: MailServices) {
        self.init(
            store: shared.stores.links,
            users: shared.stores.users,
            accounts: shared.stores.passwords,
            settings: shared.stores.settings,
            signUps: signUps,
            passwords: shared.passwords,
            limiter: shared.limiter,
            mail: mail.mail,
            notices: mail.notices,
            texts: shared.texts,
            root: shared.root,
            systemContext: shared.systemContext,
            address: shared.address
        )
    }
}

extension Services {
    public var signIns: PasswordSignIn { signInServices.signIns }
    public var signUps: SignUp { signInServices.signUps }
    /// Records accounts with too many wrong passwords in a row.
    public var guessAlarm: GuessAlarm { signIns.alarm }
    /// Makes the links and codes by which users confirm their mailbox.
    public var links: AccountLinks { signInServices.links }
    public var onboarding: Onboarding { signInServices.onboarding }
    public var invitations: InvitationSignIn { signInServices.invitations }
}
