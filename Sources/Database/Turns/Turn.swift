import Foundation

/// The turn in which a request waits: that of a tenant or of the installation. Lists, which take long, wait separately
/// from all other requests, and so do short reads, of which several are answered together.
struct Turn: Sendable, Hashable {
    enum Kind: Sendable, Hashable {
        case transaction
        case list
        case shortRead
    }

    /// The tenant of the turn; nil for the installation.
    let tenant: UUID?
    let kind: Kind

    init(_ scope: Scope, _ kind: Kind = .transaction) {
        switch scope {
        case .tenant(let id): tenant = id
        case .installation: tenant = nil
        }
        self.kind = kind
    }
}
