import Domain

/// Sets a new password by a link.
extension AccountLinks {
    /// Uses a link up and sets a new password. Every session of the user ends.
    /// - Throws: `.invalid` with `password`, and as `follow`.
    public func reset(
        _ text: String,
        password: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> OpenLink {
        try await attempts.recording(.passwordReset, in: context) { () throws(AuthFailure) in
            try await afterReset(text, password: password, in: context)
        }
    }

    private func afterReset(
        _ text: String,
        password: String,
        in context: SignInContext
    ) async throws(AuthFailure) -> OpenLink {
        let open = try await self.open(text, from: context.origin)
        guard open.link.purpose == .resetPassword, open.tenant.id == context.tenant.id else { throw .link(.gone) }
        let words = [open.user.email?.description ?? "", open.user.name ?? ""]
        do { try PasswordRules.check(password, about: words) } catch {
            throw .invalid([.init(field: "password", rule: error)])
        }
        let now = systemContext.now()
        let hash = try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await passwords.hash(password, for: open.tenant.id, from: .init(context.origin))
        }
        let reset = PasswordReset(password: hash, now: now, origin: context.origin)
        let used = try await use(
            .init(.token(text), for: [.resetPassword], countsTry: false),
            in: context
        ) { link, record throws(DomainError) in
            try reset.decision(about: record, by: link)
        }
        notices.notify(.passwordChanged, to: NoticeRecipient(used.user.email, of: used.user), in: context)
        await forgetLimits(at: used)
        return used
    }

    /// A new password that a user sets by a link.
    private struct PasswordReset {
        let password: PasswordHash
        let now: Timestamp
        let origin: RequestOrigin

        func decision(about record: UserRecord, by link: OneTimeLink) throws(DomainError) -> UserDecision {
            let user = record.user
            let isOwn = user.email == link.email
            // The link was sent to an address that the user has changed since.
            guard isOwn || link.email == nil else { throw .notFound(.link) }
            let isTakenOver = link.email != nil && !user.emailVerified
            return UserDecision(
                .keep(user.with(.init(emailVerified: user.emailVerified || isOwn, state: .active), updatedAt: now)),
                endSessions: .passwordChanged,
                voidsInvitations: true,
                password: password,
                forgetsIdentities: isTakenOver,
                audit: AuditDraft(
                    .userPasswordSet,
                    by: AccountLinks.principal(record, from: origin),
                    at: now,
                    target: .init(.user, user.id),
                    changes: isTakenOver ? [AccountLinks.forgotten(record)] : []
                )
            )
        }
    }
}
