import Domain

extension APIKey.Kind {
    var words: String { rawValue.capitalizedFirst }

    var purpose: String {
        switch self {
        case .publishable: "identifies the tenant; safe in apps"
        case .ingest: "can only send events; safe in apps"
        case .secret: "full server access; keep it secret"
        }
    }

    /// The first half of `purpose`.
    var shortPurpose: String { String(purpose.prefix { $0 != ";" }) }

    /// In a list to choose from.
    var use: String {
        switch self {
        case .publishable: "to sign users in"
        case .ingest: "to send events"
        case .secret: "for your backend"
        }
    }

    /// What a confirmation warns of.
    var afterRevocation: String {
        switch self {
        case .publishable: "Apps that use it can no longer sign users in: their next request is rejected."
        case .ingest: "Apps that use it can no longer send events: their next delivery is rejected."
        case .secret: "Backends that use it lose access: their next request is rejected."
        }
    }
}

/// A first command to try a new key with.
enum KeyExample {
    static func title(for kind: APIKey.Kind) -> String {
        switch kind {
        case .publishable: "Try it: sign up a user"
        case .ingest: "Try it: send an event"
        case .secret: "Try it: list the users"
        }
    }

    /// - Parameter key: the key, or the name of a shell variable that holds it.
    static func command(
        for kind: APIKey.Kind,
        key: String,
        _ settings: ConsoleSettings,
        tenant: String = "$TENANT"
    ) -> String {
        switch kind {
        case .publishable:
            """
            curl \(settings.address("/api/auth/sign-up")) \\
              -H "apikey: \(key)" \\
              -H "Content-Type: application/json" \\
              -d '{"email":"ada@example.com","password":"correct horse battery","name":"Ada"}'
            """
        case .ingest:
            """
            curl \(settings.address("/ingest/v1/events")) \\
              -H "Authorization: Bearer \(key)" \\
              -H "Content-Type: application/json" \\
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
    /// What an SDK that speaks the Sentry protocol is set up with.
    init(dsn ingestKey: Credential, of tenant: Tenant, _ settings: ConsoleSettings) {
        self.init(
            id: "secret-dsn",
            label: "DSN",
            value: settings.dsn(ingestKey, tenant),
            hint: "For SDKs that use the Sentry protocol. It contains the ingest key."
        )
    }

    /// A key's text, the only time that it is known.
    init(_ text: Credential, _ kind: APIKey.Kind) {
        self.init(
            id: "secret-\(kind.rawValue)",
            label: "\(kind.words) key",
            value: text.text,
            hint: "\(kind.purpose.capitalizedFirst)."
        )
    }
}
