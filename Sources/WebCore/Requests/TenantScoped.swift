import Domain

/// An identity with access to one tenant.
package protocol TenantScoped: Sendable {
    var access: Access { get }
}
