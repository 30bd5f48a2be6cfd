import Domain

/// Lets the owner of an account's mailbox stop a change of address that a session requested.
extension AccountLinks {
    /// Reads a link that stops a change, without using it up.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func openStop(_ text: String, from origin: RequestOrigin) async throws(AuthFailure) -> OpenStop {
        try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            guard let token = Credential(text, .link), let tenant = token.tenant,
                case let context = ActionContext(tenant, at: systemContext.now()),
                let open = try await store.stop(CredentialHash(token), in: context)
            else { throw AuthFailure.link(.gone) }
            return open
        }
    }

    /// Stops the change: the session that requested it ends, and with `endsAll` every session of the user.
    /// - Throws: `.link(.gone)`, `.throttled`, `.unavailable`
    public func stopChange(
        _ text: String,
        endsAll: Bool,
        in context: SignInContext
    ) async throws(AuthFailure) -> OpenStop {
        try await attempts.recording(.linkUse, in: context) { () throws(AuthFailure) in
            try await stopped(text, endsAll: endsAll, from: context.origin)
        }
    }

    private func stopped(
        _ text: String,
        endsAll: Bool,
        from origin: RequestOrigin
    ) async throws(AuthFailure) -> OpenStop {
        let now = systemContext.now()
        return try await StoreErrorMapping.hidden(as: .link(.gone)).run {
            try await countTry(from: origin)
            guard let token = Credential(text, .link), let tenant = token.tenant else { throw AuthFailure.link(.gone) }
            let context = ActionContext(tenant, at: now)
            let used = try await store.use(stop: CredentialHash(token), endsAll: endsAll, in: context) { open in
                AuditDraft(
                    endsAll ? .sessionsEnded : .sessionEnded,
                    by: .user(open.user.id, role: open.role, from: origin),
                    at: now,
                    target: endsAll ? .init(.user, open.user.id) : .init(.session, open.stop.session),
                    changes: [.init("email_change", from: "pending", to: "stopped")]
                )
            }
            guard let used else { throw AuthFailure.link(.gone) }
            return used
        }
    }
}
