import Domain
import Foundation

/// Stores buckets and failures in a row, shared by all nodes.
public protocol RateLimitStore: Sendable {
    /// Takes the tokens of all claims and counts a failure of each subject, or does nothing at all, in one transaction.
    /// - Parameter subjects: the subjects whose failures in a row are counted; the try is rejected while
    ///   `ConsecutiveFailures` delays it.
    func take(
        _ claims: [RateLimitClaim],
        counting subjects: [Data],
        at now: Timestamp
    ) async throws(DomainError) -> RateLimitAnswer
    /// Puts the tokens back, up to each bucket's capacity.
    func giveBack(_ claims: [RateLimitClaim], _ change: FailureChange, at now: Timestamp) async throws(DomainError)
    /// Deletes buckets that are full by `time`, which are equal to missing ones; at most `limit` of them.
    func forget(fullAt time: Timestamp, limit: Int) async throws(DomainError) -> Int
    /// Deletes the failures beyond a number of accounts of one tenant, or of the console: those with fewest in a row
    /// first, of these the oldest.
    /// - Parameter step: the number deleted in one transaction.
    func boundFailures(to maximum: Int, step: Int) async throws(DomainError)
    /// Deletes failures in a row, the latest of which was before `cutoff`, of subjects with fewer than `fewer`; at most
    /// `limit`.
    func forgetFailures(before cutoff: Timestamp, fewer: Int, limit: Int) async throws(DomainError) -> Int
}

/// The change of a failure count.
public struct FailureChange: Sendable, Hashable {
    /// The subjects of a correct try, whose row of failures ends.
    public var forgotten: [Data] = []
    /// The subjects whose counted failure is undone.
    public var takenBack: [Data] = []

    public static let none = FailureChange()
}

/// The result of claims.
public struct RateLimitAnswer: Sendable, Hashable {
    /// The time until all claims can be taken; nil when they were taken.
    public let wait: Duration?
    /// Whole tokens that each bucket holds now.
    public let left: [Int]
    /// The failures in a row of each account, including this try; none where the claims could not be taken.
    public let failures: [Int]

    public init(wait: Duration?, left: [Int], failures: [Int] = []) {
        self.wait = wait
        self.left = left
        self.failures = failures
    }
}
