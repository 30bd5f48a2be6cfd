import Crypto
import Domain
import Foundation

/// A sign-in by Apple's page that has begun.
public struct AppleFlow: Sendable, Hashable {
    /// What someone wants to get into.
    public enum Purpose: String, Sendable, CaseIterable {
        /// An app of the tenant's, by a session of it.
        case app
        /// The same, by tokens that are handed over at the address where people go then.
        case tokens
        case console
        /// An account of an app's, as another way to sign in.
        case link
    }

    /// SHA-256 of the state that Apple sends back.
    public let stateHash: Data
    /// SHA-256 of what the browser keeps meanwhile.
    public let browserHash: Data
    public let purpose: Purpose
    /// Of whom the account is that Apple is added to; nil unless that is the purpose.
    public let session: Session.ID?
    /// Of whom the tokens are for (RFC 7636); nil unless that is the purpose.
    public let challenge: ProofKeyChallenge?
    public let nonce: String
    /// Where Apple sends people back to.
    public let redirectURI: String
    /// Where people go then.
    public let returnTo: String
    public let errorTo: String
    public let expiresAt: Timestamp

    public init(
        stateHash: Data,
        browserHash: Data,
        purpose: Purpose,
        session: Session.ID? = nil,
        challenge: ProofKeyChallenge? = nil,
        nonce: String,
        redirectURI: String,
        returnTo: String,
        errorTo: String,
        expiresAt: Timestamp
    ) {
        self.stateHash = stateHash
        self.browserHash = browserHash
        self.purpose = purpose
        self.session = session
        self.challenge = challenge
        self.nonce = nonce
        self.redirectURI = redirectURI
        self.returnTo = returnTo
        self.errorTo = errorTo
        self.expiresAt = expiresAt
    }
}

/// Sign-ins by Apple's page, kept by a store while people are there.
public protocol AppleFlowStore: Sendable {
    func begin(_ flow: AppleFlow, in tenant: Tenant.ID) async throws(DomainError)
    /// Takes one that comes back in the browser where it began, once.
    /// - Returns: nil for one that is not known, too old or of another browser.
    func takeFlow(
        stateHash: Data,
        browserHash: Data,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AppleFlow?
    /// Whether any tenant has a page at Apple.
    func offersPages() async throws(DomainError) -> Bool
    /// Forgets those that have expired before `moment`; at most `limit` of them, over all tenants.
    func forgetFlows(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// What Apple's page posts back.
public struct AppleWebAnswer: Sendable {
    public let state: String
    public let identityToken: String?
    public let authorizationCode: String?
    /// Told once, and not signed.
    public let name: String?
    /// `user_cancelled_authorize`, or what Apple did not like.
    public let error: String?

    public init(state: String, identityToken: String?, authorizationCode: String?, name: String?, error: String?) {
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.name = name
        self.error = error
    }
}

/// How a sign-in by Apple's page ended.
public enum AppleWebOutcome: Sendable {
    case signedIn(SignedIn, returnTo: String)
    /// The tokens of the session are for whom the flow names.
    case handedOver(SignedIn, AppleFlow)
    /// Apple is a way into the account from which someone began.
    case linked(returnTo: String)
    /// It is someone with an account, who wants into the console; nobody is signed in yet.
    case recognized(User, returnTo: String)
    case cancelled(AppleFlow)
    case failed(AppleSignInFailure, AppleFlow)
}

/// Signing in with Apple in a browser: to Apple's page, and back with a form that the browser posts from there.
///
/// State, nonce and a secret in the browser's cookie belong to one try: so nobody can slip their own sign-in into
/// someone else's browser, and no answer of Apple's is good twice.
public struct AppleWebFlow: Sendable {
    /// How long someone may take at Apple.
    public static let life = Duration.minutes(10)

    public struct Begun: Sendable {
        /// Apple's page, with what it is to know.
        public let address: String
        /// For the browser's cookie; as long as the browser has it, this try can be finished there.
        public let browser: String
    }

    let store: any AppleStores
    let signIns: AppleSignIn
    let settings: any TenantSettingsStore
    let base: String
    let systemContext: SystemContext
    private let callbacks = TokenBuckets()

    init(
        store: any AppleStores,
        signIns: AppleSignIn,
        settings: any TenantSettingsStore,
        base: String,
        systemContext: SystemContext
    ) {
        self.store = store
        self.signIns = signIns
        self.settings = settings
        self.base = base
        self.systemContext = systemContext
    }

    /// Whether it is a way in for anyone.
    public func isOffered() async throws(DomainError) -> Bool { try await store.offersPages() }

    /// - Parameters:
    ///   - session: to whose account Apple is added.
    ///   - challenge: of whom tokens are for.
    /// - Throws: `.methodOff` where the tenant has no page at Apple, or is suspended.
    public func begin(
        _ purpose: AppleFlow.Purpose = .app,
        session: Session.ID? = nil,
        challenge: ProofKeyChallenge? = nil,
        redirectURI: String,
        returnTo: String,
        errorTo: String,
        at place: SignInContext
    ) async throws(AppleSignInFailure) -> Begun {
        let (state, browser, nonce) = (secret(), secret(), secret())
        let tenant = place.tenant
        do throws(DomainError) {
            let settings = try await self.settings.settings(of: tenant.id).settings
            guard tenant.state == .active, settings.methods.contains(.apple),
                let clientID = try await store.settings(of: tenant.id)?.settings.webClientID
            else { throw DomainError.notFound(.tenant) }
            try await signIns.takeTurn(at: place)
            let flow = AppleFlow(
                stateHash: Self.hash(state),
                browserHash: Self.hash(browser),
                purpose: purpose,
                session: session,
                challenge: challenge,
                nonce: nonce,
                redirectURI: redirectURI,
                returnTo: returnTo,
                errorTo: errorTo,
                expiresAt: systemContext.now() + Self.life
            )
            try await store.begin(flow, in: tenant.id)
            // Whom the console lets in has an account already.
            let scope: String? = settings.isAnonymous || purpose == .console ? nil : "name email"
            return Begun(
                address: address(clientID, redirectURI, scope: scope, state: state, nonce: nonce),
                browser: browser
            )
        } catch { throw error == .notFound(.tenant) ? .methodOff : AppleSignInFailure(error) }
    }

    /// - Parameter browser: from the cookie.
    /// - Returns: nil for an answer that belongs to no try of this browser.
    /// - Throws: `.throttled` when one address brings too many.
    public func finish(
        _ answer: AppleWebAnswer,
        browser: String,
        at place: SignInContext
    ) async throws(DomainError) -> AppleWebOutcome? {
        try countCallback(from: place.origin)
        let flow = try await store.takeFlow(
            stateHash: Self.hash(answer.state),
            browserHash: Self.hash(browser),
            at: systemContext.now(),
            in: place.tenant.id
        )
        guard let flow else { return nil }
        guard answer.error == nil, let token = answer.identityToken else { return .cancelled(flow) }
        do throws(AppleSignInFailure) {
            let request = AppleSignInRequest(
                identityToken: token,
                nonce: flow.nonce,
                authorizationCode: answer.authorizationCode,
                redirectURI: flow.redirectURI,
                name: answer.name
            )
            switch flow.purpose {
            case .app: return .signedIn(try await signIns.signIn(request, at: place), returnTo: flow.returnTo)
            case .tokens: return .handedOver(try await signIns.signIn(request, at: place), flow)
            case .console: return .recognized(try await signIns.recognize(request, at: place), returnTo: flow.returnTo)
            case .link:
                guard let session = flow.session else { throw .disabled }
                try await signIns.link(request, to: session, at: place)
                return .linked(returnTo: flow.returnTo)
            }
        } catch { return .failed(error, flow) }
    }

    /// In memory: a `state` costs its sender nothing, so counting it must not cost a write.
    private func countCallback(from origin: Principal.Origin) throws(DomainError) {
        let claims = signIns.signIns.limiter.claims(.appleCallbackByAddress, tenant: nil, from: origin)
        if let wait = callbacks.take(claims, at: systemContext.now()).wait { throw .throttled(retryAfter: wait) }
    }

    /// - Parameter scope: nil asks for nothing personal.
    private func address(
        _ clientID: String,
        _ redirectURI: String,
        scope: String?,
        state: String,
        nonce: String
    ) -> String {
        var fields = [
            ("client_id", clientID), ("redirect_uri", redirectURI), ("response_type", "code id_token"),
            ("response_mode", "form_post"),
            ("state", state), ("nonce", nonce),
        ]
        if let scope { fields.append(("scope", scope)) }
        return "\(base)/auth/authorize?" + fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    private func secret() -> String { Base64URL.encode(systemContext.random(32)) }

    private static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}
