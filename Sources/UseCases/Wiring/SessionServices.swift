/// Sessions and their tokens: issued, refreshed, checked, revoked.
struct SessionServices: Sendable {
    let sessions: SessionAdministration
    let sessionSelfService: SessionSelfService
    let opener: SessionOpener
    let activity: SessionActivity
    let signingKeys: SigningKeyRing
    let accessTokens: AccessTokens
    let refreshes: SessionRefresh
    let authenticator: AppAuthenticator
    let bearers: BearerSessions
    let inspection: TokenInspection

    init(_ shared: SharedServices, attempts: AttemptLog) {
        let stores = shared.stores
        sessions = SessionAdministration(sessions: stores.sessions, now: shared.now)
        sessionSelfService = SessionSelfService(sessions: stores.sessions, now: shared.now)
        opener = SessionOpener(
            sessions: stores.sessions,
            attempts: attempts,
            systemContext: shared.systemContext
        )
        activity = SessionActivity(sessions: stores.sessions, keys: stores.keys)
        signingKeys = SigningKeyRing(
            store: stores.signingKeys,
            vault: shared.vault,
            systemContext: shared.systemContext
        )
        accessTokens = AccessTokens(
            ring: signingKeys,
            refreshes: stores.refreshes,
            vault: shared.vault,
            address: shared.address,
            now: shared.now
        )
        refreshes = SessionRefresh(
            refreshes: stores.refreshes,
            tokens: accessTokens,
            limiter: shared.limiter,
            attempts: attempts,
            now: shared.now
        )
        authenticator = AppAuthenticator(shared, activity: activity, tokens: accessTokens)
        bearers = BearerSessions(authenticator: authenticator, attempts: attempts, limiter: shared.limiter)
        inspection = TokenInspection(authenticator: authenticator, refreshes: refreshes, sessions: sessions)
    }
}

extension AppAuthenticator {
    fileprivate init(_ shared: SharedServices, activity: SessionActivity, tokens: AccessTokens) {
        self.init(
            keys: shared.stores.keys,
            tenants: shared.stores.tenants,
            settings: shared.stores.settings,
            sessions: shared.stores.sessions,
            activity: activity,
            tokens: tokens,
            now: shared.now
        )
    }
}

extension Services {
    public var sessions: SessionAdministration { sessionServices.sessions }
    public var sessionSelfService: SessionSelfService { sessionServices.sessionSelfService }
    public var sessionOpener: SessionOpener { sessionServices.opener }
    public var activity: SessionActivity { sessionServices.activity }
    public var signingKeys: SigningKeyRing { sessionServices.signingKeys }
    public var accessTokens: AccessTokens { sessionServices.accessTokens }
    public var refreshes: SessionRefresh { sessionServices.refreshes }
    public var authenticator: AppAuthenticator { sessionServices.authenticator }
    public var bearers: BearerSessions { sessionServices.bearers }
    public var inspection: TokenInspection { sessionServices.inspection }
}
