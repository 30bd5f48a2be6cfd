import Database
import Domain
import Foundation
import UseCases

/// Writes deliveries within one transaction: rows in bulk, counts summed up before they are stored.
struct EventWriter {
    private struct CountKey: Hashable {
        let tenant: Int
        let start: Int64
        let shape: Int
    }

    private struct TotalKey: Hashable {
        let tenant: Int
        let start: Int64
        let stage: Stage
        let outcome: Outcome
    }

    private struct OutcomeKey: Hashable {
        let tenant: Int
        let hour: Int64
        let outcome: ItemOutcome
        let reason: String
    }

    private static let columns: [StaticString] =
        ["tenant_id", "occurred_at", "id", "shape_id", "message_id"] + RowColumns.all.map(\.column)
        + ["received_at", "rest"]

    let dictionary: EventDictionary
    let transaction: any WriteTransaction
    private(set) var delta = EventDictionary.DictionaryDelta()
    /// The counts by minute.
    private var counts: [CountKey: Int] = [:]
    private var totals: [TotalKey: Int] = [:]
    private var outcomes: [OutcomeKey: Int] = [:]
    private var usage = UsageTally()

    init(dictionary: EventDictionary, transaction: any WriteTransaction) {
        self.dictionary = dictionary
        self.transaction = transaction
    }

    /// - Returns: for each event whether it is new.
    mutating func write(_ batch: EventBatch) throws -> [Bool] {
        let tenant = try dictionary.number(of: batch.tenant, &delta, transaction)
        var rows: [[SQLValue]] = []
        var places: [(CountKey, TotalKey)] = []
        rows.reserveCapacity(batch.events.count)
        places.reserveCapacity(batch.events.count)
        let search: SQL = "SELECT 1 FROM redated_events WHERE tenant_id = \(tenant) LIMIT 1"
        let redated: Int64? = try transaction.value(search.keepingPlan())
        let hasRedated = redated != nil
        let textBytes = delta.textBytes
        for event in batch.events {
            let occurredAt = try settledTime(of: event, tenant, hasRedated)
            let source = EventDictionary.EventSource(tenant: tenant, receivedAt: event.receivedAt)
            let shape = try dictionary.number(of: Shape(event), from: source, &delta, transaction)
            rows.append(try row(event, at: occurredAt, shape: shape, source))
            let minute = CountWindow.Span.minute.floor(occurredAt.milliseconds)
            places.append(
                (
                    CountKey(tenant: tenant, start: minute, shape: shape),
                    TotalKey(tenant: tenant, start: minute, stage: event.content.stage, outcome: event.content.outcome)
                )
            )
        }
        let isNew = try transaction.insertNew(
            into: "events",
            columns: Self.columns,
            rows: rows
        )
        for (place, isNew) in zip(places, isNew) where isNew {
            counts[place.0, default: 0] += 1
            totals[place.1, default: 0] += 1
        }
        count(batch, isNew, tenant)
        let bytes = UsageTally.bytes(of: rows, isNew: isNew) + delta.textBytes - textBytes
        usage.add(bytes, of: batch, tenant: tenant)
        return isNew
    }

    /// Stores the sums. Must be called once, after the last batch.
    mutating func finish() throws {
        try dictionary.storeGrowth(delta, transaction)
        try usage.store(transaction)
        try storeCounts()
        try storeTotals()
        for (key, n) in outcomes {
            try transaction.executeLater(
                """
                INSERT INTO item_outcomes (tenant_id, start, outcome, reason, n)
                VALUES (\(key.tenant), \(key.hour), \(key.outcome), \(key.reason), \(n))
                ON CONFLICT (tenant_id, start, outcome, reason) DO UPDATE SET n = item_outcomes.n + excluded.n
                """
            )
        }
    }

    private func storeCounts() throws {
        var rows: [[SQLValue]] = []
        for span in CountWindow.Span.allCases {
            var sums: [CountKey: Int] = [:]
            for (key, n) in counts {
                sums[CountKey(tenant: key.tenant, start: span.floor(key.start), shape: key.shape), default: 0] += n
            }
            for (key, n) in sums {
                rows.append([
                    .integer(Int64(key.tenant)), .text(span.rawValue), .integer(key.start), .integer(Int64(key.shape)),
                    .integer(Int64(n)),
                ])
            }
        }
        try transaction.add(
            to: "event_counts",
            key: ["tenant_id", "span", "start", "shape_id"],
            number: "n",
            rows: rows
        )
    }

    private func storeTotals() throws {
        var rows: [[SQLValue]] = []
        for span in CountWindow.Span.allCases {
            var sums: [TotalKey: Int] = [:]
            for (key, n) in totals {
                let start = span.floor(key.start)
                sums[TotalKey(tenant: key.tenant, start: start, stage: key.stage, outcome: key.outcome), default: 0] +=
                    n
            }
            for (key, n) in sums {
                rows.append([
                    .integer(Int64(key.tenant)), .text(span.rawValue), .integer(key.start), key.stage.sqlValue,
                    key.outcome.sqlValue,
                    .integer(Int64(n)),
                ])
            }
        }
        try transaction.add(
            to: "event_totals",
            key: ["tenant_id", "span", "start", "stage", "outcome"],
            number: "n",
            rows: rows
        )
    }

    private mutating func count(_ batch: EventBatch, _ isNew: [Bool], _ tenant: Int) {
        let hour = CountWindow.Span.hour.floor(batch.receivedAt.milliseconds)
        func add(_ outcome: ItemOutcome, _ reason: String, _ n: Int) {
            guard n > 0 else { return }
            outcomes[OutcomeKey(tenant: tenant, hour: hour, outcome: outcome, reason: reason), default: 0] += n
        }
        let new = isNew.count { $0 }
        add(.stored, "", new)
        add(.duplicate, "", isNew.count - new)
        for items in batch.counted { add(items.outcome, items.reason, items.count) }
    }

    /// Returns the time under which an event is stored. Its first delivery decides: when the client's clock was
    /// corrected, a repeated delivery would be corrected by a little more or less, and would be another row.
    private func settledTime(of event: ClassifiedEvent, _ tenant: Int, _ hasRedated: Bool) throws -> Timestamp {
        let occurredAt = event.content.occurredAt
        let isGuessed = event.clockCorrection != .zero || !event.hasOwnTime
        guard isGuessed || hasRedated else { return occurredAt }
        let settled: Timestamp? = try transaction.value(
            "SELECT occurred_at FROM redated_events WHERE tenant_id = \(tenant) AND id = \(event.content.id)"
        )
        if let settled { return settled }
        guard isGuessed else { return occurredAt }
        // The first delivery may have arrived at once, without a correction.
        let uncorrected = occurredAt - event.clockCorrection
        let known: Int64? = try transaction.value(
            "SELECT 1 FROM events WHERE tenant_id = \(tenant) AND occurred_at = \(uncorrected) AND id = \(event.content.id)"
        )
        if known != nil { return uncorrected }
        try transaction.execute(
            """
            INSERT INTO redated_events (tenant_id, id, occurred_at, received_at)
            VALUES (\(tenant), \(event.content.id), \(occurredAt), \(event.receivedAt))
            """
        )
        return occurredAt
    }

    private mutating func row(
        _ event: ClassifiedEvent,
        at occurredAt: Timestamp,
        shape: Int,
        _ source: EventDictionary.EventSource
    ) throws -> [SQLValue] {
        let content = event.content
        var message: Int?
        if let text = content.error?.message {
            message = try dictionary.number(ofMessage: text, from: source, &delta, transaction)
        }
        let rest = EventExtras(event, hasOwnMessage: content.error?.message != nil && message == nil)
        var values: [SQLValue] = []
        values.reserveCapacity(Self.columns.count)
        values.append(.integer(Int64(source.tenant)))
        values.append(occurredAt.sqlValue)
        values.append(content.id.sqlValue)
        values.append(.integer(Int64(shape)))
        values.append(message.map { .integer(Int64($0)) } ?? .null)
        for entry in RowColumns.all { values.append(entry.value(in: content)) }
        values.append(event.receivedAt.sqlValue)
        values.append(rest.text.map { .text($0) } ?? .null)
        return values
    }
}
