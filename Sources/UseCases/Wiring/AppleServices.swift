import Domain

/// Sign in with Apple: the tenant's settings of its app, sign-ins, notifications and periodic jobs.
struct AppleServices: Sendable {
    let apple: AppleAdministration
    let appleSignIns: AppleSignIn
    let appleWebFlow: AppleWebFlow
    let appleNotificationHandler: AppleNotificationHandler
    let appleMaintenance: AppleMaintenance
    let appleAnswers: AppleAnswerCounts

    init(_ shared: SharedServices, servers: AppleServers, signIns: PasswordSignIn, attempts: AttemptLog) {
        appleAnswers = AppleAnswerCounts()
        let app = AppleApp(shared, servers: servers, counts: appleAnswers, attempts: attempts)
        apple = AppleAdministration(
            store: app.store,
            tenants: shared.stores.tenants,
            settings: shared.stores.settings,
            service: app.tokens,
            clients: app.clients,
            alarm: app.alarm,
            limiter: shared.limiter,
            now: shared.now
        )
        appleSignIns = app.signIn(by: signIns)
        appleWebFlow = AppleWebFlow(
            store: app.store,
            signIns: appleSignIns,
            settings: shared.stores.settings,
            base: servers.base,
            systemContext: shared.systemContext
        )
        appleNotificationHandler = AppleNotificationHandler(
            store: app.store,
            purge: UserPurge(users: shared.stores.users),
            verifier: servers.notifications,
            subjects: app.subjects,
            attempts: attempts,
            limiter: shared.limiter,
            now: shared.now
        )
        appleMaintenance = app.maintenance()
    }
}

/// What every request to Apple on behalf of a tenant's app needs.
private struct AppleApp {
    let store: any AppleStores
    let identities: any AppleIdentityVerifier
    let tokens: CountedAppleTokens
    let clients: AppleClients
    let subjects: AppleSubjects
    let alarm: AppleAlarm
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    init(_ shared: SharedServices, servers: AppleServers, counts: AppleAnswerCounts, attempts: AttemptLog) {
        store = shared.stores.apple
        identities = servers.identities
        tokens = CountedAppleTokens(service: servers.tokens, counts: counts)
        clients = AppleClients(vault: shared.vault)
        subjects = AppleSubjects(vault: shared.vault)
        alarm = AppleAlarm(store: store, attempts: attempts, now: shared.now)
        self.attempts = attempts
        now = shared.now
    }

    func signIn(by signIns: PasswordSignIn) -> AppleSignIn {
        AppleSignIn(
            store: store,
            verifier: identities,
            exchange: AppleCodeExchange(
                store: store,
                service: tokens,
                verifier: identities,
                clients: clients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            signIns: signIns,
            subjects: subjects,
            attempts: attempts
        )
    }

    func maintenance() -> AppleMaintenance {
        AppleMaintenance(
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
    public var appleWebFlow: AppleWebFlow { appleServices.appleWebFlow }
    public var appleNotificationHandler: AppleNotificationHandler { appleServices.appleNotificationHandler }
    /// Runs the periodic Apple jobs, on one node.
    public var appleMaintenance: AppleMaintenance { appleServices.appleMaintenance }
    public var appleAnswers: AppleAnswerCounts { appleServices.appleAnswers }
}
