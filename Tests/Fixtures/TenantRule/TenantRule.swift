import Database
import Synchronization

/// Checks that every statement on a table with a `tenant_id` names its tenant.
///
/// SQLite has no row-level security, so a forgotten condition would show one tenant's rows to another. This check finds
/// it in any test that runs the statement. Two readings must agree: the text says where each table is used and which
/// value `tenant_id` has there; SQLite's authorizer says which tables the statement uses, so that none escapes the
/// first.
///
/// - For every use of such a table, a condition that always holds must compare its `tenant_id` with a bound value, or
///   with that of a use that is restricted so. An `INSERT` binds it or takes it from such a row; no `UPDATE` changes
///   it.
/// - Where the column holds UUIDs, the bound values must be the tenant of the transaction.
/// - Under `Scope.installation` the rule is off, and the reason is recorded.
public final class TenantRule: StatementObserver {
    /// The kind of value in the columns called `tenant_id`.
    public enum Column: Sendable {
        /// The tenant's UUID: the check also compares the bound values with the tenant of the transaction.
        case uuid
        /// A number that only this database has: the check requires the column alone.
        case number
    }

    private struct Verdict {
        var parameters: [Int] = []
        var violation: String?
    }

    private struct State {
        var authorizer: SchemaAuthorizer?
        var verdicts: [String: Verdict] = [:]
        var reasons: Set<String> = []
    }

    private static let maximumVerdicts = 5000

    private let path: String
    private let column: Column
    private let state = Mutex(State())

    /// - Parameter path: the SQLite file whose schema says which tables have a `tenant_id`.
    public init(path: String, column: Column) {
        self.path = path
        self.column = column
    }

    /// The reasons with which transactions of the installation have run.
    public var reasons: Set<String> { state.withLock { $0.reasons } }

    public func begin(_ scope: Scope) {
        guard case .installation(let reason) = scope else { return }
        state.withLock { _ = $0.reasons.insert(reason.text) }
    }

    /// - Throws: `.statement` when the statement violates the rule.
    public func check(_ statement: ObservedStatement) throws {
        guard case .tenant(let tenant) = statement.scope else { return }
        switch statement.content {
        case .statement(let sql): try check(statement.text, values: sql.values, tenant: tenant.sqlValue)
        case .rows(let rows, let table, let columns):
            try checkInsert(rows, into: table, columns: columns, tenant: tenant.sqlValue)
        }
    }

    private func check(_ text: String, values: [SQLValue], tenant: SQLValue) throws(DatabaseError) {
        let verdict: Verdict = state.withLock { self.verdict(on: text, in: &$0) }
        if let violation = verdict.violation { throw DatabaseError(.statement, "the statement \(violation): \(text)") }
        guard column == .uuid else { return }
        for place in verdict.parameters where !values.indices.contains(place) || values[place] != tenant {
            throw DatabaseError(.statement, "the statement names another tenant than that of its transaction: \(text)")
        }
    }

    private func checkInsert(
        _ rows: [[SQLValue]],
        into table: String,
        columns: [String],
        tenant: SQLValue
    ) throws(DatabaseError) {
        guard state.withLock({ tenantTables(in: &$0) }).contains(table.lowercased()) else { return }
        guard let position = columns.firstIndex(of: TenantConditions.column) else {
            throw DatabaseError(.statement, "the statement inserts into \(table) without tenant_id")
        }
        guard column == .uuid else { return }
        for row in rows where !row.indices.contains(position) || row[position] != tenant {
            throw DatabaseError(.statement, "the rows for \(table) name another tenant than that of their transaction")
        }
    }

    private func verdict(on text: String, in state: inout State) -> Verdict {
        if let known = state.verdicts[text] { return known }
        let tables = tenantTables(in: &state)
        let reading = TenantScopeParser(text, tables: tables, allowsSubquery: column == .number)
        var verdict = Verdict(parameters: reading.parameters.sorted(), violation: reading.violation)
        if let touched = state.authorizer?.tables(in: text)?.intersection(tables),
            let missed = touched.subtracting(reading.found).first
        {
            verdict.violation = verdict.violation ?? "touches \(missed) in a way that the check of tenants cannot read"
        }
        if state.verdicts.count >= Self.maximumVerdicts { state.verdicts = [:] }
        state.verdicts[text] = verdict
        return verdict
    }

    /// Returns the tables with a `tenant_id`, and drops the cached verdicts when the schema has changed.
    private func tenantTables(in state: inout State) -> Set<String> {
        if state.authorizer == nil { state.authorizer = SchemaAuthorizer(path: path) }
        if state.authorizer?.refresh() == true { state.verdicts = [:] }
        return state.authorizer?.tenantTables ?? []
    }
}
