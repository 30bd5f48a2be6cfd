import Domain
import HTTPTypes
import Synchronization
import UseCases
import WebCore

/// Takes tokens for deliveries from the buckets of a key and its tenant, of an address and of its networks: from all or
/// none. Without a key or an address, only the buckets of the other are charged; without networks, no shares of a key.
protocol IngestLimiting: Sendable {
    var limits: IngestLimits { get }

    /// - Throws: `.unavailable`
    func take(
        _ count: Int,
        of unit: RateLimitUnit,
        key: APIKey?,
        networks: ClientNetworks?,
        address: String?
    ) async throws(DomainError) -> RateLimitStatus
}
