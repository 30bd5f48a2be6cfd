import Domain
import Foundation

/// Stores what Apple's notifications change.
public protocol AppleNoticeStore: Sendable {
    /// Handles a notification once: its events update the users' status, end sessions whose consent or Apple Account is
    /// gone, and delete accounts where that is decided. Runs in one transaction.
    /// - Parameters:
    ///   - idHash: SHA-256 of the notification's id, 32 bytes.
    ///   - decide: called for each event that changed something.
    /// - Returns: the result of each event; nil for a notification that was handled before.
    func take(
        _ news: [AppleAccountChange],
        idHash: Data,
        in context: ActionContext,
        decide: @escaping @Sendable (AppleAccountEvent, AppleAccountEffect) -> AppleAccountDecision
    ) async throws(DomainError) -> [AppleEventOutcome]?
    /// Deletes the records of notifications handled before `moment`; at most `limit` of them, over all tenants.
    func forgetNotices(before moment: Timestamp, limit: Int) async throws(DomainError) -> Int
}
