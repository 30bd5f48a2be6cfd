import Domain

/// Every use case, built over one set of stores.
///
/// Each area has a struct of its own, which shows what its use cases depend on, and beside it the properties by which
/// callers reach them.
public struct Services: Sendable {
    let shared: SharedServices
    let eventServices: EventServices
    let sessionServices: SessionServices
    let mailServices: MailServices
    let signInServices: SignInServices
    let appleServices: AppleServices
    let accountServices: AccountServices
    let consoleServices: ConsoleServices
    let administrationServices: AdministrationServices
    let operationServices: OperationServices

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
        let passwords = PasswordGate(
            limits: passwordLimits,
            cost: passwordCost,
            root: root,
            random: systemContext.random
        )
        shared = SharedServices(
            stores: stores,
            root: root,
            origin: origin,
            texts: texts,
            systemContext: systemContext,
            passwords: passwords
        )
        let eventLimits = EventServices.Limits(commit: commitLimits, decoding: decodingLimits, budget: ingestBudget)
        eventServices = EventServices(shared, storage: telemetry, limits: eventLimits)
        let attempts = eventServices.attempts
        sessionServices = SessionServices(shared, accessTokenLifetime: accessTokenLifetime, attempts: attempts)
        mailServices = MailServices(shared, transport: mailTransport, attempts: attempts, report: mailReport)
        signInServices = SignInServices(shared, mail: mailServices, attempts: attempts)
        let signIns = signInServices.signIns
        appleServices = AppleServices(shared, servers: servers, signIns: signIns, attempts: attempts)
        accountServices = AccountServices(shared, sessions: sessionServices, links: signInServices.links)
        consoleServices = ConsoleServices(
            shared,
            secondFactor: secondFactor,
            sessions: sessionServices,
            signIns: signIns
        )
        administrationServices = AdministrationServices(shared, notices: mailServices.notices)
        operationServices = OperationServices(shared, telemetry: telemetry, eventLifetime: eventLifetime)
    }
}
