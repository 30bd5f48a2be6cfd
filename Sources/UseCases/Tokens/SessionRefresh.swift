import Domain
import Foundation

/// Explains why a refresh token is rejected.
public enum RefreshFailure: Error, Sendable, Hashable {
    /// The text does not have the form of this server's tokens.
    case malformed
    /// The token is not from this server, or its session is gone.
    case unknown
    /// The token names another tenant than the request: the app sends the wrong key, and its session may still be live.
    case otherTenant
    /// A reuse that is no race and no lost response: the session has ended for it.
    case alreadyUsed(RefreshReuse)
    case sessionEnded(Session.EndReason)
    /// The session was not used for too long, or is too old.
    case expired
    /// The user is disabled.
    case disabled
    case suspended
    /// Too many invalid tokens from one network.
    case throttled(retryAfter: Duration)
    /// Nothing was decided; the client may retry with this token.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .unavailable(let wait), .throttled(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }

    /// Whether a client may delete its session: no later try can succeed.
    public var endsSession: Bool {
        switch self {
        case .unknown, .alreadyUsed, .sessionEnded, .expired: true
        case .malformed, .otherTenant, .disabled, .suspended, .throttled, .unavailable: false
        }
    }

    /// Whether one token can fail in this way any number of times.
    fileprivate var canComeAgain: Bool {
        switch self {
        case .malformed, .unknown, .otherTenant, .sessionEnded, .expired, .disabled, .suspended, .throttled: true
        case .alreadyUsed, .unavailable: false
        }
    }

    /// The text is no token of this server, so no session is affected.
    fileprivate var isOfNoSession: Bool { self == .malformed || self == .unknown || self == .otherTenant }
}

extension RateLimit {
    /// Rejected refresh tokens from one network at one tenant: sixty in ten minutes.
    static let refusedRefreshByAddress = RateLimit("refresh/address", capacity: 60, per: .minutes(10))
    /// Rotations of one session: sixty a minute, counted by each process for itself. An app needs one an hour.
    static let refreshBySession = RateLimit("refresh/session-rotations", capacity: 60, per: .minutes(1))
    /// Recorded repeats of one session: sixty in ten minutes.
    static let repeatedRefreshBySession = RateLimit("refresh/session", capacity: 60, per: .minutes(10))
    /// Late repeats of one session that are written to the audit trail: ten a day.
    static let auditedRefreshBySession = RateLimit("refresh/session-audit", capacity: 10, per: .hours(24))
}

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
    private let buckets = TokenBuckets()

    public init(
        refreshes: any RefreshStore,
        tokens: AccessTokens,
        limiter: RateLimiter,
        attempts: AttemptLog,
        now: @escaping @Sendable () -> Timestamp
    ) {
        self.refreshes = refreshes
        self.tokens = tokens
        self.limiter = limiter
        self.attempts = attempts
        self.now = now
    }

    public func refresh(_ text: String, at place: SignInContext) async throws(RefreshFailure) -> RefreshedSession {
        do throws(RefreshFailure) {
            let refreshed = try await refreshed(text, at: place)
            // Successful refreshes, several an hour for each session, are not recorded: they would bury the rest. A
            // repeat is a race, a lost response, or a second holder of the token.
            if let repetition = refreshed.session.repetition {
                await notify(repetition, of: refreshed.access, at: place)
            }
            return refreshed.session
        } catch {
            try await notify(error, at: place)
            throw error
        }
    }

    /// Records a repeat as an event; a late one is in the audit trail too. The response depends on neither.
    private func notify(_ repetition: RefreshReuse, of access: SessionAccess, at place: SignInContext) async {
        let session = access.record.session
        let claim = limiter.claim(.repeatedRefreshBySession, tenant: place.tenant.id, subject: session.id.description)
        guard buckets.take([claim], at: limiter.now()).wait == nil, await wait([claim]) == nil else { return }
        let moment = now()
        let age = Int64(moment.since(access.refresh.rotatedAt).components.seconds)
        attempts.record(
            .refresh,
            .success,
            user: session.user,
            session: session.id,
            adding: [
                EventAttribute("refresh.repeated", .truth(true)),
                EventAttribute("refresh.class", .text(repetition.rawValue)),
                EventAttribute("refresh.seconds_since_rotation", .integer(age)),
            ],
            at: place
        )
        let audited = limiter.claim(.auditedRefreshBySession, tenant: place.tenant.id, subject: session.id.description)
        guard repetition != .race, await wait([audited]) == nil else { return }
        let audit = Self.audit(
            .refreshRepeated,
            as: repetition,
            of: access,
            shown: access.refresh.generation - 1,
            at: moment,
            from: place
        )
        // The store has logged the error.
        try? await refreshes.noteRepeated(audit, in: session.tenant)
    }

    /// Records a rejected token. The rate limit is by network, so that a client cannot fill the events with bad tokens.
    /// A good token is never counted.
    /// - Throws: `.throttled` for text that is no token of this server. An ended session is always reported as ended,
    ///   so that its client stops.
    private func notify(_ failure: RefreshFailure, at place: SignInContext) async throws(RefreshFailure) {
        if failure.canComeAgain {
            if let wait = await wait(
                limiter.claims(.refusedRefreshByAddress, tenant: place.tenant.id, from: place.origin)
            ) {
                if failure.isOfNoSession { throw .throttled(retryAfter: wait) }
                return
            }
        }
        attempts.record(.refresh, failure.attemptOutcome, code: failure.attemptCode, at: place)
    }

    /// - Returns: nil when the request is within the limit and was counted.
    private func wait(_ claims: [RateLimitClaim]) async -> Duration? {
        do throws(DomainError) { return try await limiter.borrow(claims).wait } catch { return nil }
    }

    private func refreshed(
        _ text: String,
        at place: SignInContext
    ) async throws(RefreshFailure) -> (session: RefreshedSession, access: SessionAccess) {
        let begun = now()
        for _ in 0..<Self.tries {
            let (token, access) = try await read(text, in: place.tenant)
            try Self.check(access.record, at: begun)
            let isSameDevice = access.record.session.device.isLike(place.device)
            switch access.refresh.verdict(on: token.generation, begun: begun, isSameDevice: isSameDevice) {
            case .ahead: throw .unknown
            case .reused: throw .alreadyUsed(try await end(access, shown: token, at: place))
            case .again:
                let repetition = access.refresh.repetition(begun: begun)
                let generation = access.refresh.generation
                return (try await refreshed(access, access.record.session, generation: generation, repetition), access)
            case .rotate:
                let claim = limiter.claim(
                    .refreshBySession,
                    tenant: place.tenant.id,
                    subject: token.session.description
                )
                if let wait = buckets.take([claim], at: limiter.now()).wait { throw .throttled(retryAfter: wait) }
                let session = Self.moved(access.record, to: place, at: begun)
                guard try await rotate(session, from: token.generation, at: begun) else { continue }
                return (try await refreshed(access, session, generation: token.generation + 1, nil), access)
            }
        }
        throw .unavailable(retryAfter: .seconds(1))
    }

    /// Returns what a refresh token grants, without using it.
    public func peek(_ text: String, in tenant: Tenant) async throws(RefreshFailure) -> SessionAccess {
        let (token, access) = try await read(text, in: tenant)
        try Self.check(access.record, at: now())
        guard access.refresh.verdict(on: token.generation, begun: now(), isSameDevice: true) == .rotate else {
            throw .unknown
        }
        return access
    }

    /// Returns the session of a refresh token, in whatever state the token or session is.
    func owner(of text: String, in tenant: Tenant) async throws(RefreshFailure) -> Session.ID {
        try await read(text, in: tenant).access.record.session.id
    }

    private func read(
        _ text: String,
        in tenant: Tenant
    ) async throws(RefreshFailure) -> (token: RefreshToken, access: SessionAccess) {
        guard let token = RefreshToken(text) else { throw .malformed }
        guard token.tenant == tenant.id else { throw .otherTenant }
        return (token, try await access(of: token))
    }

    /// - Throws: `.unknown` for a token that this server did not make.
    private func access(of token: RefreshToken) async throws(RefreshFailure) -> SessionAccess {
        let found: SessionAccess?
        do throws(DomainError) { found = try await refreshes.find(token.session, in: token.tenant) } catch {
            throw RefreshFailure(error)
        }
        guard let found else { throw .unknown }
        let isOwn: Bool
        do throws(VaultFailure) { isOwn = try await tokens.isOwn(token, version: found.refresh.keyVersion) } catch {
            throw RefreshFailure(DomainError(error))
        }
        guard isOwn else { throw .unknown }
        return found
    }

    private static func check(_ record: SessionRecord, at moment: Timestamp) throws(RefreshFailure) {
        guard record.session.kind == .app else { throw .unknown }
        // A suspension, which an administrator can undo, is checked first: the client learns more from it than from the
        // ended session.
        guard record.tenant.state == .active else { throw .suspended }
        guard record.user.state == .active else { throw .disabled }
        if let reason = record.session.endReason { throw .sessionEnded(reason) }
        guard record.session.isAlive(at: moment) else { throw .expired }
    }

    private static func moved(_ record: SessionRecord, to place: SignInContext, at moment: Timestamp) -> Session {
        let (session, terms) = (record.session, record.terms)
        return Session(
            id: session.id,
            tenant: session.tenant,
            user: session.user,
            kind: session.kind,
            device: session.device.updated(by: terms.isAnonymous ? place.device.unnamed : place.device),
            address: terms.isAnonymous ? nil : place.origin.address,
            createdAt: session.createdAt,
            lastSeenAt: moment,
            expiresAt: terms.lifetimes.expiry(createdAt: session.createdAt, lastSeenAt: moment),
            provider: session.provider
        )
    }

    private func rotate(
        _ session: Session,
        from generation: Int64,
        at moment: Timestamp
    ) async throws(RefreshFailure) -> Bool {
        do throws(DomainError) {
            return try await refreshes.rotate(
                RefreshRotation(session: session, from: generation, at: moment),
                in: session.tenant
            )
        } catch { throw RefreshFailure(error) }
    }

    private func refreshed(
        _ access: SessionAccess,
        _ session: Session,
        generation: Int64,
        _ repetition: RefreshReuse?
    ) async throws(RefreshFailure) -> RefreshedSession {
        let record = access.record
        do throws(DomainError) {
            return RefreshedSession(
                session: session,
                user: record.user,
                role: record.role,
                tenant: record.tenant,
                terms: record.terms,
                tokens: try await tokens.pair(for: access, generation: generation),
                repetition: repetition
            )
        } catch { throw RefreshFailure(error) }
    }

    private func end(
        _ access: SessionAccess,
        shown token: RefreshToken,
        at place: SignInContext
    ) async throws(RefreshFailure) -> RefreshReuse {
        let session = access.record.session
        let moment = now()
        let reuse = access.refresh.reuse(
            at: moment,
            keeper: (session.device, session.address),
            visitor: (place.device, place.origin.address)
        )
        let audit = Self.audit(.refreshReused, as: reuse, of: access, shown: token.generation, at: moment, from: place)
        do throws(DomainError) { try await refreshes.endReused(session.id, in: session.tenant, audit: audit) } catch {
            throw RefreshFailure(error)
        }
        return reuse
    }
}

extension SessionRefresh {
    private static func audit(
        _ action: AuditEntry.Action,
        as reuse: RefreshReuse,
        of access: SessionAccess,
        shown generation: Int64,
        at moment: Timestamp,
        from place: SignInContext
    ) -> AuditDraft {
        let record = access.record
        return AuditDraft(
            action,
            by: .user(record.user.id, role: record.role, from: place.origin),
            at: moment,
            target: .init(.session, record.session.id),
            changes: [
                .init("class", from: nil, to: reuse.rawValue),
                .init("generation", from: String(access.refresh.generation), to: String(generation)),
                .init("rotated_at", from: access.refresh.rotatedAt.rfc3339, to: nil),
            ] + traces(of: record, place)
        )
    }

    /// The user agent and address of the session and of this request, as far as the tenant stores such data.
    private static func traces(of record: SessionRecord, _ place: SignInContext) -> [AuditEntry.Change] {
        let (session, isAnonymous) = (record.session, record.terms.isAnonymous)
        let device = isAnonymous ? place.device.unnamed : place.device
        let told = AuditEntry.Change("device", from: session.device.brief, to: device.brief)
        return isAnonymous ? [told] : [.init("address", from: session.address, to: place.origin.address), told]
    }
}

extension Device {
    /// One line for the audit trail.
    var brief: String? { name ?? model ?? userAgent.map { String($0.prefix(100)) } }
}
