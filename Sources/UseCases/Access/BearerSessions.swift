import Domain
import Foundation
import StrictJSON

/// Finds the live session of a request's token, and records each rejected token with its reason as an event.
///
/// Accepted tokens, several a minute for each user, are not recorded: they would bury the rest.
public struct BearerSessions: Sendable {
    private let authenticator: AppAuthenticator
    private let attempts: AttemptLog
    private let limiter: RateLimiter
    /// Limits kept in this process alone cost no write.
    private let buckets = TokenBuckets<Data>()

    init(authenticator: AppAuthenticator, attempts: AttemptLog, limiter: RateLimiter) {
        self.authenticator = authenticator
        self.attempts = attempts
        self.limiter = limiter
    }

    /// Returns the live session of a session token or an access token.
    /// - Parameter found: the session of this session token, where it was read already.
    /// - Throws: the reason the token is rejected, for clients that may learn it: the holder of a token may know the
    ///   state of the session.
    public func session(
        _ token: String,
        found: UncheckedSession? = nil,
        at step: AttemptStep = .tokenUse,
        in context: SignInContext
    ) async throws(AuthFailure) -> SessionRecord {
        var record: SessionRecord?
        do throws(AuthFailure) {
            let unchecked: UncheckedSession
            if let found { unchecked = found } else { unchecked = try await find(token, in: context.tenant) }
            record = unchecked.record
            return try await authenticator.live(unchecked)
        } catch {
            note(error, of: record, at: step, in: context)
            throw error
        }
    }

    /// Records that a token was rejected before it was looked up.
    public func note(_ failure: AuthFailure, in context: SignInContext) {
        note(failure, of: nil, at: .tokenUse, in: context)
    }

    private func find(_ token: String, in tenant: Tenant) async throws(AuthFailure) -> UncheckedSession {
        guard !token.hasBytePrefix(Credential.Prefix.appSession.rawValue) else {
            return try await authenticator.unchecked(token: token, in: tenant)
        }
        let (access, _) = try await authenticator.unchecked(accessToken: token, in: tenant)
        return UncheckedSession(record: access.record)
    }

    /// The limits decide no response. Tokens of known sessions have limits of their own: bad tokens neither fill the
    /// events nor hide, from one network, why the sessions of others there have ended.
    private func note(
        _ failure: AuthFailure,
        of record: SessionRecord?,
        at step: AttemptStep,
        in context: SignInContext
    ) {
        let tenant = context.tenant.id
        var claims = limiter.claims(
            record == nil ? .rejectedTokenByAddress : .endedSessionByAddress,
            tenant: tenant,
            from: context.origin
        )
        if let session = record?.session.id {
            let attempt = context.trace.map { "\(session) \($0)" } ?? "\(session)"
            claims.append(limiter.claim(.endedSessionByAttempt, tenant: tenant, subject: attempt))
        }
        guard buckets.take(claims, at: limiter.now()).wait == nil else { return }
        attempts.record(AttemptEntry(step, failure, user: record?.user.id, session: record?.session.id), in: context)
    }
}

extension RateLimit {
    /// Recorded rejections of one session's tokens in one attempt: six in ten minutes.
    static let endedSessionByAttempt = RateLimit("token/session", capacity: 6, per: .minutes(10))
    /// Recorded rejections of sessions' tokens from one network at one tenant: six hundred in ten minutes.
    static let endedSessionByAddress = RateLimit("token/sessions", capacity: 600, per: .minutes(10))
    /// Recorded tokens of no known session, from one network at one tenant: sixty in ten minutes.
    static let rejectedTokenByAddress = RateLimit("token/address", capacity: 60, per: .minutes(10))
}
