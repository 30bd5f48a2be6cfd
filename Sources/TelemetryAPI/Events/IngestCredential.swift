import Ingest

/// By what a delivery is authenticated.
enum IngestCredential: Sendable, Hashable {
    /// An ingest key.
    case key(String)
    /// The key and the project of a Sentry DSN.
    case dsn(SentryDSN)
}
