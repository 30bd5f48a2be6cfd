import Domain

/// A session with all data that decides about its tokens, from one read.
public struct SessionAccess: Sendable {
    public let record: SessionRecord
    public let refresh: RefreshState
    public let method: AuthenticationMethod
    public let metadata: TokenMetadata

    public init(record: SessionRecord, refresh: RefreshState, method: AuthenticationMethod, metadata: TokenMetadata) {
        self.record = record
        self.refresh = refresh
        self.method = method
        self.metadata = metadata
    }

    /// A user without an address and without any sign-in method.
    public var isAnonymous: Bool { record.user.isAnonymous || (record.user.email == nil && !metadata.hasProviders) }
}
