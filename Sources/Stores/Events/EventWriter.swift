import Database
import Domain
import Foundation
import StrictJSON
import UseCases

/// Writes deliveries within one transaction: rows in bulk, counts summed up before they are stored.
struct EventWriter {
    /// The rows of `events` that are made at a time.
    private static let rowsAtOnce = 200

    private static let userPlace = place(of: .user)
    private static let installationPlace = place(of: .installation)

    let dictionary: EventDictionary
    let transaction: any WriteTransaction
    private(set) var delta: EventDictionary.DictionaryDelta
    private var sums: EventSums
    private var ledger = StorageLedger()
    private var users = FailureUserWriter()
    /// For each batch, for each event, whether it is new.
    private var isNew: [[Bool]] = []

    private var cost: RowCost { dictionary.cost }

    /// - Parameter now: the time at which the transaction started.
    init(dictionary: EventDictionary, transaction: any WriteTransaction, at now: Timestamp) {
        self.dictionary = dictionary
        self.transaction = transaction
        sums = EventSums(kept: CountRetention(now: now))
        delta = EventDictionary.DictionaryDelta(readAt: now)
    }

    mutating func write(_ batch: EventBatch) throws {
        let tenant = try dictionary.number(of: batch.tenant, &delta, transaction)
        let payer = StorageLedger.Payer(
            batch: isNew.count,
            tenant: tenant,
            day: batch.receivedAt.day,
            key: batch.key.map { Data($0.uuid.bytes) } ?? StorageLedger.ownKey
        )
        let addedBytes = delta.addedBytes
        let isNew = try writeRows(of: batch, for: payer)
        let isRepeated = Self.isRepeated(isNew)
        for event in batch.sampled.map(\.event) where !isRepeated {
            let source = source(of: event, in: batch, for: payer)
            let failure = try number(ofFailure: event, from: source)
            let shape = try number(ofShape: event, failure: failure, from: source)
            sums.add(event, at: event.content.occurredAt, shape: shape, hasRow: false, for: payer)
            if let failure, event.content[.user] != nil || event.content[.installation] != nil {
                users.addMissing(failure, at: event.content.occurredAt, of: payer.tenant)
            }
        }
        try addSuccesses(batch.sampled, of: payer.tenant)
        let newRuns = try writeRuns(of: batch, for: payer)
        count(batch, isNew, newRuns, for: payer)
        ledger.charge(delta.addedBytes - addedBytes, to: payer)
        self.isNew.append(isNew)
    }

    /// A success without a row brings a user back all the same.
    private mutating func addSuccesses(_ sampled: [SampledEvent], of tenant: Int) throws {
        func value(_ place: Int, of event: SampledEvent) -> SubjectValue? {
            RowColumns.all[place].value(in: event.event.content)
        }
        let successes = sampled.filter { $0.event.content.outcome == .success }
        let places = [Self.userPlace, Self.installationPlace]
        let values = Set(successes.flatMap { event in places.compactMap { value($0, of: event) } })
        guard !values.isEmpty else { return }
        let numbers = try dictionary.knownNumbers(values, of: tenant, delta, transaction)
        for event in successes {
            users.addSuccess(
                at: event.event.content.stage,
                event.event.content.occurredAt,
                user: value(Self.userPlace, of: event).flatMap { numbers[$0] },
                installation: value(Self.installationPlace, of: event).flatMap { numbers[$0] },
                of: tenant
            )
        }
    }

    /// - Returns: for each event whether it is new.
    private mutating func writeRows(of batch: EventBatch, for payer: StorageLedger.Payer) throws -> [Bool] {
        let source = EventDictionary.EventSource(
            tenant: payer.tenant,
            receivedAt: batch.receivedAt,
            networks: batch.networks,
            installation: nil
        )
        let subjects = try dictionary.number(Self.subjects(of: batch), from: source, &delta, transaction)
        let times = try EventTimes(tenant: payer.tenant, transaction)
        var isNew: [Bool] = []
        isNew.reserveCapacity(batch.events.count)
        for start in stride(from: 0, to: batch.events.count, by: Self.rowsAtOnce) {
            let events = batch.events[start..<min(start + Self.rowsAtOnce, batch.events.count)]
            let rows = try events.map { event in
                let source = self.source(of: event, in: batch, for: payer)
                let failure = try number(ofFailure: event, from: source)
                let shape = try number(ofShape: event, failure: failure, from: source)
                let (occurredAt, isNoted) = try times.settled(event)
                if isNoted { ledger.charge(cost.bytes(of: .redated), to: payer) }
                return try row(event, at: occurredAt, shape: shape, failure: failure, subjects, source)
            }
            let added = try EventRows(tenant: payer.tenant, transaction: transaction).insert(rows)
            for (event, (row, isAdded)) in zip(events, zip(rows, added)) where isAdded {
                sums.add(event, at: row.occurredAt, shape: row.shape, hasRow: true, for: payer)
                users.add(
                    event.content,
                    at: row.occurredAt,
                    failure: row.failure,
                    user: row.subjects[Self.userPlace],
                    installation: row.subjects[Self.installationPlace],
                    for: payer
                )
                let bytes = cost.bytes(ofEvent: row.rest, references: row.references)
                ledger.charge(bytes, ofEventAt: row.occurredAt, to: payer)
            }
            isNew += added
        }
        return isNew
    }

    private func source(
        of event: ClassifiedEvent,
        in batch: EventBatch,
        for payer: StorageLedger.Payer
    ) -> EventDictionary.EventSource {
        EventDictionary.EventSource(
            tenant: payer.tenant,
            receivedAt: event.receivedAt,
            networks: batch.networks,
            installation: event.content.texts[.installation].map(ByteText.init(_:))
        )
    }

    /// Whether a delivery came before, as far as its rows tell: its sampled events, which have none, were counted then.
    private static func isRepeated(_ isNew: [Bool]) -> Bool { !isNew.isEmpty && !isNew.contains(true) }

    /// - Returns: how many updates of runs say anything new.
    private mutating func writeRuns(of batch: EventBatch, for payer: StorageLedger.Payer) throws -> Int {
        guard !batch.runs.isEmpty else { return 0 }
        var writer = AppRunWriter(
            numbers: AppRunGroups(
                tenant: payer.tenant,
                receivedAt: batch.receivedAt,
                networks: batch.networks,
                dictionary: dictionary,
                transaction: transaction,
                growth: delta.growth
            )
        )
        let new = try writer.write(batch.runs).count { $0 }
        delta.growth = writer.growth
        ledger.charge(writer.addedBytes, to: payer)
        ledger.release(writer.deletedBytes, of: payer.tenant)
        return new
    }

    private static func place(of dimension: EventDimension) -> Int {
        guard let place = RowColumns.all.firstIndex(where: { $0.dimension == dimension }) else {
            preconditionFailure("\(dimension) has no column")
        }
        return place
    }

    private static func subjects(of batch: EventBatch) -> Set<SubjectValue> {
        var values: Set<SubjectValue> = []
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
    /// - Returns: what became of each batch.
    mutating func finish() throws -> [StoredBatch] {
        try dictionary.storeGrowth(delta, transaction)
        try sums.store(transaction, cost, &ledger)
        try users.store(transaction, cost, &ledger)
        try ledger.store(transaction)
        return isNew.enumerated().map { StoredBatch(isNew: $1, bytes: ledger.bytes(ofBatch: $0)) }
    }

    private mutating func count(_ batch: EventBatch, _ isNew: [Bool], _ newRuns: Int, for payer: StorageLedger.Payer) {
        func add(_ items: ItemCount) { sums.add(items, receivedAt: batch.receivedAt, for: payer) }
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
        _ subjects: [SubjectValue: Int],
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
