import Domain

/// A refresh token that was presented again.
struct ReusedToken {
    let access: SessionAccess
    /// The generation of the presented token.
    let generation: Int64
    let reuse: RefreshReuse

    func audit(_ action: AuditEntry.Action, at now: Timestamp, from context: SignInContext) -> AuditDraft {
        let record = access.record
        return AuditDraft(
            action,
            by: .user(record.user.id, role: record.role, from: context.origin),
            at: now,
            target: .init(.session, record.session.id),
            changes: [
                .init("class", from: nil, to: reuse.rawValue),
                .init("generation", from: String(access.refresh.generation), to: String(generation)),
                .init("rotated_at", from: access.refresh.rotatedAt.rfc3339, to: nil),
            ] + Self.traces(of: record, context)
        )
    }

    /// The user agent and address of the session and of this request, as far as the tenant stores such data.
    private static func traces(of record: SessionRecord, _ context: SignInContext) -> [AuditEntry.Change] {
        let (session, isAnonymous) = (record.session, record.terms.isAnonymous)
        let device = isAnonymous ? context.device.unnamed : context.device
        let change = AuditEntry.Change("device", from: session.device.brief, to: device.brief)
        return isAnonymous ? [change] : [.init("address", from: session.address, to: context.origin.address), change]
    }
}

extension Device {
    /// One line for the audit trail.
    var brief: String? { name ?? model ?? userAgent.map { String($0.prefix(100)) } }
}
