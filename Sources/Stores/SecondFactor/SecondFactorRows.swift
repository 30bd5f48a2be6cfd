import Database
import Domain
import Foundation
import UseCases

/// Stores the second factors of console users, and when their sessions were last proven.
struct SecondFactorRows: SecondFactorStore {
    /// No console session lives longer, so older proofs are void.
    private static let proofLifetime = SessionLifetimes.console.absolute

    let access: StoreAccess
    let trail: AuditTrail

    func state(of account: ConsoleAccount, session: Data) async throws(DomainError) -> SecondFactorState {
        let (tenant, id) = (account.tenant, account.id)
        return try await access.read(tenant) { transaction in
            let factor = try transaction.row(
                "SELECT sealed_seed, last_step, created_at FROM second_factors WHERE tenant_id = \(tenant) AND account_id = \(id)"
            ).map {
                StoredSecondFactor(
                    sealedSeed: try $0.get("sealed_seed"),
                    lastStep: try $0.get("last_step"),
                    createdAt: try $0.get("created_at")
                )
            }
            let left: Int =
                factor == nil
                ? 0
                : try transaction.value(
                    """
                    SELECT count(*) AS n FROM recovery_codes
                    WHERE tenant_id = \(tenant) AND account_id = \(id) AND used_at IS NULL
                    """
                ) ?? 0
            let provedAt: Timestamp? = try transaction.value(
                "SELECT proved_at FROM console_proofs WHERE tenant_id = \(tenant) AND session_key = \(session)"
            )
            return SecondFactorState(factor: factor, recoveryLeft: left, provedAt: provedAt)
        }
    }

    func having(_ users: [User.ID], in tenant: Tenant.ID) async throws(DomainError) -> Set<User.ID> {
        try await access.read(tenant) { transaction in
            let rows = try transaction.rows(
                "SELECT account_id FROM second_factors WHERE tenant_id = \(tenant) AND account_id IN \(list: users)"
            )
            return Set(try rows.map { try $0.get("account_id") })
        }
    }

    func insert(
        _ new: NewSecondFactor,
        of account: ConsoleAccount,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool {
        let (tenant, id, factor) = (account.tenant, account.id, new.factor)
        return try await access.write(tenant) { transaction in
            let inserted = try transaction.execute(
                """
                INSERT INTO second_factors (tenant_id, account_id, sealed_seed, last_step, created_at)
                VALUES (\(tenant), \(id), \(factor.sealedSeed), \(factor.lastStep), \(factor.createdAt))
                ON CONFLICT (tenant_id, account_id) DO NOTHING
                """
            )
            guard inserted == 1 else { return false }
            try Self.insert(new.recovery, of: account, transaction)
            try Self.store(new.proof, of: account, transaction)
            try trail.append(audit, to: tenant, in: transaction)
            return true
        }
    }

    func use(step: Int64, of account: ConsoleAccount) async throws(DomainError) -> Bool {
        let (tenant, id) = (account.tenant, account.id)
        return try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                UPDATE second_factors SET last_step = \(step)
                WHERE tenant_id = \(tenant) AND account_id = \(id) AND last_step < \(step)
                """
            ) == 1
        }
    }

    func use(
        recovery: Data,
        of account: ConsoleAccount,
        at now: Timestamp,
        audit: AuditDraft
    ) async throws(DomainError) -> Bool {
        let (tenant, id) = (account.tenant, account.id)
        return try await access.write(tenant) { transaction in
            let used = try transaction.execute(
                """
                UPDATE recovery_codes SET used_at = \(now)
                WHERE tenant_id = \(tenant) AND account_id = \(id) AND code_hash = \(recovery) AND used_at IS NULL
                """
            )
            if used == 1 { try trail.append(audit, to: tenant, in: transaction) }
            return used == 1
        }
    }

    func replace(recovery: [Data], of account: ConsoleAccount, audit: AuditDraft) async throws(DomainError) {
        let (tenant, id) = (account.tenant, account.id)
        try await access.write(tenant) { transaction in
            try transaction.execute("DELETE FROM recovery_codes WHERE tenant_id = \(tenant) AND account_id = \(id)")
            try Self.insert(recovery, of: account, transaction)
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    func remove(of account: ConsoleAccount, endsSessions: Bool, audit: AuditDraft) async throws(DomainError) -> Bool {
        switch account {
        case .member(let id, let tenant):
            try await access.write(tenant) { transaction in
                guard try SecondFactorRow.remove(of: account, transaction) else { return false }
                if endsSessions {
                    let signOut = UserSignOut(kinds: [.console], reason: .revokedByAdministrator)
                    try SessionRow.endAll(of: id, signOut, in: ActionContext(tenant, at: audit.at), transaction)
                }
                try trail.append(audit, to: tenant, in: transaction)
                return true
            }
        case .operator(let id):
            try await access.writeAcross("operator's second factor") { transaction in
                guard try SecondFactorRow.remove(of: account, transaction) else { return false }
                if endsSessions {
                    try transaction.execute("DELETE FROM operator_sessions WHERE operator_id = \(id)")
                    // An attacker with one of the sessions may have handed these out.
                    try MakerRow.leave(id, transaction)
                }
                try trail.append(audit, to: account.tenant, in: transaction)
                return true
            }
        }
    }

    func prove(_ proof: SessionProof, of account: ConsoleAccount) async throws(DomainError) {
        try await access.write(account.tenant) { transaction in
            try transaction.execute(
                "DELETE FROM console_proofs WHERE tenant_id = \(account.tenant) AND proved_at < \(proof.at - Self.proofLifetime)"
            )
            try Self.store(proof, of: account, transaction)
        }
    }

    private static func insert(
        _ recovery: [Data],
        of account: ConsoleAccount,
        _ transaction: any WriteTransaction
    ) throws {
        for hash in recovery {
            try transaction.execute(
                "INSERT INTO recovery_codes (tenant_id, account_id, code_hash) VALUES (\(account.tenant), \(account.id), \(hash))"
            )
        }
    }

    private static func store(
        _ proof: SessionProof,
        of account: ConsoleAccount,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            INSERT INTO console_proofs (tenant_id, session_key, proved_at) VALUES (\(account.tenant), \(proof.session), \(proof.at))
            ON CONFLICT (tenant_id, session_key) DO UPDATE SET proved_at = excluded.proved_at
            """
        )
    }
}
