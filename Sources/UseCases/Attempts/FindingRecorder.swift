import Domain

/// Records findings over many attempts, each once.
struct FindingRecorder: Sendable {
    let events: any EventStore
    let recorder: EventRecorder

    var storage: TelemetryStorage { recorder.storage }

    /// Records those that are not stored yet. When two nodes do so at the same time, the store keeps one.
    func record(_ findings: [FindingEvent], in tenant: Tenant.ID) async throws(DomainError) {
        var new: [DecodedEvent] = []
        for event in findings.map({ $0.event(in: tenant) })
        where !new.contains(where: { $0.content.id == event.content.id }) {
            if try await !isStored(event, in: tenant) { new.append(event) }
        }
        if !new.isEmpty { try await recorder.record(new, in: tenant) }
    }

    private func isStored(_ event: DecodedEvent, in tenant: Tenant.ID) async throws(DomainError) -> Bool {
        let reference = Event.Reference(occurredAt: event.content.occurredAt, id: event.content.id)
        do throws(DomainError) {
            _ = try await events.event(reference, in: tenant)
            return true
        } catch .notFound { return false }
    }
}
