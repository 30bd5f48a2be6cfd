import Domain
import StrictJSON
import UseCases

/// Reads pages of the audit log by page number.
struct GoTrueAuditPages: Sendable {
    let audit: AuditReading
    let users: UserAdministration

    struct Found: Sendable {
        let entries: [JSONValue]
        /// Nil when the total is unknown because only some entries were searched.
        let total: Int?
    }

    func page(
        _ page: GoTruePage,
        _ query: GoTrueAuditQuery,
        grant: Grant<ReadAudit>,
        reading users: Grant<ReadUsers>
    ) async throws(DomainError) -> Found {
        guard query.isEverything else {
            return Found(entries: try await matching(page, query, grant, users), total: nil)
        }
        let total = try await audit.head(grant: grant).sequence
        let first = total - Int64(page.skipped)
        var found: [JSONValue] = []
        var cursor: Cursor? = Cursor(key: String(first + 1), id: [])
        while first > 0, found.count < page.size, let place = cursor {
            let (entries, next) = try await step(at: place, limit: page.size - found.count, grant, users)
            found += entries.map { GoTrueAuditEntry.json($0.entry, $0.actor, in: grant.tenant) }
            cursor = next
        }
        return Found(entries: found, total: Int(total))
    }

    private func matching(
        _ page: GoTruePage,
        _ query: GoTrueAuditQuery,
        _ grant: Grant<ReadAudit>,
        _ users: Grant<ReadUsers>
    ) async throws(DomainError) -> [JSONValue] {
        var (cursor, examined, skipped): (Cursor?, Int, Int) = (nil, 0, 0)
        var found: [JSONValue] = []
        let end = ContinuousClock.now + GoTrueAuditQuery.maximumTime
        repeat {
            guard .now < end else { throw .invalid("query", .tooBroad) }
            let (entries, next) = try await step(at: cursor, limit: PageRequest.limits.upperBound, grant, users)
            for (entry, actor) in entries where query.matches(entry, actor) {
                if skipped < page.skipped {
                    skipped += 1
                } else {
                    found.append(GoTrueAuditEntry.json(entry, actor, in: grant.tenant))
                }
            }
            examined += entries.count
            cursor = next
        } while cursor != nil && found.count < page.size && examined < GoTrueAuditQuery.maximumExamined
        return Array(found.prefix(page.size))
    }

    private func step(
        at cursor: Cursor?,
        limit: Int,
        _ grant: Grant<ReadAudit>,
        _ users: Grant<ReadUsers>
    ) async throws(DomainError) -> (entries: [(entry: AuditEntry, actor: User?)], next: Cursor?) {
        let page = try await audit.page(PageRequest(limit: limit, cursor: cursor), grant: grant)
        let actors = try await self.users.users(Set(page.items.compactMap(GoTrueAuditEntry.user)), grant: users)
        return (page.items.map { ($0, GoTrueAuditEntry.user($0).flatMap { actors[$0] }) }, page.next)
    }
}
