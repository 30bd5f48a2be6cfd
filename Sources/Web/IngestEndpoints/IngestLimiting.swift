import Domain
import HTTPTypes
import Synchronization
import UseCases

/// Takes tokens for deliveries from the buckets of a key, of an address and of its networks: from all or none.
protocol IngestLimiting: Sendable {
    /// - Throws: `.unavailable`
    func take(_ count: Int, of unit: IngestUnit, key: APIKey, address: String) async throws(DomainError) -> IngestClaim
}
