import Database
import Domain
import Foundation
import UseCases

/// What a transaction adds to the counts of events, and to those of outcomes.
struct EventSums {
    private struct CountKey: Hashable {
        let tenant: Int
        let span: CountWindow.Span
        let start: Int64
        let shape: Int
    }

    private struct TotalKey: Hashable {
        let tenant: Int
        let span: CountWindow.Span
        let start: Int64
        let stage: Stage
        let outcome: Outcome
    }

    private struct OutcomeKey: Hashable {
        let tenant: Int
        let hour: Int64
        let key: Data
        let category: ItemCategory
        let outcome: ItemOutcome
        let reason: String
    }

    /// A sum, with the batch that named its row first.
    private struct Sum {
        var n: Int
        let payer: StorageLedger.Payer
    }

    private let kept: CountRetention
    private var counts: [CountKey: Sum] = [:]
    private var totals: [TotalKey: Sum] = [:]
    private var outcomes: [OutcomeKey: Sum] = [:]

    init(kept: CountRetention) { self.kept = kept }

    /// - Parameter hasRow: false for an event that is only counted.
    mutating func add(
        _ event: ClassifiedEvent,
        at time: Timestamp,
        shape: Int,
        hasRow: Bool,
        for payer: StorageLedger.Payer
    ) {
        let delay = event.receivedAt.since(time)
        let (tenant, stage, outcome) = (payer.tenant, event.content.stage, event.content.outcome)
        let none = Sum(n: 0, payer: payer)
        for span in CountWindow.Span.allCases {
            let start = kept.start(span, of: time, delay: delay, hasRow: hasRow)
            guard kept.isWritten(span, from: start) else { continue }
            counts[CountKey(tenant: tenant, span: span, start: start, shape: shape), default: none].n += 1
            totals[TotalKey(tenant: tenant, span: span, start: start, stage: stage, outcome: outcome), default: none]
                .n += 1
        }
    }

    mutating func add(_ items: ItemCount, receivedAt: Timestamp, for payer: StorageLedger.Payer) {
        guard items.count > 0 else { return }
        let key = OutcomeKey(
            tenant: payer.tenant,
            hour: CountWindow.Span.hour.floor(receivedAt.milliseconds),
            key: payer.key,
            category: items.category,
            outcome: items.outcome,
            reason: items.reason
        )
        outcomes[key, default: Sum(n: 0, payer: payer)].n += items.count
    }

    /// Stores the sums; who named a new row first pays for it.
    func store(_ transaction: any WriteTransaction, _ cost: RowCost, _ ledger: inout StorageLedger) throws {
        try store(counts, in: "event_counts", by: ["tenant_id", "span", "start", "shape_id"], transaction) {
            ledger.charge(cost.bytes(of: $0.span.count), to: $1)
        } values: { key in
            [.integer(Int64(key.tenant)), .text(key.span.rawValue), .integer(key.start), .integer(Int64(key.shape))]
        }
        try store(totals, in: "event_totals", by: ["tenant_id", "span", "start", "stage", "outcome"], transaction) {
            ledger.charge(cost.bytes(of: .total), to: $1)
        } values: { key in
            [
                .integer(Int64(key.tenant)), .text(key.span.rawValue), .integer(key.start), key.stage.sqlValue,
                key.outcome.sqlValue,
            ]
        }
        try store(
            outcomes,
            in: "item_outcomes",
            by: ["tenant_id", "start", "key_id", "category", "outcome", "reason"],
            transaction
        ) {
            ledger.charge(cost.bytes(of: .outcome), to: $1)
        } values: { key in
            [
                .integer(Int64(key.tenant)), .integer(key.hour), .blob(key.key), key.category.sqlValue,
                key.outcome.sqlValue, .text(key.reason),
            ]
        }
    }

    private func store<Key: Hashable>(
        _ sums: [Key: Sum],
        in table: StaticString,
        by columns: [StaticString],
        _ transaction: any WriteTransaction,
        whenNew: (Key, StorageLedger.Payer) -> Void,
        values: (Key) -> [SQLValue]
    ) throws {
        guard !sums.isEmpty else { return }
        let sums = Array(sums)
        let isNew = try transaction.addCounting(
            to: table,
            key: columns,
            number: "n",
            rows: sums.map { values($0.key) + [.integer(Int64($0.value.n))] }
        )
        for (sum, isNew) in zip(sums, isNew) where isNew { whenNew(sum.key, sum.value.payer) }
    }
}

extension CountWindow.Span {
    /// A row of `event_counts`.
    fileprivate var count: RowCost.Table {
        switch self {
        case .minute: .minuteCount
        case .hour: .hourCount
        case .day: .dayCount
        }
    }
}
