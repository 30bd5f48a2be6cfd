import Domain
import Foundation

/// Exchanges a refresh token, which is valid once, for a new pair of tokens.
///
/// Only real reuse of a token ends a session here: concurrent requests all get one successor, a lost response is
/// repeated however late, and an error of the server decides nothing.
public struct SessionRefresh: Sendable {
    /// Concurrent requests may rotate the session between read and write; each such race means that one of them has
    /// succeeded.
    private static let tries = 5

    let refreshes: any RefreshStore
    let tokens: AccessTokens
    let limiter: RateLimiter
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp
    /// Limits kept in this process alone cost no write.
    let buckets = TokenBuckets<Data>()

    public func refresh(_ text: String, in context: SignInContext) async throws(AuthFailure) -> RefreshedSession {
        var found: SessionAccess?
        do throws(AuthFailure) {
            let refreshed = try await refreshed(text, in: context, &found)
            // Successful refreshes, several an hour for each session, are not recorded: they would bury the rest. A
            // repeat is a race, a lost response, or a second holder of the token.
            if let repetition = refreshed.session.repetition {
                await notify(repetition, of: refreshed.access, in: context)
            }
            return refreshed.session
        } catch {
            try await notify(error, of: found, shown: text, in: context)
            throw error
        }
    }

    /// - Parameter found: becomes the session of the token, once the token is known to be this server's.
    private func refreshed(
        _ text: String,
        in context: SignInContext,
        _ found: inout SessionAccess?
    ) async throws(AuthFailure) -> (session: RefreshedSession, access: SessionAccess) {
        let receivedAt = now()
        // A request counts once, however often it is tried.
        var isCounted = false
        for _ in 0..<Self.tries {
            let (token, access) = try await read(text, in: context.tenant)
            found = access
            try Self.check(access.record, at: receivedAt)
            let isSameDevice = access.record.session.device.isLike(context.device)
            switch access.refresh.verdict(on: token.generation, receivedAt: receivedAt, isSameDevice: isSameDevice) {
            case .ahead: throw .refreshToken(.unknown)
            case .reused: throw .refreshToken(.alreadyUsed(try await end(access, shown: token, in: context)))
            case .again:
                try limit(.repeatBySession, token.session, in: context)
                let repetition = access.refresh.repetition(receivedAt: receivedAt)
                let generation = access.refresh.generation
                return (try await refreshed(access, access.record.session, generation: generation, repetition), access)
            case .rotate:
                if !isCounted { try limit(.refreshBySession, token.session, in: context) }
                isCounted = true
                let session = Self.moved(access.record, to: context, at: receivedAt)
                // What arrives until the rotation is stored is concurrent with it.
                guard try await rotate(session, from: token.generation, at: now()) else { continue }
                return (try await refreshed(access, session, generation: token.generation + 1, nil), access)
            }
        }
        throw .unavailable(retryAfter: .seconds(1))
    }

    /// - Throws: `.throttled`
    private func limit(_ limit: RateLimit, _ session: Session.ID, in context: SignInContext) throws(AuthFailure) {
        let claim = limiter.claim(limit, tenant: context.tenant.id, subject: session.description)
        if let wait = buckets.take(claim, at: limiter.now()) { throw .throttled(retryAfter: wait) }
    }

    /// Returns what a refresh token grants, without using it.
    public func peek(_ text: String, in tenant: Tenant) async throws(AuthFailure) -> SessionAccess {
        let (token, access) = try await read(text, in: tenant)
        try Self.check(access.record, at: now())
        guard access.refresh.verdict(on: token.generation, receivedAt: now(), isSameDevice: true) == .rotate else {
            throw .refreshToken(.unknown)
        }
        return access
    }

    /// Returns the session of a refresh token, in whatever state the token or session is.
    func owner(of text: String, in tenant: Tenant) async throws(AuthFailure) -> Session.ID {
        try await read(text, in: tenant).access.record.session.id
    }

    private func read(
        _ text: String,
        in tenant: Tenant
    ) async throws(AuthFailure) -> (token: RefreshToken, access: SessionAccess) {
        guard let token = RefreshToken(text) else { throw .refreshToken(.malformed) }
        guard token.tenant == tenant.id else { throw .refreshToken(.otherTenant) }
        return (token, try await access(of: token))
    }

    /// - Throws: `.refreshToken(.unknown)` for a token that this server did not make.
    private func access(of token: RefreshToken) async throws(AuthFailure) -> SessionAccess {
        try await StoreErrorMapping.unavailable.run {
            guard let found = try await refreshes.find(token.session, in: token.tenant) else {
                throw AuthFailure.refreshToken(.unknown)
            }
            let isOwn = try await tokens.isOwn(token, version: found.refresh.keyVersion)
            guard isOwn else { throw AuthFailure.refreshToken(.unknown) }
            return found
        }
    }

    private static func check(_ record: SessionRecord, at now: Timestamp) throws(AuthFailure) {
        guard record.session.kind == .app else { throw .refreshToken(.unknown) }
        // A suspension, which an administrator can undo, is checked first: the client learns more from it than from the
        // ended session.
        guard record.tenant.state == .active else { throw .session(.tenantSuspended) }
        guard record.user.state == .active else { throw .userDisabled }
        if let reason = record.session.endReason { throw .session(.ended(reason)) }
        guard record.session.isAlive(at: now) else { throw .session(.expired) }
    }

    private static func moved(_ record: SessionRecord, to context: SignInContext, at now: Timestamp) -> Session {
        let (session, terms) = (record.session, record.terms)
        return Session(
            id: session.id,
            tenant: session.tenant,
            user: session.user,
            kind: session.kind,
            device: session.device.updated(by: terms.isAnonymous ? context.device.unnamed : context.device),
            address: terms.isAnonymous ? nil : context.origin.address,
            createdAt: session.createdAt,
            lastSeenAt: now,
            expiresAt: terms.lifetimes.expiry(createdAt: session.createdAt, lastSeenAt: now),
            provider: session.provider
        )
    }

    private func rotate(
        _ session: Session,
        from generation: Int64,
        at now: Timestamp
    ) async throws(AuthFailure) -> Bool {
        try await StoreErrorMapping.unavailable.run {
            try await refreshes.rotate(RefreshRotation(session: session, from: generation, at: now), in: session.tenant)
        }
    }

    private func refreshed(
        _ access: SessionAccess,
        _ session: Session,
        generation: Int64,
        _ repetition: RefreshReuse?
    ) async throws(AuthFailure) -> RefreshedSession {
        let record = access.record
        let pair = try await StoreErrorMapping.unavailable.run {
            try await tokens.pair(for: access, generation: generation)
        }
        return RefreshedSession(
            session: session,
            user: record.user,
            role: record.role,
            tenant: record.tenant,
            terms: record.terms,
            tokens: pair,
            repetition: repetition
        )
    }

    private func end(
        _ access: SessionAccess,
        shown token: RefreshToken,
        in context: SignInContext
    ) async throws(AuthFailure) -> RefreshReuse {
        let session = access.record.session
        let now = now()
        let reuse = access.refresh.reuse(
            at: now,
            holder: (session.device, session.address),
            presenter: (context.device, context.origin.address)
        )
        let reused = ReusedToken(access: access, generation: token.generation, reuse: reuse)
        let audit = reused.audit(.refreshReused, at: now, from: context)
        try await StoreErrorMapping.unavailable.run {
            try await refreshes.endReused(session.id, in: session.tenant, audit: audit)
        }
        return reuse
    }
}

extension RateLimit {
    /// Rejected refresh tokens from one network at one tenant: sixty in ten minutes.
    static let rejectedRefreshByAddress = RateLimit("refresh/address", capacity: 60, per: .minutes(10))
    /// Rotations of one session: sixty a minute, counted by each process for itself. An app needs one an hour.
    static let refreshBySession = RateLimit("refresh/session-rotations", capacity: 60, per: .minutes(1))
    /// Repeats of one session, counted likewise, beside the rotations: an old token does not keep out the current one.
    static let repeatBySession = RateLimit("refresh/session-repeats", capacity: 60, per: .minutes(1))
    /// Recorded repeats of one session: sixty in ten minutes.
    static let repeatedRefreshBySession = RateLimit("refresh/session", capacity: 60, per: .minutes(10))
    /// Late repeats of one session that are written to the audit trail: ten a day.
    static let auditedRefreshBySession = RateLimit("refresh/session-audit", capacity: 10, per: .hours(24))
}

/// A refreshed session with its new tokens.
public struct RefreshedSession: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    public let terms: SessionTerms
    public let tokens: IssuedTokens
    /// How the repeat is classified, when this successor had been issued before.
    public let repetition: RefreshReuse?

    public var isRepeated: Bool { repetition != nil }
}
