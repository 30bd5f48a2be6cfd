import Database
import Domain
import UseCases

/// Lists the users whom a failure keeps out.
extension Failures {
    /// A user, and when they met the failure last.
    private struct UserOut {
        let subject: Int
        let lastAt: Timestamp
        let isInstallation: Bool

        init(_ row: Row) throws {
            subject = try row.get("subject_id")
            lastAt = try row.get("last_at")
            isInstallation = try row.get("is_installation")
        }

        func event(of failure: Int, _ tenant: Int) -> SQL {
            let isOfSubject: SQL =
                isInstallation
                ? "e.installation_id = \(subject) AND e.user_id IS NULL" : "e.user_id = \(subject)"
            let statement: SQL = """
                SELECT \(sql: EventReader.columns) FROM \(sql: EventReader.joined)
                WHERE e.tenant_id = \(tenant) AND \(sql: isOfSubject) AND e.occurred_at = \(lastAt) AND e.failure_id = \(failure)
                ORDER BY e.seq DESC LIMIT 1
                """
            return statement.keepingPlan()
        }
    }

    private static let stillOut = Keyset(
        after: { "(u.last_at, u.subject_id) < (\(try $0.number()), \(try $0.sequence()))" },
        before: { "(u.last_at, u.subject_id) > (\(try $0.number()), \(try $0.sequence()))" },
        order: "u.last_at DESC, u.subject_id DESC",
        reversed: "u.last_at, u.subject_id"
    )

    func usersStillOut(
        of id: FailureKey.ID,
        _ period: FailurePeriod,
        _ request: PageRequest,
        at now: Timestamp,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<StoredEvent> {
        try await access.readList(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let from = FailureTallies.start(of: period, at: now)
            let plan = try Self.stillOut.plan(request)
            let users = try transaction.rows(
                """
                SELECT u.subject_id AS subject_id, u.last_at AS last_at, u.is_installation AS is_installation
                FROM failure_users u WHERE u.tenant_id = \(number) AND u.failure_id = \(row.number)
                    AND u.is_out = 1 AND u.is_latest = 1 AND u.last_at >= \(from) AND \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            ).map { try UserOut($0) }
            let page = Keyset.page(users, request) { user in
                (String(user.lastAt.milliseconds), withUnsafeBytes(of: Int64(user.subject).bigEndian) { Array($0) })
            }
            let rows = try transaction.rows(of: page.items.map { $0.event(of: row.number, number) }).compactMap(\.first)
            let found = try EventReader(tenant: number, shapes: shapes).found(rows, transaction)
            return Page(
                items: try UserConfirmation(tenant: number).marked(found, transaction),
                next: page.next,
                previous: page.previous
            )
        }
    }
}
