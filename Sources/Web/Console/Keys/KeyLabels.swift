import Domain

extension APIKey.Kind {
    var words: String { rawValue.capitalizedFirst }

    var purpose: String {
        switch self {
        case .publishable: "names the tenant for sign-in; ships in apps"
        case .ingest: "only posts events; ships in apps"
        case .secret: "acts for your back end; keep it on servers"
        }
    }

    /// The first half of `purpose`.
    var shortPurpose: String { String(purpose.prefix { $0 != ";" }) }

    /// In a list to choose from.
    var use: String {
        switch self {
        case .publishable: "to sign people in"
        case .ingest: "to post events"
        case .secret: "for a back end"
        }
    }

    /// What a confirmation warns of.
    var afterRevocation: String {
        switch self {
        case .publishable: "Apps that carry it can no longer sign anyone in: their next request is refused."
        case .ingest: "Apps that carry it can no longer post events: their next delivery is refused."
        case .secret: "Back ends that use it are shut out: their next request is refused."
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
            hint: "For an SDK that speaks the Sentry protocol; it holds the ingest key."
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
