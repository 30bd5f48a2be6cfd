import Database
import Domain
import Foundation
import UseCases

/// What Apple's notifications change.
extension AppleAccounts {
    func take(
        _ news: [AppleNews], idHash: Data, at moment: Timestamp, in tenant: Tenant.ID,
        audit: @escaping @Sendable (AppleAccountEvent, User.ID, _ ended: Int) -> AuditDraft?
    ) async throws(DomainError) -> [AppleEventFate]? {
        try await access.write(tenant) { transaction in
            let isNew =
                try transaction.execute(
                    """
                    INSERT INTO apple_notices (tenant_id, id_hash, taken_at) VALUES (\(tenant), \(idHash), \(moment))
                    ON CONFLICT (tenant_id, id_hash) DO NOTHING
                    """) == 1
            guard isNew else { return nil }
            return try news.map { item -> AppleEventFate in
                guard let found = try ApplePersonRow.find(item.subjects, in: tenant, transaction) else { return .unknown }
                guard let standing = found.standing.after(item.event) else { return .late(found.user) }
                try ApplePersonRow.update(found, to: standing, in: tenant, transaction)
                let ended = try Self.carryOut(item.event, about: found.user, at: moment, in: tenant, transaction)
                if let draft = audit(item.event, found.user, ended) { try trail.append(draft, to: tenant, in: transaction) }
                return .done(found.user)
            }
        }
    }

    func forgetNotices(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("old Apple notifications") { transaction in
            try transaction.execute(
                """
                DELETE FROM apple_notices WHERE (tenant_id, id_hash) IN (
                    SELECT tenant_id, id_hash FROM apple_notices WHERE taken_at < \(moment) LIMIT \(limit))
                """)
        }
    }

    /// - Returns: how many sessions ended.
    private static func carryOut(
        _ event: AppleAccountEvent, about user: User.ID, at moment: Timestamp, in tenant: Tenant.ID, _ transaction: any WriteTransaction
    ) throws -> Int {
        guard event.kind == .consentRevoked || event.kind == .accountDeleted else { return 0 }
        // Apple knows already, so there is nothing to check and nothing to tell.
        try transaction.execute("DELETE FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user)")
        try transaction.execute("DELETE FROM apple_revocations WHERE tenant_id = \(tenant) AND user_id = \(user)")
        return try SessionRow.endOfApple(of: user, begunBy: moment, at: moment, in: tenant, transaction)
    }
}
