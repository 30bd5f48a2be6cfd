import Crypto
import Domain
import Foundation

/// Stores sign-ins by Apple's page while they are open.
public protocol AppleFlowStore: Sendable {
    func begin(_ flow: AppleFlow, in tenant: Tenant.ID) async throws(DomainError)
    /// Takes a flow that returns in the browser where it began, once.
    /// - Returns: nil for a flow that is unknown, expired or of another browser.
    func takeFlow(
        stateHash: Data,
        browserHash: Data,
        at moment: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> AppleFlow?
    /// Whether any tenant has a page at Apple.
    func offersPages() async throws(DomainError) -> Bool
    /// Deletes flows that expired before `moment`; at most `limit` of them, over all tenants.
    func forgetFlows(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
