import Admission
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

extension FairQueue where Owner == Turn {
    /// Adds an item as far as there is room.
    /// - Returns: whether there was.
    mutating func append(_ item: Item, for turn: Turn, within limits: TurnLimits) -> Bool {
        let waiting = count(of: turn)
        guard count < limits.waiting, turn.kind != .list || waiting < limits.waitingLists,
            turn.tenant == nil || waiting < limits.waitingOfTenant
        else { return false }
        append(item, of: turn)
        return true
    }
}

struct TurnLimits: Sendable {
    /// The number of all waiters: far more than a server of this size admits.
    var waiting = 10_000
    /// The number of one tenant's waiters; the installation may use all that is left.
    var waitingOfTenant = 1000
    /// The number of waiting lists of one tenant, or of the installation.
    var waitingLists = 100
}
