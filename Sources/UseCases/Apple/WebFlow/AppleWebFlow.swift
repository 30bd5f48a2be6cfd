import Crypto
import Domain
import Foundation

/// Signs users in with Apple in a browser: redirects to Apple's page, and handles the form that the browser posts from
/// there.
///
/// State, nonce and a secret in the browser's cookie belong to one try: an attacker cannot insert their own sign-in into
/// another browser, and no response of Apple's is accepted twice.
public struct AppleWebFlow: Sendable {
    /// The time a user may take at Apple.
    public static let life = Duration.minutes(10)

    public struct StartedFlow: Sendable {
        /// The address of Apple's page, with its parameters.
        public let address: String
        /// The secret for the browser's cookie; this try can be completed only in a browser that has it.
        public let browser: String
    }

    let store: any AppleAdministrationStore & AppleFlowStore
    let signIns: AppleSignIn
    let settings: any TenantSettingsStore
    let base: String
    let systemContext: SystemContext
    private let callbacks = TokenBuckets<Data>()

    /// Whether any tenant offers this sign-in method.
    public func isOffered() async throws(DomainError) -> Bool { try await store.offersPages() }

    /// - Throws: `.apple(.disabled)` where the tenant has no client id for Apple's page, or is suspended.
    public func begin(_ request: AppleFlowRequest, in context: SignInContext) async throws(AuthFailure) -> StartedFlow {
        // As the nonce looks like a hash, no client can send the token elsewhere with the nonce that is in it.
        let (state, browser, nonce) = (secret(), secret(), Hexadecimal.encode(systemContext.random(32)))
        let tenant = context.tenant
        return try await StoreErrorMapping.betweenSteps.run {
            let settings = try await self.settings.settings(of: tenant.id).settings
            guard tenant.state == .active, settings.methods.contains(.apple),
                let clientID = try await store.settings(of: tenant.id)?.settings.webClientID
            else { throw AuthFailure.apple(.disabled) }
            try await signIns.takeTurn(in: context)
            let flow = AppleFlow(
                stateHash: Self.hash(state),
                browserHash: Self.hash(browser),
                purpose: request.purpose,
                session: request.session,
                challenge: request.challenge,
                nonce: nonce,
                redirectURI: request.redirectURI,
                returnTo: request.returnTo,
                errorTo: request.errorTo,
                expiresAt: systemContext.now() + Self.life
            )
            try await store.begin(flow, in: tenant.id)
            // A user whom the console admits has an account already.
            let scope: String? = settings.isAnonymous || request.purpose == .console ? nil : "name email"
            return StartedFlow(
                address: address(of: flow, state: state, clientID: clientID, scope: scope),
                browser: browser
            )
        }
    }

    /// - Parameter browser: the secret from the cookie.
    /// - Returns: nil for a response that belongs to no try of this browser.
    /// - Throws: `.throttled` when one address sends too many.
    public func finish(
        _ answer: AppleWebAnswer,
        browser: String,
        in context: SignInContext
    ) async throws(DomainError) -> AppleWebOutcome? {
        try countCallback(from: context.origin)
        let flow = try await store.takeFlow(
            stateHash: Self.hash(answer.state),
            browserHash: Self.hash(browser),
            at: systemContext.now(),
            in: context.tenant.id
        )
        guard let flow else { return nil }
        return AppleWebOutcome(flow: flow, result: await result(of: flow, answer, in: context))
    }

    private func result(
        of flow: AppleFlow,
        _ answer: AppleWebAnswer,
        in context: SignInContext
    ) async -> AppleWebOutcome.Result {
        guard answer.error == nil, let token = answer.identityToken else { return .cancelled }
        do throws(AuthFailure) {
            let request = AppleSignInRequest(
                identityToken: token,
                nonce: .own(flow.nonce),
                authorizationCode: answer.authorizationCode,
                redirectURI: flow.redirectURI,
                name: answer.name
            )
            switch flow.purpose {
            case .app, .tokens: return .signedIn(try await signIns.signIn(request, in: context))
            case .console: return .recognized(try await signIns.recognize(request, in: context))
            case .link:
                guard let session = flow.session else { throw .apple(.sessionEnded) }
                try await signIns.link(request, to: session, in: context)
                return .linked
            }
        } catch { return .failed(error) }
    }

    /// The count is kept in memory: a `state` costs its sender nothing, so counting it must not cost a write.
    private func countCallback(from origin: RequestOrigin) throws(DomainError) {
        let claims = signIns.limiter.claims(.appleCallbackByAddress, tenant: nil, from: origin)
        if let wait = callbacks.take(claims, at: systemContext.now()).wait { throw .throttled(retryAfter: wait) }
    }

    /// - Parameter scope: nil requests no personal data.
    private func address(of flow: AppleFlow, state: String, clientID: String, scope: String?) -> String {
        var fields = [
            ("client_id", clientID), ("redirect_uri", flow.redirectURI), ("response_type", "code id_token"),
            ("response_mode", "form_post"),
            ("state", state), ("nonce", flow.nonce),
        ]
        if let scope { fields.append(("scope", scope)) }
        return "\(base)/auth/authorize?" + fields.map { "\($0)=\(PercentEncoding.encode($1))" }.joined(separator: "&")
    }

    private func secret() -> String { Base64URL.encode(systemContext.random(32)) }

    private static func hash(_ text: String) -> Data { Data(SHA256.hash(data: Data(text.utf8))) }
}

/// Stores sign-ins by Apple's page while they are open.
public protocol AppleFlowStore: Sendable {
    func begin(_ flow: AppleFlow, in tenant: Tenant.ID) async throws(DomainError)
    /// Takes a flow that returns in the browser where it began, once.
    /// - Returns: nil for a flow that is unknown, expired or of another browser.
    func takeFlow(
        stateHash: Data,
        browserHash: Data,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AppleFlow?
    /// Whether any tenant has a page at Apple.
    func offersPages() async throws(DomainError) -> Bool
    /// Deletes flows that expired before `cutoff`; at most `limit` of them, over all tenants.
    func forgetFlows(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int
}

/// The form that Apple's page posts back.
public struct AppleWebAnswer: Sendable {
    public let state: String
    public let identityToken: String?
    public let authorizationCode: String?
    /// Sent once by Apple, and not signed.
    public let name: String?
    /// `user_cancelled_authorize`, or Apple's error code.
    public let error: String?

    public init(state: String, identityToken: String?, authorizationCode: String?, name: String?, error: String?) {
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.name = name
        self.error = error
    }
}

/// The outcome of a sign-in by Apple's page.
public struct AppleWebOutcome: Sendable {
    public let flow: AppleFlow
    public let result: Result

    public enum Result: Sendable {
        case signedIn(SignedIn)
        /// Apple is linked to the account from which the flow began.
        case linked
        /// An existing user who wants to enter the console; not signed in yet.
        case recognized(User)
        case cancelled
        case failed(AuthFailure)
    }
}
