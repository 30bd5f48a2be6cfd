import Domain
import Hummingbird
import UseCases
import WebCore

/// A context whose tenant is resolved.
protocol TenantIdentifiedContext: IdentifiedContext {
    var tenant: Tenant { get }
}
