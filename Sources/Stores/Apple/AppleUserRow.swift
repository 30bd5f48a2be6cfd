import Database
import Domain
import UseCases

/// One row of the table `apple_people`.
enum AppleUserRow {
    struct Found {
        let subject: String
        let user: User.ID
        let accountStatus: AppleAccountStatus
    }

    private static let columns: SQL =
        "subject, user_id, authorized_at, withdrawn_at, account_deleted_at, forwards_mail, mail_changed_at"

    /// - Parameter subjects: the forms in which one user's subject may be stored.
    static func find(_ subjects: [String], in tenant: Tenant.ID, _ transaction: any ReadTransaction) throws -> Found? {
        try transaction.row(
            """
            SELECT \(sql: columns) FROM apple_people
            WHERE tenant_id = \(tenant) AND subject IN \(list: subjects)
                AND \(sql: UserRow.exists("apple_people.user_id", in: tenant)) ORDER BY authorized_at DESC LIMIT 1
            """
        ).map {
            Found(subject: try $0.get("subject"), user: try $0.get("user_id"), accountStatus: try accountStatus($0))
        }
    }

    /// Returns the latest status, under whichever subject it was stored.
    static func accountStatus(
        of user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any ReadTransaction
    ) throws -> AppleAccountStatus? {
        try transaction.row(
            """
            SELECT \(sql: columns) FROM apple_people
            WHERE tenant_id = \(tenant) AND user_id = \(user)
                AND \(sql: UserRow.exists("apple_people.user_id", in: tenant)) ORDER BY authorized_at DESC LIMIT 1
            """
        ).map { try accountStatus($0) }
    }

    private static func accountStatus(_ row: Row) throws -> AppleAccountStatus {
        AppleAccountStatus(
            authorizedAt: try row.get("authorized_at"),
            withdrawnAt: try row.find("withdrawn_at"),
            accountDeletedAt: try row.find("account_deleted_at"),
            forwardsMail: try row.find("forwards_mail"),
            mailChangedAt: try row.find("mail_changed_at")
        )
    }

    /// Records the latest token that signed a user in.
    static func authorized(
        _ use: AppleUse,
        as user: User.ID,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        let authorized = max(
            use.issuedAt,
            try find([use.subject], in: tenant, transaction)?.accountStatus.authorizedAt ?? use.issuedAt
        )
        try transaction.execute(
            """
            INSERT INTO apple_people (tenant_id, subject, user_id, authorized_at)
            VALUES (\(tenant), \(use.subject), \(user), \(use.issuedAt))
            ON CONFLICT (tenant_id, subject) DO UPDATE SET user_id = excluded.user_id, authorized_at = \(authorized)
            """
        )
    }

    /// Records that Apple reported the consent as withdrawn; a user who has signed in again since keeps theirs.
    static func withdrawn(
        by user: User.ID,
        at time: Timestamp,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE apple_people SET withdrawn_at = \(time)
            WHERE tenant_id = \(tenant) AND user_id = \(user) AND authorized_at <= \(time)
                AND (withdrawn_at IS NULL OR withdrawn_at < \(time))
            """
        )
    }

    static func update(
        _ found: Found,
        to new: AppleAccountStatus,
        in tenant: Tenant.ID,
        _ transaction: any WriteTransaction
    ) throws {
        try transaction.execute(
            """
            UPDATE apple_people SET withdrawn_at = \(new.withdrawnAt), account_deleted_at = \(new.accountDeletedAt),
                forwards_mail = \(new.forwardsMail), mail_changed_at = \(new.mailChangedAt)
            WHERE tenant_id = \(tenant) AND subject = \(found.subject)
            """
        )
    }
}
