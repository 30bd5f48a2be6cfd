import Domain
import WebCore

/// A first command to try a new key with.
enum KeyExample {
    static func title(for kind: APIKey.Kind, _ texts: Texts) -> String {
        texts(TextKey("keys.example.\(kind.rawValue)"))
    }

    /// - Parameter key: the key, or the name of a shell variable that holds it.
    static func command(
        for kind: APIKey.Kind,
        key: String,
        _ address: PublicAddress,
        tenant: String = "$TENANT"
    ) -> String {
        switch kind {
        case .publishable:
            """
            curl \(address.url("/api/auth/sign-up")) \\
              -H "apikey: \(key)" \\
              -H "Content-Type: application/json" \\
              -d '{"email":"ada@example.com","password":"correct horse battery","name":"Ada"}'
            """
        case .ingest:
            """
            curl \(address.url("/ingest/v1/events")) \\
              -H "Authorization: Bearer \(key)" \\
              -H "Content-Type: application/json" \\
              -d '{"events":[{"id":"'$(uuidgen)'","time":'$(date +%s000)',"stage":"token-exchange","outcome":"failed"}]}'
            """
        case .secret:
            """
            curl \(address.url("/api/v1/tenants/\(tenant)/users")) \\
              -H "Authorization: Bearer \(key)"
            """
        }
    }
}
