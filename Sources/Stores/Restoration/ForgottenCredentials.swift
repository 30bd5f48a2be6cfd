import Database
import Domain
import UseCases

/// The numbers of credentials that a restore made void.
public struct ForgottenCredentials: Sendable, Hashable {
    public let sessions: Int
    public let links: Int
    /// Sessions and links that are still valid afterwards; 0 in a database that works.
    public let left: Int
}
