import Domain

/// Looks up whether a tenant has settings for Sign in with Apple.
public protocol AppleConnectionLookup: Sendable {
    func isAppleConnected(_ tenant: Tenant.ID) async throws(DomainError) -> Bool
}
