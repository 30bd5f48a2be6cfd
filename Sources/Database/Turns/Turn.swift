import Foundation

/// In whose turn something waits: that of a tenant or of the installation. Lists, which take long, wait apart from all else.
struct Turn: Sendable, Hashable {
    /// Nil for the installation.
    let tenant: UUID?
    let isList: Bool

    init(_ scope: Scope, isList: Bool = false) {
        switch scope {
        case .tenant(let id): tenant = id
        case .installation: tenant = nil
        }
        self.isList = isList
    }
}
