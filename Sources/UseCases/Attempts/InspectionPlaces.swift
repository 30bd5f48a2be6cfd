import Domain
import Synchronization

/// Says how far the attempts of each tenant have been inspected. It is in memory: after a restart, and on a node that takes
/// over, some attempts are inspected again, which records nothing twice.
final class InspectionPlaces: Sendable {
    struct Place {
        /// Where the next turn begins.
        var cursor: Cursor
        /// When the last complete turn began; nil before the first.
        var inspectedAt: Timestamp?
        /// The attempts whose latest event arrived late.
        var waiting = WaitingAttempts()
        /// How often the attempts at the cursor could not be inspected.
        var failures = 0
    }

    private let places = Mutex<[Tenant.ID: Place]>([:])

    subscript(tenant: Tenant.ID) -> Place? {
        get { places.withLock { $0[tenant] } }
        set { places.withLock { $0[tenant] = newValue } }
    }
}
