import Domain

/// Every use case, built over one set of stores.
///
/// Each area has a struct of its own, which shows what its use cases depend on, and beside it the properties by which
/// callers reach them.
public struct Services: Sendable {
    let shared: SharedServices
    let eventServices: EventServices
    let sessionServices: SessionServices
    let ingestServices: IngestServices
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
        options: ServiceOptions = ServiceOptions()
    ) {
        shared = SharedServices(
            stores: stores,
            root: root,
            origin: origin,
            texts: texts,
            systemContext: systemContext,
            options: options
        )
        eventServices = EventServices(shared, options)
        let attempts = eventServices.attempts
        sessionServices = SessionServices(shared, attempts: attempts)
        ingestServices = IngestServices(
            shared,
            options,
            recorder: eventServices.recorder,
            authenticator: sessionServices.authenticator
        )
        mailServices = MailServices(shared, options, attempts: attempts)
        signInServices = SignInServices(shared, mail: mailServices, attempts: attempts)
        let signIns = signInServices.signIns
        appleServices = AppleServices(shared, servers: servers, signIns: signIns, attempts: attempts)
        accountServices = AccountServices(shared, sessions: sessionServices, links: signInServices.links)
        consoleServices = ConsoleServices(shared, options, sessions: sessionServices, signIns: signIns)
        administrationServices = AdministrationServices(shared, notices: mailServices.notices)
        operationServices = OperationServices(shared, options)
    }
}
