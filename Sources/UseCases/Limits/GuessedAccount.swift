import Domain

/// Identifies an account for counting guesses: by its address in its tenant, for every sign-in route, and whether or
/// not it exists.
struct GuessedAccount: Sendable, Hashable {
    /// Nil for an operator, and for an unknown account.
    let tenant: Tenant.ID?
    let subject: String

    private init(tenant: Tenant.ID?, subject: String) {
        self.tenant = tenant
        self.subject = subject
    }

    init(_ email: EmailAddress, in tenant: Tenant.ID?) { self.init(tenant: tenant, subject: email.description) }

    /// Identifies an account that has no address, or whose address may change each time.
    init(_ user: User.ID, in tenant: Tenant.ID) { self.init(tenant: tenant, subject: user.description) }

    /// Identifies an account as the codes of its second factor are counted.
    init(_ account: ConsoleAccount) {
        self.init(tenant: account.tenant, subject: Hexadecimal.encode(Array(account.id)))
    }

    /// Returns a placeholder for an account that does not exist; the first has the key that an operator of this address
    /// would have.
    static func placeholder(_ number: Int, _ email: EmailAddress) -> GuessedAccount {
        GuessedAccount(tenant: nil, subject: number == 0 ? email.description : "\(email)\n#\(number)")
    }
}
