import Database
import Domain
import StrictJSON
import UseCases

/// Keeps `failure_users` while events are written: who met which failure last, and who had a success since. Events may
/// arrive in any order.
struct FailureUserWriter {
    /// The failures and versions of one user that are kept; the ones that were met longest ago give way. An id that
    /// many share, such as `guest`, is one user.
    static let maximumRowsOfUser = 20
    /// The events of a user after a failure among which a success is sought. Someone without one among them counts as
    /// still out.
    static let eventsAfter = 500
    /// The users whose rows are read at a time.
    private static let usersAtOnce = 200

    /// What one event adds.
    private struct Met {
        var at: Timestamp
        let stage: Stage
        let isInstallation: Bool
        let payer: StorageLedger.Payer
    }

    /// A user or an installation: a client may call both by the same id.
    private struct Subject: Hashable {
        let number: Int
        let isInstallation: Bool
    }

    /// What the transaction adds for the users of one tenant.
    private struct Additions {
        var met: [FailureUserRow.Key: Met] = [:]
        var successes: [Subject: [Stage: Timestamp]] = [:]
        /// The latest event of each failure whose user is not known by a row.
        var missing: [Int: Timestamp] = [:]

        func isBack(_ row: FailureUserRow) -> Bool {
            let subject = Subject(number: row.key.subject, isInstallation: row.isInstallation)
            guard let successes = successes[subject] else { return false }
            return row.stage.recoveries.contains { successes[$0].map { $0 > row.lastAt } ?? false }
        }
    }

    private var tenants: [Int: Additions] = [:]

    /// - Parameters:
    ///   - user: the number of the user among the subjects.
    ///   - installation: likewise.
    mutating func add(
        _ content: EventContent,
        at time: Timestamp,
        failure: Int?,
        user: Int?,
        installation: Int?,
        for payer: StorageLedger.Payer
    ) {
        if let failure, let subject = user ?? installation {
            let key = FailureUserRow.Key(
                subject: subject,
                failure: failure,
                version: ByteText(content[.appVersion] ?? "")
            )
            let met = Met(at: time, stage: content.stage, isInstallation: user == nil, payer: payer)
            let known = tenants[payer.tenant]?.met[key]
            if known.map({ $0.at < time }) ?? true { tenants[payer.tenant, default: Additions()].met[key] = met }
        }
        if content.outcome == .success {
            addSuccess(at: content.stage, time, user: user, installation: installation, of: payer.tenant)
        }
    }

    /// - Parameters:
    ///   - user: the number of the user among the subjects.
    ///   - installation: likewise.
    mutating func addSuccess(at stage: Stage, _ time: Timestamp, user: Int?, installation: Int?, of tenant: Int) {
        let subjects = [
            user.map { Subject(number: $0, isInstallation: false) },
            installation.map { Subject(number: $0, isInstallation: true) },
        ]
        for subject in subjects.compactMap(\.self) {
            let known = tenants[tenant]?.successes[subject]?[stage] ?? time
            tenants[tenant, default: Additions()].successes[subject, default: [:]][stage] = max(known, time)
        }
    }

    /// Notes that the user of an event is not kept, because the event is only counted.
    mutating func addMissing(_ failure: Int, at time: Timestamp, of tenant: Int) {
        let known = tenants[tenant]?.missing[failure] ?? time
        tenants[tenant, default: Additions()].missing[failure] = max(known, time)
    }

    /// Must be called once, after the rows of all events have been inserted.
    func store(_ transaction: any WriteTransaction, _ cost: RowCost, _ ledger: inout StorageLedger) throws {
        for (tenant, additions) in tenants.sorted(by: { $0.key < $1.key }) {
            let met = Dictionary(grouping: additions.met.keys, by: \.subject)
            let back = Set(additions.successes.keys.map(\.number))
            let users = back.union(met.keys).sorted()
            for part in users.parts(of: Self.usersAtOnce) {
                let keys = part.flatMap { met[$0] ?? [] }
                let found =
                    try FailureUserRow.find(keys, of: tenant, transaction)
                    + FailureUserRow.find(part.filter(back.contains), areOut: true, of: tenant, transaction)
                try store(keys, found, additions, of: tenant, transaction, cost, &ledger)
            }
            try FailureUserRow.noteMissing(additions.missing, of: tenant, transaction)
        }
    }

    /// - Parameters:
    ///   - keys: what users have met.
    ///   - found: the rows of these, the latest of each user and failure, and those without a success of who had one now.
    private func store(
        _ keys: [FailureUserRow.Key],
        _ found: [FailureUserRow],
        _ additions: Additions,
        of tenant: Int,
        _ transaction: any WriteTransaction,
        _ cost: RowCost,
        _ ledger: inout StorageLedger
    ) throws {
        var stored = Dictionary(found.map { ($0.key, $0) }) { first, _ in first }
        var rows = stored
        for key in keys {
            guard let met = additions.met[key], rows[key].map({ $0.lastAt < met.at }) ?? true else { continue }
            rows[key] = FailureUserRow(key: key, lastAt: met.at, stage: met.stage, isInstallation: met.isInstallation)
        }
        try makeRoom(for: keys.filter { stored[$0] == nil }, in: &rows, &stored, tenant, transaction)
        for (key, row) in rows where row.isOut && additions.isBack(row) { rows[key]?.isOut = false }
        try findSuccesses(after: additions.met, of: &rows, tenant, transaction)
        FailureUserRow.markLatest(&rows, of: Set(keys.map(\.pair)))
        try FailureUserRow.replace(Array(stored.values), by: rows, of: tenant, transaction) { key, isAdded in
            let bytes = cost.bytes(ofFailureUser: key.version)
            if isAdded, let met = additions.met[key] {
                ledger.charge(bytes, to: met.payer)
            } else {
                ledger.release(bytes, of: tenant)
            }
        }
    }

    /// Removes the oldest rows of users who would have too many.
    /// - Parameters:
    ///   - new: the keys that are added.
    ///   - stored: gets all rows of these users.
    private func makeRoom(
        for new: [FailureUserRow.Key],
        in rows: inout [FailureUserRow.Key: FailureUserRow],
        _ stored: inout [FailureUserRow.Key: FailureUserRow],
        _ tenant: Int,
        _ transaction: any ReadTransaction
    ) throws {
        guard !new.isEmpty else { return }
        let added = Dictionary(grouping: new, by: \.subject).mapValues(\.count)
        let full = try FailureUserRow.counts(of: Set(added.keys), in: tenant, transaction)
            .filter { $0.value + (added[$0.key] ?? 0) > Self.maximumRowsOfUser }
        for row in try FailureUserRow.find(full.keys.sorted(), of: tenant, transaction) where stored[row.key] == nil {
            (stored[row.key], rows[row.key]) = (row, row)
        }
        let ofFull = rows.values.filter { full[$0.key.subject] != nil }
        for (_, ofUser) in Dictionary(grouping: ofFull, by: \.key.subject) {
            let latest = ofUser.sorted {
                ($0.lastAt, $0.key.failure, $0.key.version) > ($1.lastAt, $1.key.failure, $1.key.version)
            }
            for row in latest.dropFirst(Self.maximumRowsOfUser) { rows[row.key] = nil }
        }
    }

    /// Most events are the latest of their user, so this finds nothing, by the end of an index.
    private func findSuccesses(
        after met: [FailureUserRow.Key: Met],
        of rows: inout [FailureUserRow.Key: FailureUserRow],
        _ tenant: Int,
        _ transaction: any ReadTransaction
    ) throws {
        let open = rows.values.filter { row in row.isOut && met[row.key]?.at == row.lastAt }
        let found = try transaction.rows(of: open.map { Self.success(of: $0, tenant) })
        for (row, found) in zip(open, found) where !found.isEmpty { rows[row.key]?.isOut = false }
    }

    private static func success(of row: FailureUserRow, _ tenant: Int) -> SQL {
        let ofSubject: SQL =
            row.isInstallation ? "g.installation_id = \(row.key.subject)" : "g.user_id = \(row.key.subject)"
        return """
            SELECT 1 AS found FROM (
                SELECT g.tenant_id AS tenant_id, g.shape_id AS shape_id FROM events g
                WHERE g.tenant_id = \(tenant) AND \(sql: ofSubject) AND g.occurred_at > \(row.lastAt)
                ORDER BY g.occurred_at LIMIT \(eventsAfter)) AS g
            JOIN shapes s ON s.tenant_id = g.tenant_id AND s.id = g.shape_id
            WHERE s.tenant_id = \(tenant) AND s.outcome = \(Outcome.success) AND s.stage IN \(list: row.stage.recoveries)
            LIMIT 1
            """
    }
}
