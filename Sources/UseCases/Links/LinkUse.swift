import Domain

/// The use of a link: which one, what for, and what follows it.
public struct LinkUse: Sendable {
    public let key: LinkKey
    /// The accepted purposes; a link of another purpose is not found.
    public let purposes: Set<OneTimeLink.Purpose>
    /// Creates the link that is stored in place of the used one.
    public let next: NewLinkMaker?

    public init(_ key: LinkKey, for purposes: Set<OneTimeLink.Purpose>, next: NewLinkMaker? = nil) {
        self.key = key
        self.purposes = purposes
        self.next = next
    }
}
