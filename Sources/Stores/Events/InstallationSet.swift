import Database
import Domain

/// The installations that had runs of one group on one day, stored as an `InstallationSketch`.
struct InstallationSet {
    let tenant: Int
    let day: Int64
    let group: Int
    let transaction: any WriteTransaction

    /// - Returns: the disk space that this added.
    func add(_ hashes: Set<Int64>, _ cost: RowCost) throws -> Int {
        let row = try transaction.row(
            "SELECT n, threshold FROM app_run_days WHERE tenant_id = \(tenant) AND day = \(day) AND group_id = \(group)"
        )
        var sketch = InstallationSketch()
        if let row { sketch = InstallationSketch(count: try row.get("n"), threshold: try row.get("threshold")) }
        let wanted = hashes.filter { $0 < sketch.threshold }
        guard !wanted.isEmpty else { return 0 }
        let isNew = try transaction.insertNew(
            into: "app_installations",
            columns: ["tenant_id", "day", "group_id", "hash"],
            rows: wanted.map { [.integer(Int64(tenant)), .integer(day), .integer(Int64(group)), .integer($0)] }
        )
        let before = sketch.count
        sketch = InstallationSketch(count: before + isNew.count { $0 }, threshold: sketch.threshold)
        if sketch.isFull { sketch = try cut() }
        try transaction.execute(
            """
            INSERT INTO app_run_days (tenant_id, day, group_id, n, threshold)
            VALUES (\(tenant), \(day), \(group), \(sketch.count), \(sketch.threshold))
            ON CONFLICT (tenant_id, day, group_id) DO UPDATE SET n = excluded.n, threshold = excluded.threshold
            """
        )
        let added = max(0, sketch.count - before) * cost.bytes(of: .installation)
        return row == nil ? added + cost.bytes(of: .runDay) : added
    }

    /// Keeps the smallest hashes; the first of the others is the new threshold.
    private func cut() throws -> InstallationSketch {
        let ofSet: SQL = "tenant_id = \(tenant) AND day = \(day) AND group_id = \(group)"
        let threshold: Int64? = try transaction.value(
            "SELECT hash FROM app_installations WHERE \(sql: ofSet) ORDER BY hash LIMIT 1 OFFSET \(InstallationSketch.size)"
        )
        guard let threshold else { throw DatabaseError(.decoding, "a set of installations is smaller than its count") }
        try transaction.execute("DELETE FROM app_installations WHERE \(sql: ofSet) AND hash >= \(threshold)")
        return InstallationSketch(count: InstallationSketch.size, threshold: threshold)
    }
}
