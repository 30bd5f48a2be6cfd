import Domain

extension UserAdministration {
    /// Nobody could tell who a user with neither is, and the user could not sign in.
    static func refuseNameless(_ email: EmailAddress?, _ name: String?, _ problems: inout [FieldProblem]) {
        guard email == nil, name == nil, problems.isEmpty else { return }
        problems.append(.init(field: "email", rule: .malformed("A user needs an email address or a name.")))
    }

    static func refuseDisabling(_ record: UserRecord, _ principal: Principal) throws(DomainError) {
        try refuseOwnAccount(record.user.id, principal)
        try keepOneAdministrator(record)
    }

    /// Whoever has the mailbox of an account can become that person: so another address takes the right to make someone
    /// like them, and of someone who enters the console, oneself too, a proof that is not old.
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

    /// Of two who signed up with an address that is confirmed now nobody knows whose the account was: no way in of
    /// before stays.
    static func isTakenOver(_ record: UserRecord, becoming new: User) -> Bool {
        record.isContested && !record.user.emailVerified && new.emailVerified && new.email == record.user.email
    }

    static func refuseOwnAccount(_ id: User.ID, _ principal: Principal) throws(DomainError) {
        if case .user(id) = principal.kind { throw .denied(.ownAccount) }
    }

    static func keepOneAdministrator(_ record: UserRecord) throws(DomainError) {
        guard record.user.role == .admin, record.user.state == .active else { return }
        guard record.otherAdministrators > 0 else { throw .conflict(.lastAdministrator) }
    }
}
