import Domain
import Synchronization

/// Remembers how far the counts by day of each tenant were folded to free space, so that a step does not look at all of
/// them again. Late events add to earlier days, so a scan begins again every six hours.
final class FoldedDays: Sendable {
    private struct Scan: Sendable, Hashable {
        let tenant: Int
        let turn: Int64

        init(_ tenant: Int, _ moment: Timestamp) {
            self.tenant = tenant
            turn = moment.milliseconds / 21_600_000
        }
    }

    /// Only the tenants that hold most are scanned.
    private static let tenants = 1000

    private let places = Mutex(RecentlyUsed<Scan, CountFolding.Place>(maximumCount: FoldedDays.tenants))

    func place(of tenant: Int, at moment: Timestamp) -> CountFolding.Place {
        places.withLock { $0[Scan(tenant, moment)] } ?? CountFolding.Place(tenant: tenant)
    }

    func note(_ place: CountFolding.Place, at moment: Timestamp) {
        places.withLock { $0[Scan(place.tenant, moment)] = place }
    }
}
