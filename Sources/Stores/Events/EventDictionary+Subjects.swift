import Database
import Domain
import Foundation

extension EventDictionary {
    /// Returns the number of every subject; a new subject gets the next one.
    ///
    /// The unknown ones are looked up together, because a delivery may have hundreds.
    func number(
        _ values: Set<SubjectValue>,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [SubjectValue: Int] {
        let tenant = source.tenant
        var numbers: [SubjectValue: Int] = [:]
        var unknown: [SubjectValue] = []
        for value in values {
            let key = SubjectCache.Key(tenant: tenant, value: value)
            if let number = delta.subjects[key] ?? subjects.number(of: key, at: delta.readAt) {
                numbers[value] = number
            } else {
                unknown.append(value)
            }
        }
        guard !unknown.isEmpty else { return numbers }
        // In an order of its own, so that the numbers do not depend on the order of a set.
        unknown.sort { $0.bytes.lexicographicallyPrecedes($1.bytes) }
        let found = try transaction.rows(
            of: unknown.map {
                "SELECT id, retired_at FROM subjects WHERE tenant_id = \(tenant) AND value = \($0.bytes)"
            }
        )
        var new: [SubjectValue] = []
        for (value, rows) in zip(unknown, found) {
            guard let row = rows.first, try DictionaryTable.subjects.keep(row, of: tenant, transaction) else {
                new.append(value)
                continue
            }
            numbers[value] = try row.get("id")
        }
        try insert(new, from: source, &delta, transaction).forEach { numbers[$0.key] = $0.value }
        for value in unknown { delta.subjects[.init(tenant: tenant, value: value)] = numbers[value] }
        return numbers
    }

    /// Returns the numbers of those subjects that have one.
    func knownNumbers(
        _ values: Set<SubjectValue>,
        of tenant: Int,
        _ delta: DictionaryDelta,
        _ transaction: any ReadTransaction
    ) throws -> [SubjectValue: Int] {
        var numbers: [SubjectValue: Int] = [:]
        for value in values {
            let key = SubjectCache.Key(tenant: tenant, value: value)
            numbers[value] = delta.subjects[key] ?? subjects.number(of: key, at: delta.readAt)
        }
        let others = values.filter { numbers[$0] == nil }
        let found = try transaction.rows(
            of: others.map { "SELECT id FROM subjects WHERE tenant_id = \(tenant) AND value = \($0.bytes)" }
        )
        for (value, rows) in zip(others, found) { numbers[value] = try rows.first?.get("id") }
        return numbers
    }

    private func insert(
        _ new: [SubjectValue],
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [SubjectValue: Int] {
        guard !new.isEmpty else { return [:] }
        let tenant = source.tenant
        var highest: Int =
            try delta.highestSubject[tenant]
            ?? transaction.value("SELECT highest_subject FROM event_tenants WHERE number = \(tenant)") ?? 0
        var numbers: [SubjectValue: Int] = [:]
        let rows = new.map { value -> [SQLValue] in
            highest += 1
            numbers[value] = highest
            delta.addedBytes += cost.bytes(ofSubject: value.bytes)
            return [.integer(Int64(tenant)), .integer(Int64(highest)), .blob(value.bytes), source.receivedAt.sqlValue]
        }
        delta.highestSubject[tenant] = highest
        let inserted = try transaction.insertNew(
            into: "subjects",
            columns: ["tenant_id", "id", "value", "created_at"],
            rows: rows
        )
        // Deliveries are written one after another, so a conflict means that another value has the number.
        guard inserted.allSatisfy(\.self) else {
            throw DatabaseError(.statement, "the numbers of new subjects were given before")
        }
        return numbers
    }
}
