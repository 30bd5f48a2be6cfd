import Domain

/// Sign in with Apple: the tenant's settings of its app, sign-ins, notifications and periodic jobs.
struct AppleServices: Sendable {
    let apple: AppleAdministration
    let appleSignIns: AppleSignIn
    let appleWebFlow: AppleWebFlow
    let appleNotificationHandler: AppleNotificationHandler
    let appleMaintenance: AppleMaintenance
    let appleAnswers: AppleAnswerCounts

    init(_ shared: SharedServices, servers: AppleServers, opener: SessionOpener, attempts: AttemptLog) {
        let (store, settings, now) = (shared.stores.apple, shared.stores.settings, shared.now)
        appleAnswers = AppleAnswerCounts()
        let tokens = CountedAppleTokens(service: servers.tokens, counts: appleAnswers)
        let clients = AppleClients(vault: shared.vault)
        let subjects = AppleSubjects(vault: shared.vault)
        let alarm = AppleAlarm(store: store, attempts: attempts, now: now)
        apple = AppleAdministration(
            store: store,
            tenants: shared.stores.tenants,
            settings: settings,
            service: tokens,
            clients: clients,
            alarm: alarm,
            limiter: shared.limiter,
            now: now
        )
        appleSignIns = AppleSignIn(
            store: store,
            verifier: servers.identities,
            exchange: AppleCodeExchange(
                store: store,
                service: tokens,
                verifier: servers.identities,
                clients: clients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            settings: settings,
            opener: opener,
            limiter: shared.limiter,
            subjects: subjects,
            attempts: attempts
        )
        appleWebFlow = AppleWebFlow(
            store: store,
            signIns: appleSignIns,
            settings: settings,
            base: servers.base,
            systemContext: shared.systemContext
        )
        appleNotificationHandler = AppleNotificationHandler(
            store: store,
            purge: UserPurge(users: shared.stores.users),
            verifier: servers.notifications,
            subjects: subjects,
            attempts: attempts,
            limiter: shared.limiter,
            now: now
        )
        appleMaintenance = AppleMaintenance(
            revocations: AppleRevocations(
                store: store,
                service: tokens,
                clients: clients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            checks: AppleChecks(
                store: store,
                service: tokens,
                clients: clients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            store: store,
            now: now
        )
    }
}

extension Services {
    /// The tenant's settings of its app at Apple.
    public var apple: AppleAdministration { appleServices.apple }
    public var appleSignIns: AppleSignIn { appleServices.appleSignIns }
    /// How Apple's ids of users are stored.
    public var appleSubjects: AppleSubjects { AppleSubjects(vault: vault) }
    public var appleWebFlow: AppleWebFlow { appleServices.appleWebFlow }
    public var appleNotificationHandler: AppleNotificationHandler { appleServices.appleNotificationHandler }
    /// Runs the periodic Apple jobs, on one node.
    public var appleMaintenance: AppleMaintenance { appleServices.appleMaintenance }
    public var appleAnswers: AppleAnswerCounts { appleServices.appleAnswers }
}
