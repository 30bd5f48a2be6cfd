import Domain

/// Hands sessions over to apps, which exchange a code for one.
extension AccountLinks {
    /// Returns the code that an app with the verifier exchanges for a session that began on Apple's page.
    /// - Throws: `.link(.gone)` when the session has ended meanwhile, `.unavailable`
    public func handOver(_ signedIn: SignedIn, to challenge: ProofKeyChallenge) async throws(AuthFailure) -> Credential
    {
        let (session, tenant) = (signedIn.session.id, signedIn.session.tenant)
        let link = OneTimeLink(
            tenant: tenant,
            purpose: .exchange,
            user: signedIn.user.id,
            email: nil,
            challenge: challenge,
            session: session,
            askedWith: session,
            createdAt: systemContext.now()
        )
        let issued = issue(link)
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await store.insert(stored(issued), in: tenant) { _ throws(DomainError) in }
        }
        return issued.token
    }

    /// Exchanges the code of a link, carried back to the app that keeps the verifier, for a new session or the code's
    /// own.
    /// - Throws: `.link(.gone)`, `.link(.wrongVerifier)`, `.userDisabled`, `.unavailable`
    public func exchange(
        _ code: String,
        verifier: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> ExchangedSession {
        try await attempts.recording(.linkUse, in: context) { () throws(AuthFailure) in
            try await exchanged(code, verifier: verifier, in: context)
        }
    }

    private func exchanged(
        _ code: String,
        verifier: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> ExchangedSession {
        let found = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await limiter.take(limiter.claims(.exchangeByAddress, tenant: context.tenant.id, from: context.origin))
            return try await self.found(code)
        }
        guard found.link.purpose == .exchange, found.tenant.id == context.tenant.id else { throw .link(.gone) }
        guard found.link.challenge?.fits(verifier) ?? false else { throw .link(.wrongVerifier) }
        let used = try await use(
            .init(.token(code), for: [.exchange], countsTry: false),
            in: context
        ) { _, record throws(DomainError) in
            UserDecision(.keep(record.user), audit: nil)
        }
        guard let session = used.link.session else {
            let result = try await opened(used.user, used.role, recovers: used.link.isRecovery, in: context)
            return ExchangedSession(
                session: result.session,
                user: result.user,
                role: result.role,
                confirmsEmail: result.confirmsEmail,
                method: .otp
            )
        }
        let record = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await opener.sessions.record(of: session, in: context.tenant.id)
        }
        guard let record, record.session.isAlive(at: systemContext.now()) else { throw .link(.gone) }
        return ExchangedSession(
            session: record.session,
            user: record.user,
            role: record.role,
            confirmsEmail: record.terms.confirmsEmail,
            method: .oauth
        )
    }

    static func exchange(after link: OneTimeLink, _ token: Credential, at now: Timestamp) -> NewLink? {
        guard let challenge = link.challenge else { return nil }
        let exchange = OneTimeLink(
            tenant: link.tenant,
            purpose: .exchange,
            user: link.user,
            email: nil,
            challenge: challenge,
            isRecovery: link.isRecovery,
            askedWith: link.askedWith,
            maker: link.maker,
            createdAt: now
        )
        return NewLink(link: exchange, token: CredentialHash(token), code: nil)
    }
}

/// The result of exchanging a code.
public struct ExchangedSession: OpenedSession {
    public let session: Session
    public let user: User
    public let role: Role
    public let confirmsEmail: Bool
    public let method: AuthenticationMethod
}

extension ExchangedSession: AttemptResult {
    public var attemptUser: User.ID? { user.id }
    public var attemptSession: Session.ID? { session.id }
}
