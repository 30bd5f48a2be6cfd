import Domain

/// Runs the periodic Apple jobs: revocations, daily checks, deletion of old rows. One call is one turn of the timer, on
/// one node.
public struct AppleMaintenance: Sendable {
    /// Apple repeats a notification for a few days at most.
    static let noticeMemory = Duration.days(30)
    private static let step = 500

    let revocations: AppleRevocations
    let checks: AppleChecks
    let store: any AppleNoticeStore & AppleFlowStore
    let now: @Sendable () -> Timestamp

    /// - Throws: `.unavailable` when the database is unavailable. An outage at Apple is no error.
    public func turn() async throws(DomainError) {
        try await revocations.turn()
        try await checks.turn()
        while try await store.forgetNotices(before: now() - Self.noticeMemory, limit: Self.step) == Self.step {}
        while try await store.forgetFlows(before: now(), limit: Self.step) == Self.step {}
    }
}
