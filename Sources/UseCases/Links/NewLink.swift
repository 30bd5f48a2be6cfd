import Domain
import Foundation

/// A link that is not stored yet.
public struct NewLink: Sendable {
    public let link: OneTimeLink
    public let token: CredentialHash
    /// The keyed hash of the code that can be typed instead.
    public let code: Data?
    /// Nil for a link that the user requested.
    public let audit: AuditDraft?
    /// A keyed hash of the network that requested it; nil when no request did.
    public let askedBy: Data?
    public let replacement: Replacement

    /// Says which links of the user and purpose a new one replaces. A link that was handed over is replaced only by
    /// another such link.
    public enum Replacement: Sendable, Hashable {
        case all
        /// Anyone may have requested it. It replaces the links that this network requested, and all but the last few of
        /// other networks. Networks where the user is signed in are counted separately, so that unknown networks
        /// replace only each other's links.
        case ofNetwork(known: [Data])
    }

    public init(
        link: OneTimeLink,
        token: CredentialHash,
        code: Data?,
        audit: AuditDraft? = nil,
        askedBy: Data? = nil,
        replacement: Replacement = .all
    ) {
        self.askedBy = askedBy
        self.replacement = replacement
        self.link = link
        self.token = token
        self.code = code
        self.audit = audit
    }
}
