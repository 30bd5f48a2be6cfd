import Crypto
import Domain

/// What the use cases of every area are built from.
struct SharedServices: Sendable {
    let stores: any StoreSet
    let root: RootKey
    let address: PublicAddress
    let texts: TextCatalogue
    let systemContext: SystemContext
    let passwords: PasswordGate
    let limiter: RateLimiter
    let vault: Vault
    /// How long the installation keeps events.
    let eventLifetime: Duration

    var now: @Sendable () -> Timestamp { systemContext.now }

    init(
        stores: any StoreSet,
        root: RootKey,
        address: PublicAddress,
        texts: TextCatalogue,
        systemContext: SystemContext,
        options: ServiceOptions
    ) {
        self.stores = stores
        self.root = root
        self.address = address
        self.texts = texts
        self.systemContext = systemContext
        passwords = PasswordGate(
            limits: options.passwordLimits,
            cost: options.passwordCost,
            root: root,
            random: systemContext.random
        )
        limiter = RateLimiter(store: stores.limits, root: root, now: systemContext.now)
        eventLifetime = options.eventLifetime
        vault = Vault(store: stores.tenantKeys, root: root, systemContext: systemContext)
    }
}

extension Services {
    /// Where the server is reached: the issuer of tokens and the place of its pages.
    public var address: PublicAddress { shared.address }
    public var systemContext: SystemContext { shared.systemContext }
    /// Signs the cookies of app sessions.
    public var cookieKey: SymmetricKey { shared.root.derived(for: .cookie) }
    /// Signs the CSRF tokens of forms.
    public var formKey: SymmetricKey { shared.root.derived(for: .csrf) }
    public var passwords: PasswordGate { shared.passwords }
    public var limiter: RateLimiter { shared.limiter }
    /// Seals secrets for storage.
    public var vault: Vault { shared.vault }
    /// The texts of messages, and of errors that an app's users read.
    public var texts: TextCatalogue { shared.texts }
    /// The settings that an app's request needs.
    public var tenantSettings: any TenantSettingsStore { shared.stores.settings }
    public var now: @Sendable () -> Timestamp { shared.now }
}
