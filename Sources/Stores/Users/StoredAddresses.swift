import Database
import Domain
import Foundation
import StrictJSON

/// Makes the hosts of stored addresses canonical, once: earlier versions stored a host as it was typed, and SQL has no
/// IDNA. Users sign in, are invited and are found by the canonical spelling alone.
public struct StoredAddresses: Sendable {
    /// An account whose address has another spelling than `EmailAddress` gives it.
    public struct Account: Sendable, Hashable {
        public let tenant: Tenant.ID
        public let user: User.ID
        /// Another account of the tenant that has the same mailbox.
        public let other: User.ID?
        let stored: String
        /// Nil for text that is no address.
        let canonical: EmailAddress?
    }

    /// The rows that are read, and those that are written, at once.
    private static let readStep = 5000
    private static let writeStep = 200

    private let control: any Database

    public init(control: any Database) { self.control = control }

    /// Rewrites the addresses of users, operators and open links. One whose canonical spelling another account has
    /// stays as it is: which account is to keep the mailbox is for an administrator to decide.
    public func makeCanonical() async throws {
        let facts = InstallationFacts(control: control)
        guard try await !facts.hasCanonicalHosts() else { return }
        let accounts = try await accounts { !Self.isCanonical($0) || Self.hasEncodedHost($0) }
        for part in accounts.parts(of: Self.writeStep) {
            try await control.write(.installation("email hosts")) { transaction in
                for account in part { try Self.rewrite(account, transaction) }
            }
        }
        try await control.write(.installation("email hosts")) { transaction in
            try Self.rewriteOperators(transaction)
            try Self.rewriteLinks(transaction)
        }
        try await facts.keepHasCanonicalHosts()
    }

    /// Returns the accounts whose address is not in its canonical spelling.
    public func differing() async throws -> [Account] { try await accounts { !Self.isCanonical($0) } }

    /// Returns the number of operators whose address is not in its canonical spelling.
    public func differingOperators() async throws -> Int {
        try await control.read(.installation("email hosts")) { transaction in
            try transaction.rows("SELECT email FROM operators").count { !Self.isCanonical(try $0.get("email")) }
        }
    }

    private func accounts(where isSought: @escaping @Sendable (String) -> Bool) async throws -> [Account] {
        var accounts: [Account] = []
        var last: Place? = .start
        while let place = last {
            let (found, next) = try await control.read(.installation("email hosts")) { transaction in
                try Self.accounts(after: place, where: isSought, transaction)
            }
            accounts += found
            last = next
        }
        return accounts
    }

    private struct Place: Sendable {
        /// Before every row.
        static let start = Place(
            tenant: Tenant.ID(UUID(bytes: [UInt8](repeating: 0, count: 16))),
            user: User.ID(UUID(bytes: [UInt8](repeating: 0, count: 16)))
        )

        let tenant: Tenant.ID
        let user: User.ID
    }

    /// - Returns: the place of the last row, unless it is the last of all.
    private static func accounts(
        after place: Place,
        where isSought: (String) -> Bool,
        _ transaction: any ReadTransaction
    ) throws -> (found: [Account], next: Place?) {
        let rows = try transaction.rows(
            """
            SELECT tenant_id, id, email FROM users
            WHERE (tenant_id, id) > (\(place.tenant), \(place.user)) AND email IS NOT NULL
            ORDER BY tenant_id, id LIMIT \(readStep)
            """
        )
        var found: [Account] = []
        for row in rows {
            let text: String = try row.get("email")
            guard isSought(text) else { continue }
            let (tenant, user): (Tenant.ID, User.ID) = (try row.get("tenant_id"), try row.get("id"))
            let canonical = EmailAddress(text)
            let owner: User.ID? = try transaction.value(
                "SELECT id FROM users WHERE tenant_id = \(tenant) AND email = \(canonical) AND id <> \(user)"
            )
            found.append(Account(tenant: tenant, user: user, other: owner, stored: text, canonical: canonical))
        }
        guard rows.count == readStep, let last = rows.last else { return (found, nil) }
        return (found, Place(tenant: try last.get("tenant_id"), user: try last.get("id")))
    }

    private static func hasEncodedHost(_ text: String) -> Bool { text.containsBytes(of: "xn--") }

    private static func isCanonical(_ text: String) -> Bool {
        let isPlain = text.utf8.allSatisfy { $0 < 0x80 } && !hasEncodedHost(text)
        return isPlain || EmailAddress(text)?.description.hasSameBytes(as: text) == true
    }

    private static func rewrite(_ account: Account, _ transaction: any WriteTransaction) throws {
        guard let address = account.canonical else { return }
        // One with an A-label already lacks the words of the host as it is shown.
        let isStored = address.description.hasSameBytes(as: account.stored)
        let changed =
            isStored
            ? 1
            : try transaction.execute(
                """
                UPDATE users SET email = \(address)
                WHERE tenant_id = \(account.tenant) AND id = \(account.user) AND email = \(account.stored)
                    AND NOT EXISTS (SELECT 1 FROM users o WHERE o.tenant_id = \(account.tenant) AND o.email = \(address))
                """
            )
        guard changed == 1 else { return }
        for term in SearchTerms.terms(name: nil, email: address) {
            try transaction.execute(
                """
                INSERT INTO user_terms (tenant_id, term, user_id) VALUES (\(account.tenant), \(term), \(account.user))
                ON CONFLICT (tenant_id, term, user_id) DO NOTHING
                """
            )
        }
    }

    private static func rewriteOperators(_ transaction: any WriteTransaction) throws {
        for row in try transaction.rows("SELECT id, email FROM operators") {
            let text: String = try row.get("email")
            guard !isCanonical(text), let address = EmailAddress(text) else { continue }
            let id: Operator.ID = try row.get("id")
            try transaction.execute(
                """
                UPDATE operators SET email = \(address)
                WHERE id = \(id) AND NOT EXISTS (SELECT 1 FROM operators o WHERE o.email = \(address))
                """
            )
        }
    }

    /// A link counts only while its address is the user's.
    private static func rewriteLinks(_ transaction: any WriteTransaction) throws {
        let links: SQL = "SELECT DISTINCT tenant_id, email FROM one_time_links WHERE email IS NOT NULL"
        for row in try transaction.rows(links) {
            let (tenant, text): (Tenant.ID, String) = (try row.get("tenant_id"), try row.get("email"))
            guard !isCanonical(text), let address = EmailAddress(text) else { continue }
            // The index of addresses begins with the tenant.
            try transaction.execute(
                "UPDATE one_time_links SET email = \(address) WHERE tenant_id = \(tenant) AND email = \(text)"
            )
        }
        for row in try transaction.rows("SELECT DISTINCT email FROM email_change_stops") {
            let text: String = try row.get("email")
            guard !isCanonical(text), let address = EmailAddress(text) else { continue }
            try transaction.execute("UPDATE email_change_stops SET email = \(address) WHERE email = \(text)")
        }
    }
}
