import Admission
import Domain
import Synchronization

/// Limits how many long responses run at once: of one principal, of one tenant, and in all.
final class StreamPlaces: Sendable {
    struct Limits: Sendable {
        let ofPrincipal: Int
        let ofTenant: Int
        let all: Int
    }

    fileprivate struct Owner: Hashable {
        let tenant: Tenant.ID
        let principal: Principal.Kind
    }

    private struct State {
        var tenants = Usage<Tenant.ID>()
        var owners = Usage<Owner>()

        mutating func add(_ count: Int, for owner: Owner) {
            tenants.add(count, for: owner.tenant)
            owners.add(count, for: owner)
        }
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits) { self.limits = limits }

    /// The number of places in use.
    var taken: Int { state.withLock(\.owners.total) }

    /// - Returns: a place, which is free again when nothing holds it.
    /// - Throws: `.throttled` when the principal or the tenant has too many, `.unavailable` when the server has.
    func take(_ tenant: Tenant.ID, _ principal: Principal) throws(DomainError) -> Place {
        let owner = Owner(tenant: tenant, principal: principal.kind)
        let error: DomainError? = state.withLock { state in
            guard state.owners[owner] < limits.ofPrincipal, state.tenants[tenant] < limits.ofTenant else {
                return .throttled(retryAfter: .seconds(10))
            }
            guard state.owners.total < limits.all else { return .unavailable(retryAfter: .seconds(10)) }
            state.add(1, for: owner)
            return nil
        }
        if let error { throw error }
        return Place(self, owner)
    }

    /// One running response.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let owner: Owner

        fileprivate init(_ places: StreamPlaces, _ owner: Owner) {
            self.places = places
            self.owner = owner
        }

        deinit { places.state.withLock { $0.add(-1, for: owner) } }
    }
}
