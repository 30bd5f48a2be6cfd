import Domain

/// One turn of a background job over the events of every tenant.
struct TenantTurns: Sendable {
    /// After so many tenants in a row without an answer of the database the turn ends: each may have waited for long.
    static let unavailableInRow = 3

    let tenants: any TenantStore
    let storage: TelemetryStorage

    /// Runs `work` for each tenant, as long as events can be stored. An error in one tenant does not keep the others from
    /// their turn.
    /// - Throws: the first error, at the end. One tenant may have so many events that a read takes too long, which is
    ///   `.unavailable` too, and says nothing about the next tenant.
    func run(_ work: (Tenant.ID) async throws(DomainError) -> Void) async throws(DomainError) {
        var cursor: Cursor?
        var first: DomainError?
        var unavailable = 0
        repeat {
            let page = try await tenants.page(PageRequest(limit: PageRequest.limits.upperBound, cursor: cursor))
            for summary in page.items {
                guard storage.state == .available, !Task.isCancelled else { return }
                do throws(DomainError) {
                    try await work(summary.tenant.id)
                    unavailable = 0
                } catch {
                    first = first ?? error
                    if case .unavailable = error { unavailable += 1 } else { unavailable = 0 }
                    if unavailable == Self.unavailableInRow { throw error }
                }
            }
            cursor = page.next
        } while cursor != nil
        if let first { throw first }
    }
}
