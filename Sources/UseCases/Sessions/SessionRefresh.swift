import Domain
import Foundation

/// Why a refresh token gives nothing.
public enum RefreshFailure: Error, Sendable, Hashable {
    /// Not a token of the form that we write.
    case malformed
    /// Not one of ours, of another tenant, or of a session that is gone.
    case unknown
    /// A second use that cannot be excused: the session has ended for it.
    case alreadyUsed(RefreshReuse)
    case sessionEnded(Session.EndReason)
    /// The session was not used for too long, or is too old.
    case expired
    /// The account is switched off.
    case disabled
    case suspended
    /// Nothing was decided; the same token may be shown again.
    case unavailable(retryAfter: Duration)

    init(_ error: DomainError) {
        switch error {
        case .unavailable(let wait), .throttled(let wait): self = .unavailable(retryAfter: wait)
        case .notFound, .conflict, .invalid, .denied: self = .unavailable(retryAfter: .seconds(1))
        }
    }

    /// A client may forget its session: no later try can succeed.
    public var endsSession: Bool {
        switch self {
        case .unknown, .alreadyUsed, .sessionEnded, .expired: true
        case .malformed, .disabled, .suspended, .unavailable: false
        }
    }
}

/// A session that goes on, with its new tokens.
public struct RefreshedSession: Sendable {
    public let session: Session
    public let user: User
    public let role: Role
    public let tenant: Tenant
    public let tokens: IssuedTokens
    /// The same successor had been handed out a moment before.
    public let isRepeated: Bool
}

/// Gives a new pair of tokens for a refresh token, which is good once.
///
/// Whatever happens, nothing but a real second use ends a session here: requests at the same time all get the same successor, an
/// answer that was lost is given again, and a fault of ours decides nothing.
public struct SessionRefresh: Sendable {
    /// Others may rotate the same session between reading and writing; each of them then has got on.
    private static let tries = 5

    let refreshes: any RefreshStore
    var tokens: AccessTokens
    let attempts: AttemptLog
    let now: @Sendable () -> Timestamp

    public init(
        refreshes: any RefreshStore, tokens: AccessTokens, attempts: AttemptLog, now: @escaping @Sendable () -> Timestamp
    ) {
        self.refreshes = refreshes
        self.tokens = tokens
        self.attempts = attempts
        self.now = now
    }

    public func refresh(_ text: String, at place: SignInPlace) async throws(RefreshFailure) -> RefreshedSession {
        do throws(RefreshFailure) { return try await refreshed(text, at: place) } catch {
            // Those that went well, some in an hour for each session, would bury the rest.
            attempts.record(.refresh, error.attemptOutcome, code: error.attemptCode, at: place)
            throw error
        }
    }

    private func refreshed(_ text: String, at place: SignInPlace) async throws(RefreshFailure) -> RefreshedSession {
        let begun = now()
        for _ in 0..<Self.tries {
            let (token, access) = try await read(text, in: place.tenant)
            try Self.check(access.record, at: begun)
            switch access.refresh.verdict(on: token.generation, begun: begun) {
            case .ahead: throw .unknown
            case .reused: throw .alreadyUsed(try await end(access, shown: token, at: place))
            case .again: return try await refreshed(access, access.record.session, generation: access.refresh.generation, isRepeated: true)
            case .rotate:
                let session = Self.moved(access.record, to: place, at: begun)
                guard try await rotate(session, from: token.generation, at: begun) else { continue }
                return try await refreshed(access, session, generation: token.generation + 1, isRepeated: false)
            }
        }
        throw .unavailable(retryAfter: .seconds(1))
    }

    /// What a refresh token would be good for, without using it.
    public func peek(_ text: String, in tenant: Tenant) async throws(RefreshFailure) -> SessionAccess {
        let (token, access) = try await read(text, in: tenant)
        try Self.check(access.record, at: now())
        guard access.refresh.verdict(on: token.generation, begun: now()) == .rotate else { throw .unknown }
        return access
    }

    /// The session that a token of ours is of, whatever became of either.
    func owner(of text: String, in tenant: Tenant) async throws(RefreshFailure) -> Session.ID {
        try await read(text, in: tenant).access.record.session.id
    }

    private func read(_ text: String, in tenant: Tenant) async throws(RefreshFailure) -> (token: RefreshToken, access: SessionAccess) {
        guard let token = RefreshToken(text) else { throw .malformed }
        guard token.tenant == tenant.id else { throw .unknown }
        return (token, try await access(of: token))
    }

    /// - Throws: `.unknown` for a token that we did not make.
    private func access(of token: RefreshToken) async throws(RefreshFailure) -> SessionAccess {
        let found: SessionAccess?
        do throws(DomainError) { found = try await refreshes.find(token.session, in: token.tenant) } catch { throw RefreshFailure(error) }
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
        // What an administrator can take back comes first: it tells more than that it ended the session too.
        guard record.tenant.state == .active else { throw .suspended }
        guard record.user.state == .active else { throw .disabled }
        if let reason = record.session.endReason { throw .sessionEnded(reason) }
        guard record.session.isAlive(at: moment) else { throw .expired }
    }

    private static func moved(_ record: SessionRecord, to place: SignInPlace, at moment: Timestamp) -> Session {
        let (session, terms) = (record.session, record.terms)
        return Session(
            id: session.id, tenant: session.tenant, user: session.user, kind: session.kind,
            device: session.device.updated(by: terms.isAnonymous ? place.device.unnamed : place.device),
            address: terms.isAnonymous ? nil : place.origin.address, createdAt: session.createdAt,
            lastSeenAt: moment, expiresAt: terms.lifetimes.expiry(createdAt: session.createdAt, lastSeenAt: moment),
            provider: session.provider)
    }

    private func rotate(_ session: Session, from generation: Int64, at moment: Timestamp) async throws(RefreshFailure) -> Bool {
        do throws(DomainError) {
            return try await refreshes.rotate(RefreshRotation(session: session, from: generation, at: moment), in: session.tenant)
        } catch { throw RefreshFailure(error) }
    }

    private func refreshed(
        _ access: SessionAccess, _ session: Session, generation: Int64, isRepeated: Bool
    ) async throws(RefreshFailure) -> RefreshedSession {
        let record = access.record
        do throws(DomainError) {
            return RefreshedSession(
                session: session, user: record.user, role: record.role, tenant: record.tenant,
                tokens: try await tokens.pair(for: access, generation: generation), isRepeated: isRepeated)
        } catch { throw RefreshFailure(error) }
    }

    private func end(
        _ access: SessionAccess, shown token: RefreshToken, at place: SignInPlace
    ) async throws(RefreshFailure) -> RefreshReuse {
        let (session, user) = (access.record.session, access.record.user)
        let moment = now()
        let reuse = access.refresh.reuse(
            of: token.generation, at: moment, keeper: (session.device, session.address), visitor: (place.device, place.origin.address))
        let audit = AuditDraft(
            .refreshReused, by: .user(user.id, role: access.record.role, from: place.origin), at: moment,
            target: .init(.session, session.id),
            changes: [
                .init("class", from: nil, to: reuse.rawValue),
                .init("generation", from: String(access.refresh.generation), to: String(token.generation)),
                .init("address", from: session.address, to: place.origin.address),
                .init("device", from: session.device.brief, to: place.device.brief),
                .init("rotated_at", from: access.refresh.rotatedAt.rfc3339, to: nil),
            ])
        do throws(DomainError) { try await refreshes.endReused(session.id, in: session.tenant, audit: audit) } catch {
            throw RefreshFailure(error)
        }
        return reuse
    }
}

extension Device {
    /// One line for the audit.
    var brief: String? { name ?? model ?? userAgent.map { String($0.prefix(100)) } }
}
