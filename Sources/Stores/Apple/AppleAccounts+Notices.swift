import Database
import Domain
import Foundation
import UseCases

/// Stores the changes of Apple's notifications.
extension AppleAccounts {
    func take(
        _ changes: [AppleAccountChange],
        idHash: Data,
        in context: ActionContext,
        decide: @escaping @Sendable (AppleAccountEvent, AppleAccountEffect) -> AppleAccountDecision
    ) async throws(DomainError) -> [AppleEventOutcome]? {
        let (tenant, now) = (context.tenant, context.now)
        return try await access.write(tenant) { transaction in
            let isNew =
                try transaction.execute(
                    """
                    INSERT INTO apple_notices (tenant_id, id_hash, taken_at) VALUES (\(tenant), \(idHash), \(now))
                    ON CONFLICT (tenant_id, id_hash) DO NOTHING
                    """
                ) == 1
            guard isNew else { return nil }
            return try changes.map { item -> AppleEventOutcome in
                guard let found = try AppleUserRow.find(item.subjects, in: tenant, transaction) else { return .unknown }
                guard let accountStatus = found.accountStatus.after(item.event) else { return .late(found.user) }
                try AppleUserRow.update(found, to: accountStatus, in: tenant, transaction)
                let ended = try Self.carryOut(item.event, about: found.user, in: context, transaction)
                var deletion: AppleAccountDeletion?
                if item.event.kind == .accountDeleted {
                    deletion = try Self.deletion(of: found, accountStatus, in: context, transaction)
                }
                let decision = decide(
                    item.event,
                    AppleAccountEffect(user: found.user, ended: ended, deletion: deletion)
                )
                if let draft = decision.audit { try trail.append(draft, to: tenant, in: transaction) }
                guard let deletion, let removal = decision.deletion else { return .done(found.user) }
                let isGone = try Users.carryOut(removal, of: deletion.record, trail, transaction) == nil
                return isGone ? .deleted(found.user) : .done(found.user)
            }
        }
    }

    func forgetNotices(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old Apple notifications") { transaction in
            try transaction.execute(
                """
                DELETE FROM apple_notices WHERE (tenant_id, id_hash) IN (
                    SELECT tenant_id, id_hash FROM apple_notices WHERE taken_at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }

    /// This is read after the Apple sessions have ended.
    private static func deletion(
        of found: AppleUserRow.Found,
        _ accountStatus: AppleAccountStatus,
        in context: ActionContext,
        _ transaction: any ReadTransaction
    ) throws -> AppleAccountDeletion {
        let (tenant, now) = (context.tenant, context.now)
        let otherIdentity: Int? = try transaction.value(
            """
            SELECT 1 AS n FROM identities WHERE tenant_id = \(tenant) AND user_id = \(found.user)
                AND NOT (provider = \(Identity.Provider.apple) AND subject = \(found.subject)) LIMIT 1
            """
        )
        // A link by email leaves no identity; a user who is signed in by one has another sign-in method all the same.
        let liveSession: Int? = try transaction.value(
            """
            SELECT 1 AS n FROM sessions
            WHERE tenant_id = \(tenant) AND user_id = \(found.user) AND ended_at IS NULL AND expires_at > \(now)
                AND impersonator_id IS NULL LIMIT 1
            """
        )
        return AppleAccountDeletion(
            record: try Users.record(found.user, newRole: nil, in: tenant, transaction),
            policy: try SettingsRow.find(tenant, transaction).settings.appleDeletion,
            accountStatus: accountStatus,
            hasOtherMethod: otherIdentity != nil || liveSession != nil
        )
    }

    /// - Returns: the number of ended sessions.
    private static func carryOut(
        _ event: AppleAccountEvent,
        about user: User.ID,
        in context: ActionContext,
        _ transaction: any WriteTransaction
    ) throws -> Int {
        let tenant = context.tenant
        guard event.kind == .consentRevoked || event.kind == .accountDeleted else { return 0 }
        // Apple has reported it, so there is nothing to check and nothing to revoke.
        try transaction.execute("DELETE FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user)")
        try transaction.execute("DELETE FROM apple_revocations WHERE tenant_id = \(tenant) AND user_id = \(user)")
        return try SessionRow.endOfApple(of: user, startedUntil: context.now, in: context, transaction)
    }
}
