import Database
import Domain
import Foundation

extension EventDictionary {
    /// Returns the number of every subject, in their order; a new subject gets the next one.
    func numbers(
        of values: [SubjectValue?],
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [Int?] {
        var numbers = rememberedNumbers(of: values, of: source.tenant, delta)
        let unknown = Set(zip(values, numbers).compactMap { value, number in number == nil ? value : nil })
        guard !unknown.isEmpty else { return numbers }
        let others = try number(unknown, from: source, &delta, transaction)
        for (place, value) in values.enumerated() where numbers[place] == nil {
            numbers[place] = value.flatMap { others[$0] }
        }
        return numbers
    }

    /// Returns the numbers that are cached, or were read or assigned in the transaction.
    private func rememberedNumbers(
        of values: [SubjectValue?],
        of tenant: Int,
        _ delta: DictionaryDelta
    ) -> [Int?] {
        zip(values, subjects.numbers(of: values, tenant: tenant, at: delta.readAt)).map { value, number in
            number ?? value.flatMap { delta.subjects[SubjectCache.Key(tenant: tenant, value: $0)] }
        }
    }

    /// Looks the unknown ones up together, because a delivery may have hundreds, and adds those that are new.
    private func number(
        _ unknown: Set<SubjectValue>,
        from source: EventSource,
        _ delta: inout DictionaryDelta,
        _ transaction: any WriteTransaction
    ) throws -> [SubjectValue: Int] {
        let tenant = source.tenant
        // In an order of its own, so that the numbers do not depend on the order of a set.
        let unknown = unknown.sorted()
        let found = try transaction.rows(
            of: unknown.map {
                "SELECT id, retired_at FROM subjects WHERE tenant_id = \(tenant) AND value = \($0.bytes)"
            }
        )
        var numbers: [SubjectValue: Int] = [:]
        var new: [SubjectValue] = []
        for (value, rows) in zip(unknown, found) {
            guard let row = rows.first, try DictionaryTable.subjects.keep(row, of: tenant, transaction) else {
                new.append(value)
                continue
            }
            numbers[value] = try row.get("id")
        }
        try insert(new, from: source, &delta, transaction).forEach { numbers[$0.key] = $0.value }
        for value in unknown { delta.subjects[SubjectCache.Key(tenant: tenant, value: value)] = numbers[value] }
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
        let values = Array(values)
        for (value, number) in zip(values, rememberedNumbers(of: values, of: tenant, delta)) { numbers[value] = number }
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
