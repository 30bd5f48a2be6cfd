import Domain

/// A session that does not exist yet.
public struct NewSession: Sendable {
    public let session: Session
    public let token: CredentialHash
    /// The limit of the user's sessions of this kind, this one included.
    public let limit: SessionLimit
    /// The password hash that matched; the session begins only while it is still the user's. Nil for a user who signed
    /// in by another method.
    public let password: PasswordHash?
    public let audit: AuditDraft

    public init(
        session: Session,
        token: CredentialHash,
        limit: SessionLimit = .standard,
        password: PasswordHash? = nil,
        audit: AuditDraft
    ) {
        self.session = session
        self.token = token
        self.limit = limit
        self.password = password
        self.audit = audit
    }
}
