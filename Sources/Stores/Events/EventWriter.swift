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
    /// For each batch, which of its events and of its sampled events are new.
    private var isNew: [(events: [Bool], sampled: [Bool])] = []

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
        let isNewSampled = try countSampled(of: batch, for: payer)
        let newRuns = try writeRuns(of: batch, for: payer)
        count(batch, isNew, isNewSampled, newRuns, for: payer)
        ledger.charge(delta.addedBytes - addedBytes, to: payer)
        self.isNew.append((isNew, isNewSampled))
    }

    /// Counts the events that get no row.
    /// - Returns: for each event whether it is new.
    private mutating func countSampled(of batch: EventBatch, for payer: StorageLedger.Payer) throws -> [Bool] {
        var isNew: [Bool] = []
        var successes: [(event: ClassifiedEvent, time: Timestamp)] = []
        for part in batch.sampled.parts(of: Self.rowsAtOnce) {
            let events = part.map(\.event)
            let keys = try keys(of: events, for: payer)
            let added = try CountedEvents(tenant: payer.tenant, transaction: transaction).insert(keys)
            for (event, (key, isAdded)) in zip(events, zip(keys, added)) where isAdded {
                ledger.charge(cost.bytes(of: .countedEvent), to: payer)
                let source = source(of: event, in: batch, for: payer)
                let failure = try number(ofFailure: event, from: source)
                let shape = try number(ofShape: event, failure: failure, from: source)
                sums.add(event, at: key.occurredAt, shape: shape, hasRow: false, for: payer)
                if let failure, event.content[.user] != nil || event.content[.installation] != nil {
                    users.addMissing(failure, at: key.occurredAt, of: payer.tenant)
                }
                if event.content.outcome == .success { successes.append((event, key.occurredAt)) }
            }
            isNew += added
        }
        try add(successes, of: payer.tenant)
        return isNew
    }

    /// A success without a row brings a user back all the same.
    private mutating func add(_ successes: [(event: ClassifiedEvent, time: Timestamp)], of tenant: Int) throws {
        func value(_ place: Int, of event: ClassifiedEvent) -> SubjectValue? {
            RowColumns.all[place].value(in: event.content)
        }
        let places = [Self.userPlace, Self.installationPlace]
        let values = Set(successes.flatMap { success in places.compactMap { value($0, of: success.event) } })
        guard !values.isEmpty else { return }
        let numbers = try dictionary.knownNumbers(values, of: tenant, delta, transaction)
        for (event, time) in successes {
            users.addSuccess(
                at: event.content.stage,
                time,
                user: value(Self.userPlace, of: event).flatMap { numbers[$0] },
                installation: value(Self.installationPlace, of: event).flatMap { numbers[$0] },
                of: tenant
            )
        }
    }

    /// - Returns: for each event whether it is new: without a row, and not counted before.
    private mutating func writeRows(of batch: EventBatch, for payer: StorageLedger.Payer) throws -> [Bool] {
        let keys = try keys(of: batch.events, for: payer)
        let isCounted = try CountedEvents(tenant: payer.tenant, transaction: transaction).contain(keys)
        // Nothing is added for an event that gets no row.
        let others = zip(batch.events, zip(keys, isCounted)).filter { !$0.1.1 }
        var added = try write(others.map { ($0.0, $0.1.0.occurredAt) }, of: batch, for: payer)[...]
        return isCounted.map { !$0 && added.removeFirst() }
    }

    private mutating func keys(of events: [ClassifiedEvent], for payer: StorageLedger.Payer) throws -> [EventKey] {
        let times = try EventTimes(tenant: payer.tenant, transaction)
        return try events.map { event in
            let (occurredAt, isNoted) = try times.settled(event)
            if isNoted { ledger.charge(cost.bytes(of: .redated), to: payer) }
            return EventKey(occurredAt: occurredAt, id: event.content.id)
        }
    }

    /// - Returns: for each event whether it had no row.
    private mutating func write(
        _ events: [(event: ClassifiedEvent, time: Timestamp)],
        of batch: EventBatch,
        for payer: StorageLedger.Payer
    ) throws -> [Bool] {
        let source = EventDictionary.EventSource(
            tenant: payer.tenant,
            receivedAt: batch.receivedAt,
            networks: batch.networks,
            installation: nil
        )
        var subjects = try dictionary.numbers(
            of: events.flatMap { event, _ in RowColumns.all.map { $0.value(in: event.content) } },
            from: source,
            &delta,
            transaction
        )[...]
        var isNew: [Bool] = []
        isNew.reserveCapacity(events.count)
        for part in events.parts(of: Self.rowsAtOnce) {
            let rows = try part.map { event, occurredAt in
                let source = self.source(of: event, in: batch, for: payer)
                let failure = try number(ofFailure: event, from: source)
                let shape = try number(ofShape: event, failure: failure, from: source)
                let own = Array(subjects.prefix(RowColumns.all.count))
                subjects.removeFirst(own.count)
                return try row(event, at: occurredAt, shape: shape, failure: failure, own, source)
            }
            let added = try EventRows(tenant: payer.tenant, transaction: transaction).insert(rows)
            for ((event, _), (row, isAdded)) in zip(part, zip(rows, added)) where isAdded {
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
        return isNew.enumerated().map { place, isNew in
            StoredBatch(isNew: isNew.events, isNewSampled: isNew.sampled, bytes: ledger.bytes(ofBatch: place))
        }
    }

    private mutating func count(
        _ batch: EventBatch,
        _ isNew: [Bool],
        _ isNewSampled: [Bool],
        _ newRuns: Int,
        for payer: StorageLedger.Payer
    ) {
        func add(_ items: ItemCount) { sums.add(items, receivedAt: batch.receivedAt, for: payer) }
        for (event, isNew) in zip(batch.events, isNew) {
            add(ItemCount(isNew ? .stored : .duplicate, event.category, count: 1))
        }
        add(ItemCount(.stored, .run, count: newRuns))
        add(ItemCount(.duplicate, .run, count: batch.runs.count - newRuns))
        for (sampled, isNew) in zip(batch.sampled, isNewSampled) {
            let category = sampled.event.category
            add(
                isNew
                    ? ItemCount(.sampled, category, reason: sampled.reason, count: 1)
                    : ItemCount(.duplicate, category, count: 1)
            )
        }
        for items in batch.counted { add(items) }
    }

    private mutating func row(
        _ event: ClassifiedEvent,
        at occurredAt: Timestamp,
        shape: Int,
        failure: Int?,
        _ subjects: [Int?],
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
            subjects: subjects,
            duration: content.duration,
            delay: event.receivedAt.since(occurredAt),
            rest: EventExtras(event, hasMessage: message != nil).text
        )
    }
}
