import Database
import Domain

/// The installations that had runs of one group on one day, stored as an `InstallationSketch`.
struct InstallationSet {
    let tenant: Int
    let day: Int64
    let group: Int
    let transaction: any WriteTransaction

    /// - Returns: the disk space of new rows, and of those that were deleted instead.
    func add(_ hashes: Set<Int64>, _ cost: RowCost) throws -> (added: Int, deleted: Int) {
        let row = try transaction.row(
            "SELECT n, threshold FROM app_run_days WHERE tenant_id = \(tenant) AND day = \(day) AND group_id = \(group)"
        )
        var sketch = InstallationSketch()
        if let row { sketch = InstallationSketch(count: try row.get("n"), threshold: try row.get("threshold")) }
        let wanted = hashes.filter { $0 < sketch.threshold }
        guard !wanted.isEmpty else { return (0, 0) }
        let isNew = try transaction.insertNew(
            into: "app_installations",
            columns: ["tenant_id", "day", "group_id", "hash"],
            rows: wanted.map { [.integer(Int64(tenant)), .integer(day), .integer(Int64(group)), .integer($0)] }
        )
        let new = isNew.count { $0 }
        var deleted = 0
        sketch = InstallationSketch(count: sketch.count + new, threshold: sketch.threshold)
        if sketch.isFull { (sketch, deleted) = try cut(sketch) }
        try transaction.execute(
            """
            INSERT INTO app_run_days (tenant_id, day, group_id, n, threshold)
            VALUES (\(tenant), \(day), \(group), \(sketch.count), \(sketch.threshold))
            ON CONFLICT (tenant_id, day, group_id) DO UPDATE SET n = excluded.n, threshold = excluded.threshold
            """
        )
        let bytes = cost.bytes(of: .installation)
        return (new * bytes + (row == nil ? cost.bytes(of: .runDay) : 0), deleted * bytes)
    }

    /// Keeps the smallest hashes; the first of the others is the new threshold. Where hashes were deleted to free
    /// space, there may be too few: nothing changes then.
    /// - Returns: also the number of deleted hashes.
    private func cut(_ sketch: InstallationSketch) throws -> (InstallationSketch, deleted: Int) {
        let ofSet: SQL = "tenant_id = \(tenant) AND day = \(day) AND group_id = \(group)"
        let threshold: Int64? = try transaction.value(
            "SELECT hash FROM app_installations WHERE \(sql: ofSet) ORDER BY hash LIMIT 1 OFFSET \(InstallationSketch.size)"
        )
        guard let threshold else { return (sketch, 0) }
        let deleted = try transaction.execute(
            "DELETE FROM app_installations WHERE \(sql: ofSet) AND hash >= \(threshold)"
        )
        return (InstallationSketch(count: InstallationSketch.size, threshold: threshold), deleted)
    }
}
