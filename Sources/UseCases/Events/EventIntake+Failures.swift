import Domain

/// Deliveries that failed as a whole.
extension EventIntake {
    /// Counts a delivery of which nothing was decoded, as one item of an unknown kind.
    /// - Parameter reason: of a closed set.
    public func countFailure(_ outcome: ItemOutcome, reason: String, from key: KeyRecord) {
        countFailure(of: [ItemCount(outcome, .other, reason: reason, count: 1)], from: key)
    }

    /// Counts the items of a delivery that was decoded and not stored. It waits for nothing: `storeFailures()` stores the
    /// sums.
    public func countFailure(of items: [ItemCount], from key: KeyRecord) {
        for item in items {
            failures.add(
                item.count,
                to: FailedDeliveries.Key(
                    tenant: key.tenant.id,
                    key: key.key.id,
                    outcome: item.outcome,
                    category: item.category,
                    reason: item.reason
                )
            )
        }
    }

    /// Stores the counts of failed deliveries. One turn of the timer; does nothing while telemetry cannot be stored.
    /// - Throws: `.unavailable`; counts that could not be stored wait for the next turn.
    public func storeFailures() async throws(DomainError) {
        guard storage.state == .available else { return }
        var batches = Dictionary(grouping: failures.take()) { Source(tenant: $0.key.tenant, key: $0.key.key) }
        while let (source, sums) = batches.popFirst() {
            let batch = EventBatch(
                tenant: source.tenant,
                key: source.key,
                networks: nil,
                receivedAt: now(),
                events: [],
                counted: sums.map {
                    ItemCount($0.key.outcome, $0.key.category, reason: $0.key.reason, count: $0.value)
                }
            )
            do throws(DomainError) { _ = try await commit.store(batch) } catch {
                for (key, count) in sums + batches.values.flatMap(\.self) { failures.add(count, to: key) }
                throw error
            }
        }
    }
}

private struct Source: Hashable {
    let tenant: Tenant.ID
    let key: APIKey.ID
}
