#if PostgreSQL
import Foundation

/// The statements of one request that only read a few rows by their keys. While it waits for a connection, it may be
/// answered together with a request that has one.
struct ShortRead: Sendable {
    struct Part: Sendable {
        let scope: Scope
        let statements: [SQL]
    }

    /// The maximum number answered together: a few kilobytes of results each.
    static let together = 8

    let part: Part
    let answer: @Sendable (Result<[[Row]], any Error>) -> Void
}

extension Scope {
    var isTenant: Bool { if case .tenant = self { true } else { false } }

    /// Row-level security reads these settings, which end with the transaction.
    var setting: PostgresLink.Statement {
        switch self {
        case .tenant(let id):
            PostgresLink.Statement(
                text: "SELECT set_config('gatehouse.tenant', $1, true)",
                values: [.text(id.uuidString.lowercased())]
            )
        case .installation: PostgresLink.Statement(text: "SELECT set_config('gatehouse.installation', 'yes', true)")
        }
    }
}
#endif
