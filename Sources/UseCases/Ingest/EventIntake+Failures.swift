import Domain

/// Deliveries of which nothing was stored: they are counted, so that the outcomes of the items of a key show them.
extension EventIntake {
    /// Runs the steps of a delivery whose key is known, and counts what fails: each item of one that was decoded, else one
    /// item of an unknown kind.
    func countingFailures(
        of delivery: some IncomingDelivery,
        from key: KeyRecord,
        _ work: () async throws -> Receipt
    ) async throws -> Receipt {
        do { return try await work() } catch let failure as DecodedFailure {
            count(failure.items, from: key)
            throw failure.error
        } catch {
            if let (outcome, reason) = outcome(of: error, delivery) {
                count([ItemCount(outcome, .other, reason: reason, count: 1)], from: key)
            }
            throw error
        }
    }

    /// Runs the steps after decoding, whose failures are those of each item.
    func countingFailures(
        of delivery: some IncomingDelivery,
        _ decoded: EventDelivery,
        _ work: () async throws -> Receipt
    ) async throws -> Receipt {
        do { return try await work() } catch {
            let failed = outcome(of: error, delivery).map { decoded.counted(as: $0.outcome, reason: $0.reason) }
            throw DecodedFailure(error: error, items: failed ?? [])
        }
    }

    /// - Returns: nil for a connection that ended, and for an error of the server itself.
    private func outcome(
        of error: any Error,
        _ delivery: some IncomingDelivery
    ) -> (outcome: ItemOutcome, reason: String)? {
        switch error {
        case DeliveryRejection.limited: (.limited, "rate")
        case DeliveryRejection.budgetExhausted, DomainError.throttled: (.limited, "budget")
        case DeliveryRejection.tooLarge: (.invalid, "too_large")
        // A read that is cancelled with the request is reported as unavailable too.
        case DomainError.unavailable: Task.isCancelled ? nil : (.limited, "unavailable")
        default: delivery.outcome(of: error)
        }
    }

    /// Counts items that were not stored. It waits for nothing: `storeFailures()` stores the sums.
    private func count(_ items: [ItemCount], from key: KeyRecord) {
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
            do throws(DomainError) { _ = try await recorder.commit.store(batch) } catch {
                for (key, count) in sums + batches.values.flatMap(\.self) { failures.add(count, to: key) }
                throw error
            }
        }
    }
}

/// A failure after decoding.
private struct DecodedFailure: Error {
    let error: any Error
    /// The items that failed by it.
    let items: [ItemCount]
}

private struct Source: Hashable {
    let tenant: Tenant.ID
    let key: APIKey.ID
}
