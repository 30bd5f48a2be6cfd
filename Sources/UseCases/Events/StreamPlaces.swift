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
        var all = 0
        var tenants: [Tenant.ID: Int] = [:]
        var owners: [Owner: Int] = [:]
    }

    private let limits: Limits
    private let state = Mutex(State())

    init(limits: Limits) {
        self.limits = limits
    }

    /// The number of places in use.
    var taken: Int { state.withLock(\.all) }

    /// - Returns: a place, which is free again when nothing holds it.
    /// - Throws: `.throttled` when the principal or the tenant has too many, `.unavailable` when the server has.
    func take(_ tenant: Tenant.ID, _ principal: Principal) throws(DomainError) -> Place {
        let owner = Owner(tenant: tenant, principal: principal.kind)
        let error: DomainError? = state.withLock { state in
            guard state.owners[owner, default: 0] < limits.ofPrincipal,
                state.tenants[tenant, default: 0] < limits.ofTenant
            else { return .throttled(retryAfter: .seconds(10)) }
            guard state.all < limits.all else { return .unavailable(retryAfter: .seconds(10)) }
            state.all += 1
            state.tenants[tenant, default: 0] += 1
            state.owners[owner, default: 0] += 1
            return nil
        }
        if let error { throw error }
        return Place(self, owner)
    }

    private func free(_ owner: Owner) {
        state.withLock { state in
            state.all -= 1
            state.tenants[owner.tenant] = Self.less(state.tenants[owner.tenant])
            state.owners[owner] = Self.less(state.owners[owner])
        }
    }

    private static func less(_ count: Int?) -> Int? { count.flatMap { $0 > 1 ? $0 - 1 : nil } }

    /// One running response.
    final class Place: Sendable {
        private let places: StreamPlaces
        private let owner: Owner

        fileprivate init(_ places: StreamPlaces, _ owner: Owner) {
            self.places = places
            self.owner = owner
        }

        deinit { places.free(owner) }
    }
}
