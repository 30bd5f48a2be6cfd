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
        /// Zeros for what the server itself recorded.
        let key: Data
        let category: ItemCategory
        let outcome: ItemOutcome
        let reason: String
    }

    let dictionary: EventDictionary
    let transaction: any WriteTransaction
    private let kept: CountRetention
    private(set) var delta: EventDictionary.DictionaryDelta
    /// The counts by minute.
    private var counts: [CountKey: Int] = [:]
    private var totals: [TotalKey: Int] = [:]
    private var outcomes: [OutcomeKey: Int] = [:]
    private var usage = UsageTally()

    /// - Parameter moment: the time at which the transaction has begun.
    init(dictionary: EventDictionary, transaction: any WriteTransaction, at moment: Timestamp) {
        self.dictionary = dictionary
        self.transaction = transaction
        kept = CountRetention(now: moment)
        delta = EventDictionary.DictionaryDelta(readAt: moment)
    }

    /// - Returns: for each event whether it is new.
    mutating func write(_ batch: EventBatch) throws -> [Bool] {
        let tenant = try dictionary.number(of: batch.tenant, &delta, transaction)
        let source = EventDictionary.EventSource(tenant: tenant, receivedAt: batch.receivedAt)
        let textBytes = delta.textBytes
        let subjects = try dictionary.number(Self.subjects(of: batch), from: source, &delta, transaction)
        let times = try EventTimes(tenant: tenant, transaction)
        var rows: [EventRows.NewRow] = []
        rows.reserveCapacity(batch.events.count)
        for event in batch.events {
            let source = EventDictionary.EventSource(tenant: tenant, receivedAt: event.receivedAt)
            let failure = try number(ofFailure: event, from: source)
            let shape = try number(ofShape: event, failure: failure, from: source)
            let occurredAt = try times.settled(event)
            rows.append(try row(event, at: occurredAt, shape: shape, failure: failure, subjects, source))
        }
        let isNew = try EventRows(tenant: tenant, transaction: transaction).insert(rows)
        for (index, isNew) in isNew.enumerated() where isNew {
            add(batch.events[index], at: rows[index].occurredAt, shape: rows[index].shape, tenant)
        }
        let isRepeated = Self.isRepeated(isNew)
        for event in batch.sampled.map(\.event) where !isRepeated {
            let source = EventDictionary.EventSource(tenant: tenant, receivedAt: event.receivedAt)
            let failure = try number(ofFailure: event, from: source)
            let shape = try number(ofShape: event, failure: failure, from: source)
            add(event, at: event.content.occurredAt, shape: shape, tenant)
        }
        let runs = try writeRuns(of: batch, tenant)
        count(batch, isNew, runs.new, tenant)
        let bytes = EventRows.bytes(of: rows, isNew: isNew) + delta.textBytes - textBytes
        usage.add(bytes + UsageTally.runBytes * runs.rows, of: batch, tenant: tenant)
        return isNew
    }

    /// Whether a delivery came before, as far as its rows tell: its sampled events, which have none, were counted then.
    private static func isRepeated(_ isNew: [Bool]) -> Bool { !isNew.isEmpty && !isNew.contains(true) }

    /// - Returns: how many updates of runs say anything new, and how many rows were added.
    private func writeRuns(of batch: EventBatch, _ tenant: Int) throws -> (new: Int, rows: Int) {
        guard !batch.runs.isEmpty else { return (0, 0) }
        var writer = AppRunWriter(tenant: tenant, receivedAt: batch.receivedAt, transaction: transaction)
        let new = try writer.write(batch.runs).count { $0 }
        return (new, writer.addedRows)
    }

    /// Adds an event to the counts.
    private mutating func add(_ event: ClassifiedEvent, at moment: Timestamp, shape: Int, _ tenant: Int) {
        let minute = CountWindow.Span.minute.floor(moment.milliseconds)
        let (stage, outcome) = (event.content.stage, event.content.outcome)
        counts[CountKey(tenant: tenant, start: minute, shape: shape), default: 0] += 1
        totals[TotalKey(tenant: tenant, start: minute, stage: stage, outcome: outcome), default: 0] += 1
    }

    private static func subjects(of batch: EventBatch) -> Set<Data> {
        var values: Set<Data> = []
        for event in batch.events {
            for entry in RowColumns.all {
                if let value = entry.value(in: event.content) { values.insert(value) }
            }
        }
        return values
    }

    private mutating func number(
        ofFailure event: ClassifiedEvent,
        from source: EventDictionary.EventSource
    ) throws -> Int? {
        try event.failure.map { try dictionary.number(of: $0, from: source, &delta, transaction) }
    }

    private mutating func number(
        ofShape event: ClassifiedEvent,
        failure: Int?,
        from source: EventDictionary.EventSource
    ) throws -> Int {
        try dictionary.number(of: Shape(event, failure: failure), from: source, &delta, transaction)
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
                INSERT INTO item_outcomes (tenant_id, start, key_id, category, outcome, reason, n)
                VALUES (\(key.tenant), \(key.hour), \(key.key), \(key.category), \(key.outcome), \(key.reason), \(n))
                ON CONFLICT (tenant_id, start, key_id, category, outcome, reason)
                DO UPDATE SET n = item_outcomes.n + excluded.n
                """
            )
        }
    }

    private func storeCounts() throws {
        var rows: [[SQLValue]] = []
        for span in CountWindow.Span.allCases {
            var sums: [CountKey: Int] = [:]
            for (key, n) in counts where kept.isWritten(span, from: span.floor(key.start)) {
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
            for (key, n) in totals where kept.isWritten(span, from: span.floor(key.start)) {
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

    private mutating func count(_ batch: EventBatch, _ isNew: [Bool], _ newRuns: Int, _ tenant: Int) {
        let hour = CountWindow.Span.hour.floor(batch.receivedAt.milliseconds)
        let keyID = batch.key.map { Data($0.uuid.bytes) } ?? UsageTally.ownKey
        func add(_ items: ItemCount) {
            guard items.count > 0 else { return }
            let key = OutcomeKey(
                tenant: tenant,
                hour: hour,
                key: keyID,
                category: items.category,
                outcome: items.outcome,
                reason: items.reason
            )
            outcomes[key, default: 0] += items.count
        }
        for (event, isNew) in zip(batch.events, isNew) {
            add(ItemCount(isNew ? .stored : .duplicate, event.category, count: 1))
        }
        add(ItemCount(.stored, .run, count: newRuns))
        add(ItemCount(.duplicate, .run, count: batch.runs.count - newRuns))
        for sampled in batch.sampled {
            let category = sampled.event.category
            add(
                Self.isRepeated(isNew)
                    ? ItemCount(.duplicate, category, count: 1)
                    : ItemCount(.sampled, category, reason: sampled.reason, count: 1)
            )
        }
        for items in batch.counted { add(items) }
    }

    private mutating func row(
        _ event: ClassifiedEvent,
        at occurredAt: Timestamp,
        shape: Int,
        failure: Int?,
        _ subjects: [Data: Int],
        _ source: EventDictionary.EventSource
    ) throws -> EventRows.NewRow {
        let content = event.content
        let message = try content.error.flatMap { error in
            try dictionary.number(of: EventMessage(error), from: source, &delta, transaction)
        }
        return EventRows.NewRow(
            occurredAt: occurredAt,
            id: content.id,
            shape: shape,
            failure: failure,
            message: message,
            subjects: RowColumns.all.map { entry in entry.value(in: content).flatMap { subjects[$0] } },
            duration: content.duration,
            delay: event.receivedAt.since(occurredAt),
            rest: EventExtras(event, hasMessage: message != nil).text
        )
    }
}
