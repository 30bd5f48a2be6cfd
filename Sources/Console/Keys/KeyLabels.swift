import Domain
import WebCore

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

extension SecretView {
    /// What an SDK that speaks the Sentry protocol is set up with.
    init(dsn ingestKey: Credential, of tenant: Tenant, _ address: PublicAddress) {
        self.init(
            id: "secret-dsn",
            label: "DSN",
            value: address.dsn(ingestKey, tenant),
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
