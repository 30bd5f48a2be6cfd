import Database
import Domain
import Foundation

extension EventDictionary {
    /// Gives every subject a number: known ones theirs, new ones the next.
    ///
    /// The unknown ones are looked up together, because a delivery may have hundreds.
    func number(
        _ values: Set<Data>,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [Data: Int] {
        let tenant = source.tenant
        var numbers: [Data: Int] = [:]
        var unknown: [Data] = []
        for value in values {
            let key = SubjectCache.Key(tenant: tenant, value: value)
            if let number = delta.subjects[key] ?? subjects.number(of: key) {
                numbers[value] = number
            } else {
                unknown.append(value)
            }
        }
        guard !unknown.isEmpty else { return numbers }
        // In an order of its own, so that the numbers do not depend on the order of a set.
        unknown.sort { $0.lexicographicallyPrecedes($1) }
        let found = try transaction.rows(
            of: unknown.map { "SELECT id FROM subjects WHERE tenant_id = \(tenant) AND value = \($0)" }
        )
        var new: [Data] = []
        for (value, rows) in zip(unknown, found) {
            guard let row = rows.first else {
                new.append(value)
                continue
            }
            numbers[value] = try row.get("id")
        }
        try insert(new, from: source, &delta, transaction).forEach { numbers[$0.key] = $0.value }
        for value in unknown { delta.subjects[.init(tenant: tenant, value: value)] = numbers[value] }
        return numbers
    }

    private func insert(
        _ new: [Data],
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [Data: Int] {
        guard !new.isEmpty else { return [:] }
        let tenant = source.tenant
        var highest =
            try delta.highestSubject[tenant]
            ?? transaction.value("SELECT max(id) AS n FROM subjects WHERE tenant_id = \(tenant)") ?? 0
        var numbers: [Data: Int] = [:]
        let rows = new.map { value -> [SQLValue] in
            highest += 1
            numbers[value] = highest
            delta.textBytes += 2 * value.count + 40
            return [.integer(Int64(tenant)), .integer(Int64(highest)), .blob(value), source.receivedAt.sqlValue]
        }
        delta.highestSubject[tenant] = highest
        _ = try transaction.insertNew(
            into: "subjects",
            columns: ["tenant_id", "id", "value", "created_at"],
            rows: rows
        )
        return numbers
    }

    /// Returns the number of a subject; nil when no event names it.
    func number(ofSubject value: Data, _ tenant: Int, _ transaction: any ReadTransaction) throws -> Int? {
        if let number = subjects.number(of: .init(tenant: tenant, value: value)) { return number }
        return try transaction.value("SELECT id FROM subjects WHERE tenant_id = \(tenant) AND value = \(value)")
    }
}
