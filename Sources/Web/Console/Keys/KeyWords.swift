import Domain

extension APIKey.Kind {
    var words: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }

    var purpose: String {
        switch self {
        case .publishable: "names the tenant for sign-in; ships in apps"
        case .ingest: "only posts events; ships in apps"
        case .secret: "acts for your back end; keep it on servers"
        }
    }
}

/// A first command to try a new key with.
enum KeyExample {
    static func title(for kind: APIKey.Kind) -> String {
        switch kind {
        case .publishable: "Try it: sign someone up"
        case .ingest: "Try it: post an event"
        case .secret: "Try it: list the users"
        }
    }

    /// - Parameter key: the key, or the name of a shell variable that holds it.
    static func command(for kind: APIKey.Kind, key: String, _ settings: ConsoleSettings, tenant: String = "$TENANT") -> String {
        switch kind {
        case .publishable:
            """
            curl \(settings.address("/api/auth/sign-up")) \\
              -H "apikey: \(key)" -H "Content-Type: application/json" \\
              -d '{"email":"ada@example.com","password":"correct horse battery","name":"Ada"}'
            """
        case .ingest:
            """
            curl \(settings.address("/ingest/v1/events")) \\
              -H "Authorization: Bearer \(key)" -H "Content-Type: application/json" \\
              -d '{"events":[{"id":"'$(uuidgen)'","time":'$(date +%s000)',"stage":"token-exchange","outcome":"failed"}]}'
            """
        case .secret:
            """
            curl \(settings.address("/api/v1/tenants/\(tenant)/users")) \\
              -H "Authorization: Bearer \(key)"
            """
        }
    }
}

extension SecretView {
    /// A key's text, the only time that it is known.
    init(_ text: Credential, _ kind: APIKey.Kind) {
        let purpose = kind.purpose
        self.init(
            id: "secret-\(kind.rawValue)", label: "\(kind.words) key", value: text.text,
            hint: purpose.prefix(1).uppercased() + purpose.dropFirst() + ".")
    }
}
