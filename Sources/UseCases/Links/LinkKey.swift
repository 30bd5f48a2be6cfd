import Domain
import Foundation

/// Identifies the link to use.
public enum LinkKey: Sendable {
    case token(CredentialHash)
    /// By its address and code; `isCode` says whether a code belongs to that link.
    /// - Parameter askedBy: only a link requested from that network; nil for any.
    case digits(EmailAddress, askedBy: Data?, isCode: @Sendable (CredentialHash, Data) -> Bool)
}
