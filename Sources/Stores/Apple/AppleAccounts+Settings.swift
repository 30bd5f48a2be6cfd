import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Stores each tenant's Apple settings, and the refresh tokens of its users.
extension AppleAccounts {
    func settings(of tenant: Tenant.ID) async throws(DomainError) -> StoredAppleSettings? {
        try await access.read(tenant) { transaction in
            let row = try transaction.row(
                """
                SELECT team_id, key_id, key_fingerprint, sealed_key, client_ids, web_client_id, updated_at, team_since, trouble, trouble_client_id,
                    trouble_detail, trouble_since, trouble_seen_at
                FROM apple_settings
                WHERE tenant_id = \(tenant)
                """
            )
            return try row.map { try Self.settings($0) }
        }
    }

    func set(_ stored: StoredAppleSettings, of tenant: Tenant.ID, audit: AuditDraft) async throws(DomainError) {
        let settings = stored.settings
        let ids = JSONValue.array(settings.clientIDs.map { .string($0) }).text
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                INSERT INTO apple_settings (tenant_id, team_id, key_id, key_fingerprint, sealed_key, client_ids, web_client_id, updated_at,
                    team_since)
                VALUES (\(tenant), \(settings.teamID), \(settings.keyID), \(settings.keyFingerprint), \(stored.sealedKey), \(ids),
                    \(settings.webClientID), \(settings.updatedAt), \(settings.teamSince))
                ON CONFLICT (tenant_id) DO UPDATE SET team_id = excluded.team_id, key_id = excluded.key_id,
                    key_fingerprint = excluded.key_fingerprint, sealed_key = excluded.sealed_key, client_ids = excluded.client_ids,
                    web_client_id = excluded.web_client_id,
                    updated_at = excluded.updated_at, team_since = excluded.team_since, trouble = NULL, trouble_client_id = NULL,
                    trouble_detail = NULL, trouble_since = NULL, trouble_seen_at = NULL
                """
            )
            try trail.append(audit, to: tenant, in: transaction)
        }
    }

    func record(_ fault: AppleFault?, of tenant: Tenant.ID, setAt time: Timestamp) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                UPDATE apple_settings SET trouble = \(fault?.code), trouble_client_id = \(fault?.clientID),
                    trouble_detail = \(fault?.detail), trouble_since = \(fault?.since), trouble_seen_at = \(fault?.seenAt)
                WHERE tenant_id = \(tenant) AND updated_at = \(time)
                """
            )
        }
    }

    func keep(_ token: StoredAppleToken, checkAt time: Timestamp, in tenant: Tenant.ID) async throws(DomainError) {
        try await access.write(tenant) { transaction in
            try transaction.execute(
                """
                INSERT INTO apple_tokens (tenant_id, user_id, client_id, sealed, created_at, checked_at, check_at)
                VALUES (\(tenant), \(token.user), \(token.clientID), \(token.sealed), \(token.createdAt), \(token.createdAt), \(time))
                ON CONFLICT (tenant_id, user_id, client_id) DO UPDATE SET sealed = excluded.sealed, created_at = excluded.created_at,
                    checked_at = excluded.checked_at, check_at = excluded.check_at
                """
            )
        }
    }

    func token(of user: User.ID, clientID: String, in tenant: Tenant.ID) async throws(DomainError) -> Data? {
        try await access.read(tenant) { transaction in
            try transaction.value(
                "SELECT sealed FROM apple_tokens WHERE tenant_id = \(tenant) AND user_id = \(user) AND client_id = \(clientID)"
            )
        }
    }

    private static func settings(_ row: Row) throws -> StoredAppleSettings {
        let ids: String = try row.get("client_ids")
        let settings = AppleSettings(
            teamID: try row.get("team_id"),
            keyID: try row.get("key_id"),
            keyFingerprint: try row.get("key_fingerprint"),
            clientIDs: try JSONValue(parsing: Array(ids.utf8), limits: .stored).arrayValue?.compactMap(\.stringValue)
                ?? [],
            webClientID: try row.find("web_client_id"),
            updatedAt: try row.get("updated_at"),
            teamSince: try row.get("team_since"),
            fault: try fault(row)
        )
        return StoredAppleSettings(settings: settings, sealedKey: try row.get("sealed_key"))
    }

    private static func fault(_ row: Row) throws -> AppleFault? {
        guard let code: String = try row.find("trouble") else { return nil }
        return AppleFault(
            code: code,
            clientID: try row.find("trouble_client_id") ?? "",
            detail: try row.find("trouble_detail"),
            since: try row.get("trouble_since"),
            seenAt: try row.get("trouble_seen_at")
        )
    }
}
