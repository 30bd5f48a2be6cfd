import Database
import Domain
import StrictJSON

/// One row of `failure_users`: when a user met a failure last with a version of the app.
struct FailureUserRow {
    struct Key: Hashable {
        /// The number of a user, or of an installation whose user is not known, among the subjects.
        let subject: Int
        let failure: Int
        /// Empty for events without a version.
        let version: ByteText

        var pair: Pair { Pair(subject: subject, failure: failure) }
    }

    /// A user and a failure.
    struct Pair: Hashable {
        let subject: Int
        let failure: Int
    }

    /// The number of parts into which users are divided at random: some of them are a sample.
    static let samples = 64

    let key: Key
    let lastAt: Timestamp
    let stage: Stage
    let isInstallation: Bool
    /// Whether there was no success after it.
    var isOut = true
    /// Whether the user met the failure last with this version.
    var isLatest = false

    /// By the golden ratio of 16 bits: numbers that follow each other, also in steps, spread evenly (Knuth, The Art of
    /// Computer Programming, volume 3, section 6.4).
    private var sample: Int64 { ((Int64(key.subject) &* 40503) >> 10) & Int64(Self.samples - 1) }

    init(key: Key, lastAt: Timestamp, stage: Stage, isInstallation: Bool) {
        self.key = key
        self.lastAt = lastAt
        self.stage = stage
        self.isInstallation = isInstallation
    }

    private init(_ row: Row) throws {
        key = try Self.key(row)
        lastAt = try row.get("last_at")
        stage = try row.get("stage")
        isInstallation = try row.get("is_installation")
        isOut = try row.get("is_out")
        isLatest = try row.get("is_latest")
    }

    private static func key(_ row: Row) throws -> Key {
        Key(
            subject: try row.get("subject_id"),
            failure: try row.get("failure_id"),
            version: ByteText(try row.get("app_version"))
        )
    }

    /// Returns the rows of users.
    /// - Parameter areOut: only those without a success since.
    static func find(
        _ users: [Int],
        areOut: Bool = false,
        of tenant: Int,
        _ transaction: any ReadTransaction
    ) throws -> [FailureUserRow] {
        guard !users.isEmpty else { return [] }
        let isWanted: SQL = areOut ? "u.is_out = 1" : "TRUE"
        return try transaction.rows(
            """
            \(sql: selected) WHERE u.tenant_id = \(tenant) AND u.subject_id IN \(paddedList: users) AND \(sql: isWanted)
            """
        ).map { try FailureUserRow($0) }
    }

    private static let selected: SQL = """
        SELECT u.subject_id AS subject_id, u.failure_id AS failure_id, u.app_version AS app_version, u.last_at AS last_at,
            u.is_latest AS is_latest, u.is_out AS is_out, u.is_installation AS is_installation, f.stage AS stage
        FROM failure_users u JOIN failures f ON f.tenant_id = u.tenant_id AND f.id = u.failure_id
        """

    /// Returns the rows of keys, and the latest ones of their users and failures.
    static func find(_ keys: [Key], of tenant: Int, _ transaction: any ReadTransaction) throws -> [FailureUserRow] {
        let statements = keys.map { key -> SQL in
            """
            \(sql: selected) WHERE u.tenant_id = \(tenant) AND u.subject_id = \(key.subject) AND u.failure_id = \(key.failure)
                AND (u.is_latest = 1 OR u.app_version = \(key.version.text))
            """
        }
        return try transaction.rows(of: statements).joined().map { try FailureUserRow($0) }
    }

    /// Returns the number of rows of each user.
    static func counts(of users: Set<Int>, in tenant: Int, _ transaction: any ReadTransaction) throws -> [Int: Int] {
        let users = users.sorted()
        let rows = try transaction.rows(
            of: users.map {
                "SELECT count(*) AS n FROM failure_users u WHERE u.tenant_id = \(tenant) AND u.subject_id = \($0)"
            }
        )
        return Dictionary(uniqueKeysWithValues: try zip(users, rows).map { ($0, try $1.first?.get("n") ?? 0) })
    }

    /// Marks the row of each user and failure that is the latest.
    /// - Parameter pairs: those whose latest row is there.
    static func markLatest(_ rows: inout [Key: FailureUserRow], of pairs: Set<Pair>) {
        let wanted = rows.values.filter { pairs.contains($0.key.pair) }
        for (_, ofPair) in Dictionary(grouping: wanted, by: \.key.pair) {
            let latest = ofPair.max { ($0.lastAt, $0.key.version) < ($1.lastAt, $1.key.version) }?.key
            for row in ofPair { rows[row.key]?.isLatest = row.key == latest }
        }
    }

    /// Writes what differs.
    /// - Parameter isChanged: called for each key that is added, or removed.
    static func replace(
        _ stored: [FailureUserRow],
        by rows: [Key: FailureUserRow],
        of tenant: Int,
        _ transaction: any WriteTransaction,
        isChanged: (_ key: Key, _ isAdded: Bool) -> Void
    ) throws {
        let before = Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0) })
        // In an order of its own, so that rows that follow each other are written one after another.
        let sorted = rows.values.sorted { ($0.key.subject, $0.key.failure) < ($1.key.subject, $1.key.failure) }
        for row in sorted where before[row.key].map({ !$0.isSame(as: row) }) == true {
            try row.update(tenant, transaction)
        }
        let new = sorted.filter { before[$0.key] == nil }
        let inserted = try transaction.insertNew(
            into: "failure_users",
            columns: [
                "tenant_id", "subject_id", "failure_id", "app_version", "sample", "last_at", "is_latest", "is_out",
                "is_installation",
            ],
            rows: new.map { $0.values(tenant) }
        )
        // Deliveries are written one after another.
        guard inserted.allSatisfy(\.self) else {
            throw DatabaseError(.statement, "the users of a failure were added before")
        }
        let gone = stored.map(\.key).filter { rows[$0] == nil }
        try delete(gone, of: tenant, transaction)
        for row in new { isChanged(row.key, true) }
        for key in gone { isChanged(key, false) }
    }

    private func update(_ tenant: Int, _ transaction: any WriteTransaction) throws {
        try transaction.executeLater(
            """
            UPDATE failure_users SET last_at = \(lastAt), is_latest = \(isLatest), is_out = \(isOut), is_installation = \(isInstallation)
            WHERE tenant_id = \(tenant) AND subject_id = \(key.subject) AND failure_id = \(key.failure)
                AND app_version = \(key.version.text)
            """
        )
    }

    private func isSame(as other: FailureUserRow) -> Bool {
        lastAt == other.lastAt && isOut == other.isOut && isLatest == other.isLatest
            && isInstallation == other.isInstallation
    }

    private func values(_ tenant: Int) -> [SQLValue] {
        [
            .integer(Int64(tenant)), .integer(Int64(key.subject)), .integer(Int64(key.failure)),
            .text(key.version.text),
            .integer(sample), lastAt.sqlValue, isLatest.sqlValue, isOut.sqlValue, isInstallation.sqlValue,
        ]
    }

    private static func delete(_ keys: [Key], of tenant: Int, _ transaction: any WriteTransaction) throws {
        for key in keys {
            try transaction.executeLater(
                """
                DELETE FROM failure_users WHERE tenant_id = \(tenant) AND subject_id = \(key.subject)
                    AND failure_id = \(key.failure) AND app_version = \(key.version.text)
                """
            )
        }
    }

    /// Notes the time of the latest event whose user is not among the rows of its failure.
    static func noteMissing(
        _ times: [Int: Timestamp],
        of tenant: Int,
        _ transaction: any WriteTransaction
    ) throws {
        for (failure, time) in times.sorted(by: { $0.key < $1.key }) {
            try transaction.executeLater(
                """
                UPDATE failures SET users_missing_at = \(time)
                WHERE tenant_id = \(tenant) AND id = \(failure) AND (users_missing_at IS NULL OR users_missing_at < \(time))
                """
            )
        }
    }

    // MARK: Deletion

    /// Deletes the rows whose latest event was deleted before its time.
    /// - Parameters:
    ///   - events: the deleted rows of `events`, with the columns of `EventRemoval`.
    ///   - erased: the users whose events are being deleted; nil when the oldest events of all users are. Others are
    ///     missing from the counts then.
    static func delete(
        with events: [Row],
        erased: Set<Int>?,
        of tenant: Int,
        _ cost: RowCost,
        _ transaction: any WriteTransaction
    ) throws {
        var times: [Int: [Int: Set<Timestamp>]] = [:]
        for event in events {
            guard let failure: Int = try event.find("failure_id"),
                let subject: Int = try event.find("user_id") ?? event.find("installation_id")
            else { continue }
            times[subject, default: [:]][failure, default: []].insert(try event.get("occurred_at"))
        }
        let rows = try find(times.keys.sorted(), of: tenant, transaction).filter { row in
            guard let deleted = times[row.key.subject]?[row.key.failure] else { return false }
            // Of another user only some events are deleted, which are not the oldest.
            if let erased, !erased.contains(row.key.subject) { return deleted.contains(row.lastAt) }
            return deleted.contains { row.lastAt <= $0 }
        }
        try delete(rows.map(\.key), of: tenant, cost, transaction)
        let missing = rows.filter { erased?.contains($0.key.subject) != true }
        try noteMissing(missing, of: tenant, transaction)
        guard erased != nil, !missing.isEmpty else { return }
        // What was met with another version before may be the latest now.
        let stored = try find(Set(missing.map(\.key.subject)).sorted(), of: tenant, transaction)
        var left = Dictionary(uniqueKeysWithValues: stored.map { ($0.key, $0) })
        markLatest(&left, of: Set(left.keys.map(\.pair)))
        try replace(stored, by: left, of: tenant, transaction) { _, _ in }
    }

    /// Notes that the users of deleted rows are missing from the counts.
    static func noteMissing(
        _ rows: [FailureUserRow],
        of tenant: Int,
        _ transaction: any WriteTransaction
    ) throws {
        try noteMissing(Dictionary(rows.map { ($0.key.failure, $0.lastAt) }) { max($0, $1) }, of: tenant, transaction)
    }

    /// Deletes rows, and their bytes.
    static func delete(
        _ keys: [Key],
        of tenant: Int,
        _ cost: RowCost,
        _ transaction: any WriteTransaction
    ) throws {
        guard !keys.isEmpty else { return }
        try delete(keys, of: tenant, transaction)
        let bytes = keys.reduce(0) { $0 + cost.bytes(ofFailureUser: $1.version) }
        try StorageLedger.release(bytes, of: tenant, transaction)
    }
}
