import Domain
import Foundation

/// A signing key with its sealed private half, which is empty for a withdrawn one.
public struct StoredSigningKey: Sendable, Hashable {
    public let key: SigningKey
    public let sealed: Data

    public init(key: SigningKey, sealed: Data) {
        self.key = key
        self.sealed = sealed
    }
}
