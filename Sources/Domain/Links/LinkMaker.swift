import StrictJSON

/// The maker of a link or an invitation that was handed over: it is valid while they have the permission.
public struct LinkMaker: Sendable, Hashable {
    public let kind: Principal.Kind
    /// The maker's session; links made with it become void when it is revoked, but not when the maker signs out.
    public let session: Session.ID?

    public init(_ kind: Principal.Kind, session: Session.ID?) {
        self.kind = kind
        self.session = session
    }
}
