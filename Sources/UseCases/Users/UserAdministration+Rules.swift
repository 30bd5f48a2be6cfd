import Domain

extension UserAdministration {
    /// A user with neither could not be recognized by an administrator and could not sign in.
    static func rejectNameless(_ email: EmailAddress?, _ name: String?, _ problems: inout [FieldProblem]) {
        guard email == nil, name == nil, problems.isEmpty else { return }
        problems.append(
            .init(
                field: "email",
                rule: .malformed(.localizable("forms.email-or-name", "A user needs an email address or a name."))
            )
        )
    }

    static func rejectDisabling(_ record: UserRecord, _ principal: Principal) throws(DomainError) {
        try rejectOwnAccount(record.user.id, principal)
        try keepOneAdministrator(record)
    }

    /// The owner of an account's mailbox can take the account over: so setting another address needs the permission to
    /// create such a user, and for users with console access, oneself too, a recent proof.
    static func guardAddress(
        of record: UserRecord,
        becoming new: User,
        by principal: Principal,
        at now: Timestamp
    ) throws(DomainError) {
        guard new.email != record.user.email || new.emailVerified != record.user.emailVerified else { return }
        try principal.mayGive(record.role)
        if record.role.permissions.contains(.enterConsole) { try principal.mustHaveProven(by: now) }
    }

    /// When two users signed up with an address that is now confirmed, the account's owner is unknown: every earlier
    /// sign-in method is removed.
    static func isTakenOver(_ record: UserRecord, becoming new: User) -> Bool {
        record.isContested && !record.user.emailVerified && new.emailVerified && new.email == record.user.email
    }

    static func rejectOwnAccount(_ id: User.ID, _ principal: Principal) throws(DomainError) {
        if principal.isUser(id) { throw .denied(.ownAccount) }
    }

    static func keepOneAdministrator(_ record: UserRecord) throws(DomainError) {
        guard record.user.role == .admin, record.user.state == .active else { return }
        guard record.otherAdministrators > 0 else { throw .conflict(.lastAdministrator) }
    }
}
