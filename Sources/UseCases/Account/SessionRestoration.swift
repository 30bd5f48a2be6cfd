import Domain

/// Restores a session from any of its tokens that a device has stored, and returns the exact reason when that fails.
public struct SessionRestoration: Sendable {
    let bearers: BearerSessions
    let refreshes: SessionRefresh
    let profiles: ProfileSelfService

    /// - Parameter token: a session token, or an access token. It stays valid.
    public func restore(token: String, in context: SignInContext) async throws(AuthFailure) -> RestoredSession {
        let record = try await bearers.session(token, at: .sessionRestoration, in: context)
        return RestoredSession(
            session: record.session,
            profile: try await profile(of: record.user.id, in: context.tenant),
            tokens: nil
        )
    }

    /// - Parameter token: a refresh token, which is valid once.
    public func restore(
        refreshToken token: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> RestoredSession {
        let refreshed = try await refreshes.refresh(token, in: context)
        return RestoredSession(
            session: refreshed.session,
            profile: try await profile(of: refreshed.user.id, in: context.tenant),
            tokens: refreshed.tokens
        )
    }

    private func profile(of user: User.ID, in tenant: Tenant) async throws(AuthFailure) -> Profile {
        try await StoreErrorMapping.unavailable.run {
            do { return try await profiles.read(of: user, in: tenant.id) } catch DomainError.notFound {
                // The user was deleted a moment ago, together with the sessions.
                throw AuthFailure.session(.notFound)
            }
        }
    }
}

/// A session that a device restores when the app starts.
public struct RestoredSession: Sendable {
    public let session: Session
    public let profile: Profile
    /// New tokens, where a refresh token was presented.
    public let tokens: IssuedTokens?
}
