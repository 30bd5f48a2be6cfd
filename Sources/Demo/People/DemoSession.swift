import Domain

/// A session of a sample user on one phone.
public struct DemoSession: Sendable, Hashable {
    public let id: Session.ID
    /// The place of the user in the list of users.
    public let user: Int
    /// The installation of the app on the phone.
    public let installation: String
    public let phone: DemoPhone
    public let address: String
    public let createdAt: Timestamp
    public var lastSeenAt: Timestamp
    public var end: End?
    /// The hash of a token that does not exist.
    public let tokenHash: [UInt8]
    /// Says when the user installs releases: the same for a release and an installation.
    let updateSeed: UInt64

    public struct End: Sendable, Hashable {
        public let at: Timestamp
        public let reason: Session.EndReason
    }

    func isUsed(in slice: Range<Timestamp>) -> Bool { createdAt < slice.upperBound && lastSeenAt >= slice.lowerBound }
}
