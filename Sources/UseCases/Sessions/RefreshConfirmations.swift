import Domain
import Synchronization

/// Notes that a generation of tokens has arrived at its client: from then on its parent is not answered any more.
///
/// Written before the first request with the new token is answered, so once in a generation. Further requests that come meanwhile
/// do not wait for it.
final class RefreshConfirmations: Sendable {
    private let refreshes: any RefreshStore
    private let underWay = Mutex<Set<Session.ID>>([])

    init(refreshes: any RefreshStore) {
        self.refreshes = refreshes
    }

    func confirm(_ session: Session.ID, generation: Int64, at moment: Timestamp, in tenant: Tenant.ID) async {
        guard underWay.withLock({ $0.insert(session).inserted }) else { return }
        defer { underWay.withLock { _ = $0.remove(session) } }
        // Not a condition of being let in: if it cannot be written now, the next request writes it, and the store has told the log.
        try? await refreshes.confirm(session, generation: generation, at: moment, in: tenant)
    }
}
