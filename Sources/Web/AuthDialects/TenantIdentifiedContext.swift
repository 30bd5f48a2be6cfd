import Domain
import Hummingbird
import UseCases

/// A context whose tenant is resolved.
protocol TenantIdentifiedContext: IdentifiedContext {
    var tenant: Tenant { get }
}
