import Database
import Domain
import UseCases

/// Makes a control database out of a backup safe to serve: no credential issued before is valid any more.
///
/// A backup may be older than a revocation, so none of its sessions can be trusted. The rows of sessions stay, as
/// history.
public struct Restoration: Sendable {
    let access: StoreAccess
    let trail: AuditTrail

    public init(control: any Database, chain: AuditChain) {
        access = StoreAccess(database: control, report: { _ in })
        trail = AuditTrail(chain: chain)
    }

    /// Runs as one transaction, with its entry in the installation's audit trail.
    public func forgetCredentials(at now: Timestamp) async throws(DomainError) -> ForgottenCredentials {
        try await access.writeAcross("restore") { transaction in
            let sessions = try transaction.execute(
                "UPDATE sessions SET ended_at = \(now), end_reason = \(Session.EndReason.restored) WHERE ended_at IS NULL"
            )
            try transaction.execute("DELETE FROM operator_sessions")
            let links =
                try transaction.execute("DELETE FROM invitations") + transaction.execute("DELETE FROM one_time_links")
                + transaction.execute("DELETE FROM setup_links")
            try transaction.execute("DELETE FROM email_change_stops")
            try transaction.execute("DELETE FROM apple_flows")
            try transaction.execute("DELETE FROM console_proofs")
            try transaction.execute("DELETE FROM idempotency_keys")
            let audit = AuditDraft(
                .restored,
                by: .system,
                at: now,
                changes: [.init("sessions_ended", from: nil, to: String(sessions))]
            )
            try trail.append(audit, to: Tenant.installation, in: transaction)
            let left = try Self.left(transaction)
            if left == 0 { try InstallationFacts.endRestoring(in: transaction) }
            return ForgottenCredentials(sessions: sessions, links: links, left: left)
        }
    }

    /// Counts the valid credentials after all writes and their triggers.
    private static func left(_ transaction: any ReadTransaction) throws -> Int {
        try transaction.value(
            """
            SELECT (SELECT count(*) FROM sessions WHERE ended_at IS NULL) + (SELECT count(*) FROM operator_sessions)
                + (SELECT count(*) FROM invitations) + (SELECT count(*) FROM one_time_links) + (SELECT count(*) FROM setup_links)
                + (SELECT count(*) FROM email_change_stops) + (SELECT count(*) FROM apple_flows) + (SELECT count(*) FROM console_proofs) AS n
            """
        ) ?? 0
    }
}

/// The numbers of credentials that a restore made void.
public struct ForgottenCredentials: Sendable, Hashable {
    public let sessions: Int
    public let links: Int
    /// Sessions and links that are still valid afterwards; 0 in a database that works.
    public let left: Int
}
