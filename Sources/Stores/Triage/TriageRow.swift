import Database
import Domain
import UseCases

/// One row of `failure_triage`.
enum TriageRow {
    static let columns: SQL =
        "t.version AS version, t.state AS state, t.detail AS detail, t.since AS since, t.assignee AS assignee"

    /// A failure without a row was never changed.
    static func triage(_ row: Row) throws -> FailureTriage {
        guard let version: Int = try row.find("version") else { return .untouched }
        let name: String = try row.get("state")
        guard let name = FailureState.Name(rawValue: name),
            let state = FailureState(name, detail: try row.find("detail"))
        else { throw DatabaseError(.decoding, "state and detail are no state of a failure") }
        return FailureTriage(
            version: version,
            state: state,
            since: try row.get("since"),
            assignee: try row.find("assignee")
        )
    }

    /// Stores a change, and its entry in the history.
    /// - Returns: false when the failure has another version meanwhile.
    static func store(
        _ change: TriageChange,
        _ triage: FailureTriage,
        of failure: Int,
        _ tenant: Int,
        _ transaction: any WriteTransaction
    ) throws -> Bool {
        let (state, since) = (triage.state, triage.since ?? change.at)
        let stored =
            triage.version == 1
            ? try transaction.execute(
                """
                INSERT INTO failure_triage (tenant_id, failure_id, version, state, detail, since, assignee)
                VALUES (\(tenant), \(failure), 1, \(state.name.rawValue), \(state.detail), \(since), \(triage.assignee))
                ON CONFLICT (tenant_id, failure_id) DO NOTHING
                """
            )
            : try transaction.execute(
                """
                UPDATE failure_triage SET version = \(triage.version), state = \(state.name.rawValue), detail = \(state.detail),
                    since = \(since), assignee = \(triage.assignee)
                WHERE tenant_id = \(tenant) AND failure_id = \(failure) AND version = \(triage.version - 1)
                """
            )
        guard stored == 1 else { return false }
        try transaction.execute(
            """
            INSERT INTO failure_changes (
                tenant_id, failure_id, version, at, actor_kind, actor_id, state_before, state_after, assignee_before, assignee_after)
            VALUES (
                \(tenant), \(failure), \(change.version), \(change.at), \(change.actor.name), \(change.actor.id),
                \(change.stateBefore.text), \(change.stateAfter.text), \(change.assigneeBefore), \(change.assigneeAfter))
            """
        )
        try transaction.execute(
            """
            DELETE FROM failure_changes WHERE tenant_id = \(tenant) AND failure_id = \(failure)
                AND version <= \(change.version - Failures.keptChanges)
            """
        )
        return true
    }
}
