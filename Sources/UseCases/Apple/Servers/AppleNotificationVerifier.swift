import Domain

/// Validates the notifications that Apple sends to a tenant's endpoint.
public protocol AppleNotificationVerifier: Sendable {
    /// - Parameters:
    ///   - body: the posted body: `{"payload": "…"}`.
    ///   - audiences: the client ids of the tenant.
    func notification(in body: [UInt8], for audiences: Set<String>) async throws(AppleTokenFailure) -> AppleNotification
}
