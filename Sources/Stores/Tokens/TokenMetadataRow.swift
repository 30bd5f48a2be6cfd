import Database
import Domain
import Foundation
import UseCases

/// The metadata of a user in tokens.
enum TokenMetadataRow {
    /// The providers of a session's user.
    static func search(_ session: Session.ID, in tenant: Tenant.ID) -> SQL {
        let search: SQL = """
            SELECT i.provider FROM sessions s JOIN identities i ON i.tenant_id = s.tenant_id AND i.user_id = s.user_id
            WHERE s.tenant_id = \(tenant) AND s.id = \(session) ORDER BY i.created_at, i.provider LIMIT 20
            """
        return search.keepingPlan()
    }

    static func metadata(of user: User, _ rows: [Row]) throws -> TokenMetadata {
        let providers: [Identity.Provider] = try rows.map { try $0.get("provider") }
        return TokenMetadata(
            providers: providers.map { $0 == .password ? "email" : $0.rawValue },
            app: user.appMetadata.object,
            user: user.userMetadata.object
        )
    }
}
