import Configuration

/// Lists every setting: its name in each source, its meaning, and its default.
///
/// Flags, environment, file and manual are made from this one list, so no setting is missing in one of them.
enum Setting: String, CaseIterable, Sendable {
    case listen
    case baseURL = "base_url"
    case data
    case assets
    case databaseURL = "database_url"
    case databaseOwnerURL = "database_owner_url"
    case databaseConnections = "database_connections"
    case node
    case eventDays = "event_days"
    case eventsData = "events_data"
    case eventsMinimumFreeMB = "events_minimum_free_mb"
    case eventsMaximumMB = "events_maximum_mb"
    case ingestMBPerKey = "ingest_mb_per_key"
    case ingestMBPerTenant = "ingest_mb_per_tenant"
    case appleURL = "apple_url"
    case trustedProxies = "trusted_proxies"
    case connections
    case connectionsPerAddress = "connections_per_address"
    case drainSeconds = "drain_seconds"
    case passwordCost = "password_cost"
    case consoleSecondFactor = "console_second_factor"
    case sendmail
    case mailFrom = "mail_from"
    case metricsToken = "metrics_token"
    case logLevel = "log_level"
    case logFormat = "log_format"

    /// `GATEHOUSE_BASE_URL`
    var environmentName: String { "GATEHOUSE_\(rawValue.uppercased())" }

    /// `--base-url`; nil for a secret, because other users of the machine can read a command line.
    var flag: String? { isSecret ? nil : "--\(rawValue.replacing("_", with: "-"))" }

    var isSecret: Bool { [.metricsToken, .databaseURL, .databaseOwnerURL].contains(self) }

    /// The key of the configuration readers.
    var key: ConfigKey { ConfigKey([rawValue]) }

    /// The name in messages: `GATEHOUSE_BASE_URL (--base-url)`.
    var title: String { flag.map { "\(environmentName) (\($0))" } ?? environmentName }

    /// The variable that names the settings file; it can be set by flag or environment only.
    static let fileEnvironmentName = "GATEHOUSE_CONFIG"
}
