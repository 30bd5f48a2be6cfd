import Database
import Domain
import Foundation
import UseCases

/// Stores sign-ins by Apple's page that are open.
extension AppleAccounts {
    func begin(_ flow: AppleFlow, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                INSERT INTO apple_flows (tenant_id, state_hash, browser_hash, purpose, session_id, challenge, nonce, redirect_uri, return_to,
                    error_to, expires_at)
                VALUES (\(tenant), \(flow.stateHash), \(flow.browserHash), \(flow.purpose), \(flow.session),
                    \(flow.challenge?.description), \(flow.nonce), \(flow.redirectURI), \(flow.returnTo), \(flow.errorTo), \(flow.expiresAt))
                """
            )
        }
    }

    func takeFlow(
        stateHash: Data,
        browserHash: Data,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AppleFlow? {
        // Any client may send any state: only an existing flow justifies a write transaction.
        guard let flow = try await flow(stateHash: stateHash, browserHash: browserHash, at: now, in: tenant) else {
            return nil
        }
        return try await access.write(tenant) { transaction in
            // Of two concurrent requests one takes it.
            let taken = try transaction.execute(
                """
                DELETE FROM apple_flows
                WHERE tenant_id = \(tenant) AND state_hash = \(stateHash) AND browser_hash = \(browserHash) AND expires_at > \(now)
                """
            )
            return taken == 1 ? flow : nil
        }
    }

    private func flow(
        stateHash: Data,
        browserHash: Data,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AppleFlow? {
        try await access.read(tenant) { transaction in
            let row = try transaction.row(
                """
                SELECT purpose, session_id, challenge, nonce, redirect_uri, return_to, error_to, expires_at FROM apple_flows
                WHERE tenant_id = \(tenant) AND state_hash = \(stateHash) AND browser_hash = \(browserHash) AND expires_at > \(now)
                """
            )
            guard let row else { return nil }
            return AppleFlow(
                stateHash: stateHash,
                browserHash: browserHash,
                purpose: try row.get("purpose"),
                session: try row.find("session_id"),
                challenge: (try row.find("challenge") as String?).flatMap { ProofKeyChallenge($0) },
                nonce: try row.get("nonce"),
                redirectURI: try row.get("redirect_uri"),
                returnTo: try row.get("return_to"),
                errorTo: try row.get("error_to"),
                expiresAt: try row.get("expires_at")
            )
        }
    }

    func offersPages() async throws(DomainError) -> Bool {
        try await access.readAcross("whether any tenant has Sign in with Apple on") { transaction in
            try transaction.row("SELECT 1 AS found FROM apple_settings WHERE web_client_id IS NOT NULL LIMIT 1") != nil
        }
    }

    func forgetFlows(before cutoff: Timestamp, limit: Int) async throws(DomainError) -> Int {
        try await access.writeAcross("expired Apple flows") { transaction in
            try transaction.execute(
                """
                DELETE FROM apple_flows WHERE (tenant_id, state_hash) IN (
                    SELECT tenant_id, state_hash FROM apple_flows WHERE expires_at < \(cutoff) LIMIT \(limit))
                """
            )
        }
    }
}
