/// Access to the console: sign-in, second factor, recovery.
struct ConsoleServices: Sendable {
    let console: ConsoleAccess
    let secondFactors: SecondFactors
    let recovery: AccountRecovery

    init(_ shared: SharedServices, _ options: ServiceOptions, sessions: SessionServices, signIns: PasswordSignIn) {
        let stores = shared.stores
        secondFactors = SecondFactors(
            store: stores.secondFactors,
            vault: shared.vault,
            limiter: shared.limiter,
            root: shared.root,
            policy: options.secondFactor,
            systemContext: shared.systemContext
        )
        console = ConsoleAccess(
            store: stores.console,
            operators: stores.operators,
            tenants: stores.tenants,
            authenticator: sessions.authenticator,
            signIns: signIns,
            selfService: sessions.sessionSelfService,
            passwords: shared.passwords,
            factors: secondFactors,
            limiter: shared.limiter,
            root: shared.root,
            systemContext: shared.systemContext
        )
        recovery = AccountRecovery(
            users: stores.users,
            accounts: stores.passwords,
            operators: stores.operators,
            factors: secondFactors,
            passwords: shared.passwords,
            limiter: shared.limiter,
            now: shared.now
        )
    }
}

extension Services {
    public var console: ConsoleAccess { consoleServices.console }
    public var secondFactors: SecondFactors { consoleServices.secondFactors }
    public var recovery: AccountRecovery { consoleServices.recovery }
}
