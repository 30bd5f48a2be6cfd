import Domain

/// Reads and ends the sessions of the console.
extension ConsoleAccess {
    /// Returns the user of this session cookie; nil when its session has ended or another factor is missing.
    public func consoleUser(_ text: String) async throws(DomainError) -> ConsoleUser? {
        guard let authenticationState = try await authenticationState(text), authenticationState.need == nil else {
            return nil
        }
        return authenticationState.consoleUser
    }

    /// Returns the user of this session cookie and the state of their authentication; nil when its session has ended.
    public func authenticationState(_ text: String) async throws(DomainError) -> ConsoleAuthenticationState? {
        guard let consoleUser = try await signedIn(text) else { return nil }
        let state = try await factors.store.state(of: consoleUser.account, session: consoleUser.sessionKey)
        return ConsoleAuthenticationState(consoleUser, state, factors.policy)
    }

    private func signedIn(_ text: String) async throws(DomainError) -> ConsoleUser? {
        if let credential = Credential(text, .operatorSession) { return try await signedInOperator(credential) }
        guard let tenant = Credential(text, .consoleSession)?.tenant,
            let record = try await authenticator.session(text, kind: .console, in: tenant),
            record.role.permissions.contains(.enterConsole)
        else { return nil }
        return .member(record)
    }

    public func signOut(_ consoleUser: ConsoleUser, from origin: RequestOrigin) async throws(DomainError) {
        switch consoleUser {
        case .member(let record): try await selfService.signOut(record, from: origin)
        case .operator(_, let session): try await operators.end(session.token)
        }
    }

    private func signedInOperator(_ credential: Credential) async throws(DomainError) -> ConsoleUser? {
        let token = CredentialHash(credential)
        guard let (account, session) = try await operators.session(token) else { return nil }
        let now = systemContext.now()
        guard now < session.expiresAt else { return nil }
        if now.since(session.lastSeenAt) >= SessionLifetimes.touchInterval {
            let expiry = SessionLifetimes.console.expiry(createdAt: session.createdAt, lastSeenAt: now)
            try await operators.touch(token, at: now, expiresAt: expiry)
        }
        return .operator(account, session)
    }
}
