import Domain
import HTTPTypes
import UseCases

/// Whether a delivery of a key is looked at at all: asked once, before its body is read.
struct IngestAdmission: Sendable {
    let storage: TelemetryStorage

    init(services: Services) {
        storage = services.intake.storage
    }

    /// - Throws: `.unavailable` while nothing can be stored.
    func check(_ key: KeyRecord) async throws {
        try storage.admit()
    }
}
