import ArgumentParser
import Configuration

/// The flags that only `serve` has.
struct ServeFlags: ParsableArguments {
    @Option(help: "Address and port; port 0 lets the system choose one.")
    var listen: String?
    @Option(help: "Open connections to each of the two schemas of PostgreSQL.")
    var databaseConnections: String?
    @Option(help: "The name of this node in logs and metrics.")
    var node: String?
    @Option(help: "How many days events are kept.")
    var eventDays: String?
    @Option(name: .customLong("events-minimum-free-mb"), help: "Minimum free MiB on the disk of the events database.")
    var eventsMinimumFreeMB: String?
    @Option(
        name: .customLong("events-maximum-mb"),
        help: "Maximum MiB of the events database; then the oldest events of the largest tenant are deleted."
    )
    var eventsMaximumMB: String?
    @Option(name: .customLong("ingest-mb-per-key"), help: "MiB of events that one key can store per day.")
    var ingestMBPerKey: String?
    @Option(name: .customLong("ingest-mb-per-tenant"), help: "MiB of events that one tenant can store per day.")
    var ingestMBPerTenant: String?
    @Option(name: .customLong("apple-url"), help: "The base URL of Apple's servers; change it for tests only.")
    var appleURL: String?
    @Option(help: "Address ranges of proxies whose X-Forwarded-For is trusted, separated by commas.")
    var trustedProxies: String?
    @Option(help: "Maximum number of open connections.")
    var connections: String?
    @Option(help: "Maximum number of open connections from one IP address.")
    var connectionsPerAddress: String?
    @Option(help: "Seconds for which a stopping server answers 503 at /readyz before it stops accepting.")
    var drainSeconds: String?
    @Option(help: "Cost of new password hashes: log2 of scrypt's N.")
    var passwordCost: String?
    @Option(help: "Second factor for console accounts with write permissions: required or optional.")
    var consoleSecondFactor: String?
    @Option(help: "A sendmail-compatible program with its arguments.")
    var sendmail: String?
    @Option(help: "The sender of emails: Acme <no-reply@acme.example>.")
    var mailFrom: String?
    @Option(help: "trace, debug, info, notice, warning, error or critical.")
    var logLevel: String?
    @Option(help: "text or json.")
    var logFormat: String?

    var values: [Setting: String?] {
        [
            .listen: listen, .databaseConnections: databaseConnections, .node: node, .eventDays: eventDays,
            .eventsMinimumFreeMB: eventsMinimumFreeMB, .eventsMaximumMB: eventsMaximumMB,
            .ingestMBPerKey: ingestMBPerKey, .ingestMBPerTenant: ingestMBPerTenant, .appleURL: appleURL,
            .trustedProxies: trustedProxies, .connections: connections, .connectionsPerAddress: connectionsPerAddress,
            .drainSeconds: drainSeconds, .passwordCost: passwordCost, .consoleSecondFactor: consoleSecondFactor,
            .sendmail: sendmail, .mailFrom: mailFrom,
            .logLevel: logLevel, .logFormat: logFormat,
        ]
    }
}
