import Domain

/// Stores events of the server itself, and sample data; `EventIntake` stores those of clients with the same parts.
public struct EventRecorder: Sendable {
    let commit: GroupCommit
    let pseudonyms: Pseudonyms
    /// Says whether events can be stored.
    let storage: TelemetryStorage
    let now: @Sendable () -> Timestamp

    /// Stores events as those of clients are, scrubbed and classified: they contain clients' texts.
    /// - Throws: `.unavailable`; nothing is stored then, and a retry stores the events once.
    public func record(_ events: [DecodedEvent], in tenant: Tenant.ID) async throws(DomainError) {
        let pipeline = EventPipeline(scrubber: pseudonyms.scrubber(of: tenant), clock: nil)
        let classified = events.map { pipeline.run($0, receivedAt: $0.content.occurredAt) }
        let batch = EventBatch(tenant: tenant, networks: nil, receivedAt: now(), events: classified, counted: [])
        _ = try await commit.store(batch)
    }
}

extension Pseudonyms {
    func scrubber(of tenant: Tenant.ID) -> Scrubber { Scrubber { name(of: $0, in: tenant) } }
}
