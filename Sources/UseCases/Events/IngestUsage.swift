import Domain
import Synchronization

/// The bytes of telemetry stored on a day, by one key and by its tenant.
public struct IngestUsage: Sendable, Hashable {
    public let key: Int64
    public let tenant: Int64

    public init(key: Int64, tenant: Int64) {
        self.key = key
        self.tenant = tenant
    }
}
