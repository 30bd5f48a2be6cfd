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

    /// Address, Apple and clock have no default: a forgotten argument must not issue tokens of a wrong issuer, or of a
    /// wrong time.
    /// - Parameter texts: of messages and of errors.
    public init(
        stores: any StoreSet,
        root: RootKey,
        texts: TextCatalogue,
        address: PublicAddress,
        apple servers: AppleServers,
        systemContext: SystemContext,
        options: ServiceOptions = ServiceOptions()
    ) {
        shared = SharedServices(
            stores: stores,
            root: root,
            address: address,
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
        let opener = sessionServices.opener
        signInServices = SignInServices(shared, opener: opener, mail: mailServices, attempts: attempts)
        let signIns = signInServices.signIns
        appleServices = AppleServices(shared, servers: servers, opener: opener, attempts: attempts)
        accountServices = AccountServices(shared, sessions: sessionServices, links: signInServices.links)
        consoleServices = ConsoleServices(shared, options, sessions: sessionServices, signIns: signIns)
        administrationServices = AdministrationServices(shared, notices: mailServices.notices)
        operationServices = OperationServices(shared, options)
    }
}
