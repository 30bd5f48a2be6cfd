import Domain

/// A token that can be revoked at Apple.
public enum AppleRevocableToken: Sendable, Hashable {
    case refresh(String)
    case access(String)
}
