import Domain

extension Services {
    /// - Parameters:
    ///   - texts: of messages and of errors.
    ///   - origin: scheme, host and port of the server, from which tokens are issued and to which links lead.
    public init(
        stores: StoreSet,
        root: RootKey,
        texts: TextCatalogue,
        origin: String = "http://127.0.0.1:8080",
        apple servers: AppleServers = .unreachable,
        systemContext: SystemContext = .system,
        passwordLimits: PasswordGate.Limits = .init(),
        passwordCost: PasswordHash.Cost = .standard,
        commitLimits: GroupCommit.Limits = .init(),
        decodingLimits: DecodingGate.Limits = .init(),
        telemetry: TelemetryStorage = TelemetryStorage(),
        ingestBudget: IngestBudget.Limits = .init(),
        eventLifetime: Duration = .days(90),
        accessTokenLifetime: Duration = AccessTokens.standardLifetime,
        secondFactor: SecondFactorPolicy = .required,
        mailTransport: (any MailTransport)? = nil,
        mailReport: @escaping @Sendable (MailFailure, _ isLast: Bool) -> Void = { _, _ in }
    ) {
        let now = systemContext.now
        self.texts = texts
        let gate = PasswordGate(limits: passwordLimits, cost: passwordCost, root: root, random: systemContext.random)
        passwords = gate
        limiter = RateLimiter(store: stores.limits, root: root, now: now)
        tenants = TenantAdministration(tenants: stores.tenants, systemContext: systemContext)
        settings = SettingsAdministration(store: stores.settings, apple: stores.apple, now: now)
        transfer = UserTransfer(
            store: stores.transfers,
            settings: stores.settings,
            audit: stores.audit,
            systemContext: systemContext
        )
        roles = RoleAdministration(roles: stores.roles, now: now)
        sessions = SessionAdministration(sessions: stores.sessions, now: now)
        keys = KeyAdministration(keys: stores.keys, systemContext: systemContext)
        audit = AuditReading(store: stores.audit, operators: stores.operators)
        refusals = RefusalAudit(store: stores.audit, now: now)
        events = EventReading(store: stores.events)
        intake = EventIntake(
            commit: GroupCommit(store: stores.events, limits: commitLimits),
            pseudonyms: Pseudonyms(root: root),
            storage: telemetry,
            budget: IngestBudget(store: stores.events, limits: ingestBudget, now: now),
            decoding: DecodingGate(limits: decodingLimits),
            now: now
        )
        eventSizeLimit = EventSizeLimit(events: stores.events)
        attempts = AttemptLog(intake: intake, systemContext: systemContext)
        activity = SessionActivity(sessions: stores.sessions, keys: stores.keys)
        vault = Vault(store: stores.tenantKeys, root: root, systemContext: systemContext)
        signingKeys = SigningKeyRing(store: stores.signingKeys, vault: vault, systemContext: systemContext)
        accessTokens = AccessTokens(
            ring: signingKeys,
            refreshes: stores.refreshes,
            vault: vault,
            origin: origin,
            lifetime: accessTokenLifetime,
            now: now
        )
        refreshes = SessionRefresh(
            refreshes: stores.refreshes,
            tokens: accessTokens,
            limiter: limiter,
            attempts: attempts,
            now: now
        )
        authenticator = AppAuthenticator(
            keys: stores.keys,
            tenants: stores.tenants,
            settings: stores.settings,
            sessions: stores.sessions,
            activity: activity,
            tokens: accessTokens,
            now: now
        )
        inspection = TokenInspection(authenticator: authenticator, refreshes: refreshes, sessions: sessions)
        mail = MailQueue(transport: mailTransport, attempts: attempts, now: now, report: mailReport)
        let notices = AccountNotices(
            settings: stores.settings,
            tenants: stores.tenants,
            mail: mail,
            budget: MailBudget(limiter: limiter),
            texts: texts
        )
        signIns = PasswordSignIn(
            users: stores.users,
            accounts: stores.passwords,
            sessions: stores.sessions,
            settings: stores.settings,
            passwords: gate,
            limiter: limiter,
            attempts: attempts,
            devices: KnownDevices(root: root, systemContext: systemContext),
            alarm: GuessAlarm(notices: notices, audit: stores.audit, attempts: attempts, now: now),
            systemContext: systemContext
        )
        appleAnswers = AppleAnswerCounts()
        let (appleTokens, appleClients) = (
            CountedAppleTokens(service: servers.tokens, counts: appleAnswers), AppleClients(vault: vault)
        )
        let alarm = AppleAlarm(store: stores.apple, attempts: attempts, now: now)
        let subjects = AppleSubjects(vault: vault)
        apple = AppleAdministration(
            store: stores.apple,
            tenants: stores.tenants,
            settings: stores.settings,
            service: appleTokens,
            clients: appleClients,
            alarm: alarm,
            limiter: limiter,
            now: now
        )
        appleSignIns = AppleSignIn(
            store: stores.apple,
            verifier: servers.identities,
            exchange: AppleCodeExchange(
                store: stores.apple,
                service: appleTokens,
                verifier: servers.identities,
                clients: appleClients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            signIns: signIns,
            subjects: subjects,
            attempts: attempts
        )
        appleWebFlow = AppleWebFlow(
            store: stores.apple,
            signIns: appleSignIns,
            settings: stores.settings,
            base: servers.base,
            systemContext: systemContext
        )
        appleNotices = AppleNotificationHandler(
            store: stores.apple,
            verifier: servers.notifications,
            subjects: subjects,
            attempts: attempts,
            limiter: limiter,
            now: now
        )
        appleUpkeep = AppleMaintenance(
            revocations: AppleRevocations(
                store: stores.apple,
                service: appleTokens,
                clients: appleClients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            checks: AppleChecks(
                store: stores.apple,
                service: appleTokens,
                clients: appleClients,
                alarm: alarm,
                attempts: attempts,
                now: now
            ),
            store: stores.apple,
            now: now
        )
        ownSessions = SessionSelfService(sessions: stores.sessions, now: now)
        impersonation = Impersonation(
            users: stores.users,
            sessions: stores.sessions,
            settings: stores.settings,
            systemContext: systemContext
        )
        tenantSettings = stores.settings
        self.now = now
        users = UserAdministration(
            users: stores.users,
            settings: stores.settings,
            passwords: gate,
            notices: notices,
            systemContext: systemContext
        )
        links = AccountLinks(
            store: stores.links,
            users: stores.users,
            accounts: stores.passwords,
            settings: stores.settings,
            signIns: signIns,
            passwords: gate,
            limiter: limiter,
            mail: mail,
            notices: notices,
            texts: texts,
            root: root,
            systemContext: systemContext,
            origin: origin
        )
        ownAccount = AccountSelfService(
            users: stores.users,
            accounts: stores.passwords,
            settings: stores.settings,
            passwords: gate,
            limiter: limiter,
            links: links,
            now: now
        )
        ownProfile = ProfileSelfService(users: stores.users, now: now)
        ownChanges = SelfServiceLimits(limiter: limiter)
        requests = RequestBudget(limiter: limiter)
        restoration = SessionRestoration(authenticator: authenticator, refreshes: refreshes, profiles: ownProfile)
        secondFactors = SecondFactors(
            store: stores.secondFactors,
            vault: vault,
            limiter: limiter,
            root: root,
            policy: secondFactor,
            systemContext: systemContext
        )
        console = ConsoleAccess(
            store: stores.console,
            operators: stores.operators,
            tenants: stores.tenants,
            authenticator: authenticator,
            signIns: signIns,
            own: ownSessions,
            passwords: gate,
            factors: secondFactors,
            limiter: limiter,
            root: root,
            systemContext: systemContext
        )
        firstEntry = Onboarding(
            store: stores.console,
            operators: stores.operators,
            passwords: gate,
            limiter: limiter,
            systemContext: systemContext
        )
        invitations = InvitationSignIn(onboarding: firstEntry, links: links, attempts: attempts)
        rescue = AccountRecovery(
            users: stores.users,
            accounts: stores.passwords,
            operators: stores.operators,
            factors: secondFactors,
            passwords: gate,
            limiter: limiter,
            now: now
        )
        idempotency = Idempotency(store: stores.idempotency, root: root, now: now)
        maintenance = Maintenance(
            limits: stores.limits,
            idempotency: stores.idempotency,
            links: stores.links,
            events: stores.events,
            apple: stores.apple,
            telemetry: telemetry,
            eventLifetime: eventLifetime,
            now: now
        )
    }
}
