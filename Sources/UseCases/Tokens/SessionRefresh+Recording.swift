import Domain

/// Repeated and rejected refresh tokens, as events.
extension SessionRefresh {
    /// Records a repeat as an event; a late one is in the audit trail too. The response depends on neither.
    func notify(_ repetition: RefreshReuse, of access: SessionAccess, in context: SignInContext) async {
        let session = access.record.session
        let claim = limiter.claim(.repeatedRefreshBySession, tenant: context.tenant.id, subject: session.id.description)
        guard buckets.take(claim, at: limiter.now()) == nil, await wait([claim]) == nil else { return }
        let now = now()
        attempts.record(
            AttemptEntry(
                .refresh,
                .success,
                user: session.user,
                session: session.id,
                adding: [
                    EventAttribute("refresh.repeated", .bool(true)),
                    EventAttribute("refresh.class", .text(repetition.rawValue)),
                    age(of: access.refresh),
                ]
            ),
            in: context
        )
        let audited = limiter.claim(
            .auditedRefreshBySession,
            tenant: context.tenant.id,
            subject: session.id.description
        )
        guard repetition != .race, await wait([audited]) == nil else { return }
        let repeated = ReusedToken(access: access, generation: access.refresh.generation - 1, reuse: repetition)
        let audit = repeated.audit(.refreshRepeated, at: now, from: context)
        // The store has logged the error.
        try? await refreshes.noteRepeated(audit, in: session.tenant)
    }

    /// Records a rejected token. The rate limit is by network, so that a client cannot fill the events with bad tokens.
    /// A good token is never counted.
    /// - Throws: `.throttled` for text that is no token of this server. An ended session is always reported as ended,
    ///   so that its client stops.
    func notify(
        _ failure: AuthFailure,
        of found: SessionAccess?,
        shown text: String,
        in context: SignInContext
    ) async throws(AuthFailure) {
        if failure.canComeAgain {
            if let wait = await wait(
                limiter.claims(.rejectedRefreshByAddress, tenant: context.tenant.id, from: context.origin)
            ) {
                if failure.isOfNoSession { throw .throttled(retryAfter: wait) }
                return
            }
        }
        var isReuse: Bool { if case .refreshToken(.alreadyUsed) = failure { true } else { false } }
        attempts.record(
            AttemptEntry(
                .refresh,
                failure,
                user: found?.record.user.id,
                session: found?.record.session.id,
                adding: isReuse ? found.map { traces(of: text, $0, in: context) } ?? [] : []
            ),
            in: context
        )
    }

    /// What distinguishes a copy from a backup: how old the token is, and whether a device of the same make has it.
    private func traces(of text: String, _ access: SessionAccess, in context: SignInContext) -> [EventAttribute] {
        let behind = RefreshToken(text).map { access.refresh.generation - $0.generation }
        return [
            age(of: access.refresh),
            EventAttribute("refresh.same_device", .bool(access.record.session.device.isLike(context.device))),
        ] + (behind.map { [EventAttribute("refresh.generations_behind", .integer($0))] } ?? [])
    }

    private func age(of state: RefreshState) -> EventAttribute {
        EventAttribute("refresh.seconds_since_rotation", .integer(now().since(state.rotatedAt).components.seconds))
    }

    /// - Returns: nil when the request is within the limit and was counted.
    private func wait(_ claims: [RateLimitClaim]) async -> Duration? {
        do throws(DomainError) { return try await limiter.borrow(claims).wait } catch { return nil }
    }
}

extension AuthFailure {
    /// Whether one refresh token can fail in this way any number of times.
    fileprivate var canComeAgain: Bool {
        switch self {
        case .refreshToken(.alreadyUsed), .unavailable: false
        default: true
        }
    }

    /// The text is no refresh token of this server, so no session is affected.
    fileprivate var isOfNoSession: Bool {
        switch self {
        case .refreshToken(.malformed), .refreshToken(.unknown), .refreshToken(.otherTenant): true
        default: false
        }
    }
}
