import Database
import Domain
import Foundation
import UseCases

/// The history of failures, and what members wrote about them.
extension Failures {
    private static func keyset(_ column: SQL) -> Keyset {
        Keyset(
            after: { "\(sql: column) < \(try $0.number())" },
            before: { "\(sql: column) > \(try $0.number())" },
            order: "\(sql: column) DESC",
            reversed: "\(sql: column) ASC"
        )
    }

    func changes(
        of id: FailureKey.ID,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<TriageChange> {
        try await access.read(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let plan = try Self.keyset("c.version").plan(request)
            let rows = try transaction.rows(
                """
                SELECT c.version AS version, c.at AS at, c.actor_kind AS actor_kind, c.actor_id AS actor_id,
                    c.state_before AS state_before, c.state_after AS state_after, c.assignee_before AS assignee_before,
                    c.assignee_after AS assignee_after
                FROM failure_changes c WHERE c.tenant_id = \(number) AND c.failure_id = \(row.number) AND \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            return Keyset.page(try rows.map { try Self.change($0) }, request) { (String($0.version), []) }
        }
    }

    func comments(
        on id: FailureKey.ID,
        _ request: PageRequest,
        in tenant: Tenant.ID
    ) async throws(DomainError) -> Page<FailureComment> {
        try await access.read(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let plan = try Self.keyset("c.number").plan(request)
            let rows = try transaction.rows(
                """
                SELECT c.number AS number, c.at AS at, c.author_kind AS author_kind, c.author_id AS author_id, c.text AS text
                FROM failure_comments c WHERE c.tenant_id = \(number) AND c.failure_id = \(row.number) AND \(sql: plan.condition)
                ORDER BY \(sql: plan.order) LIMIT \(request.limit + 1)
                """
            )
            return Keyset.page(try rows.map { try Self.comment($0) }, request) { (String($0.number), []) }
        }
    }

    func comment(
        on id: FailureKey.ID,
        _ text: String,
        by author: Principal.Kind,
        at now: Timestamp,
        in tenant: Tenant.ID,
        audit: AuditDraft
    ) async throws(DomainError) -> FailureComment {
        try await access.write(tenant) { transaction in
            let (number, row) = try Self.require(id, in: tenant, transaction)
            let request = IdempotencyMark.current?.key
            if let request {
                let since = now - Idempotency.lifetime
                let stored = try Self.stored(request, since: since, on: row.number, of: number, transaction)
                guard stored.map({ $0.text.utf8.elementsEqual(text.utf8) }) != false else {
                    throw DomainError.conflict(.idempotencyKeyReused)
                }
                if let stored { return stored }
            }
            let last: Int =
                try transaction.value(
                    """
                    SELECT max(c.number) AS last FROM failure_comments c
                    WHERE c.tenant_id = \(number) AND c.failure_id = \(row.number)
                    """
                ) ?? 0
            guard last < FailureComment.maximumCount else {
                throw DomainError.invalid("text", .malformed(Self.tooManySentence))
            }
            try Self.keep(row.number, of: number, transaction)
            let comment = FailureComment(number: last + 1, at: now, author: author, text: text)
            try transaction.execute(
                """
                INSERT INTO failure_comments (tenant_id, failure_id, number, at, author_kind, author_id, text, request_key)
                VALUES (\(number), \(row.number), \(comment.number), \(now), \(author.name), \(author.id), \(text), \(request))
                """
            )
            try AuditOutboxRows.put(audit, of: number, transaction)
            return comment
        }
    }

    /// The comment that an earlier try of a request has stored. When the process ends right after that, the control
    /// database does not know yet that the request is done.
    private static func stored(
        _ request: Data,
        since time: Timestamp,
        on failure: Int,
        of tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> FailureComment? {
        try transaction.row(
            """
            SELECT c.number AS number, c.at AS at, c.author_kind AS author_kind, c.author_id AS author_id, c.text AS text
            FROM failure_comments c WHERE c.tenant_id = \(tenant) AND c.failure_id = \(failure)
                AND c.request_key = \(request) AND c.at > \(time) ORDER BY c.number DESC LIMIT 1
            """
        ).map { try comment($0) }
    }

    private static let tooManySentence = LocalizableText.localizable(
        "forms.comments-maximum",
        "A failure has at most {maximum} comments.",
        ["maximum": .number(FailureComment.maximumCount)]
    )

    private static func change(_ row: Row) throws -> TriageChange {
        TriageChange(
            version: try row.get("version"),
            at: try row.get("at"),
            actor: try principal(row, "actor_kind", "actor_id"),
            states: (try state(row, "state_before"), try state(row, "state_after")),
            assignees: (try row.find("assignee_before"), try row.find("assignee_after"))
        )
    }

    private static func comment(_ row: Row) throws -> FailureComment {
        FailureComment(
            number: try row.get("number"),
            at: try row.get("at"),
            author: try principal(row, "author_kind", "author_id"),
            text: try row.get("text")
        )
    }

    private static func state(_ row: Row, _ column: String) throws -> FailureState {
        guard let state = FailureState(text: try row.get(column)) else {
            throw DatabaseError(.decoding, "\(column) is no state of a failure")
        }
        return state
    }

    private static func principal(_ row: Row, _ kind: String, _ id: String) throws -> Principal.Kind {
        guard let principal = Principal.Kind(name: try row.get(kind), id: try row.find(id)) else {
            throw DatabaseError(.decoding, "\(kind) is no kind of principal")
        }
        return principal
    }
}
