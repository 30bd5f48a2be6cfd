import Domain
import StrictJSON

/// Gathers what the items of one envelope say.
///
/// After `EventLimits.examinedItems` headers of items, records of logs, buckets of sessions and rows of reports, the
/// payloads of items are counted without being read. Headers tell where a payload ends, so they are read to the end.
struct SentryDelivery {
    private let times: SentryTimes
    private var identity: EventIdentity
    /// The id of the first event of the envelope, which precedes the one in its payload.
    private var headerID: Event.ID?
    private var id: Event.ID?
    private var items: [EventDelivery.Item] = []
    private var memory: EventMemory
    private var runs: [AppRunUpdate] = []
    private var sums: [CountKey: Int] = [:]
    /// The number of parts that were read.
    private(set) var examined = 0
    /// The number of client reports so far.
    private var reports = 0
    /// The number of items that they say were lost.
    private var reported = 0
    /// The number of runs that sums say there were.
    private var claimedRuns = 0

    private struct CountKey: Hashable {
        let outcome: ItemOutcome
        let category: ItemCategory
        let reason: String
    }

    /// - Parameters:
    ///   - header: the header of the envelope; empty for an event without an envelope.
    ///   - size: the bytes of the envelope.
    init(header: JSONObject, size: Int, receivedAt: Timestamp) {
        memory = EventMemory(ofUnpacked: size)
        times = SentryTimes(receivedAt: receivedAt, sentAt: header["sent_at"])
        // A repeated delivery has another `sent_at`, and the same rest.
        var shared = header
        shared["sent_at"] = nil
        identity = EventIdentity(shared: shared.serialized())
        headerID = header["event_id"]?.stringValue.flatMap(Self.eventID)
        id = headerID
    }

    var delivery: EventDelivery {
        EventDelivery(
            sentAt: times.sentAt,
            items: items,
            examined: examined,
            counted: sums.map { ItemCount($0.key.outcome, $0.key.category, reason: $0.key.reason, count: $0.value) },
            runs: runs,
            id: id
        )
    }

    /// Counts a part that is read.
    mutating func countExamined() { examined += 1 }

    mutating func add(_ item: SentryItem) {
        let category = item.category
        let isFull = isFull
        countExamined()
        guard !isFull else { return count(.limited, category, reason: "too_many", item.possibleCount) }
        do throws(ItemError) {
            switch item.kind {
            case .event: try addEvent(item.payload, at: item.path)
            case .logs: addLogs(item)
            case .run: try addRun(item)
            case .runs: try addRuns(item)
            case .clientReport: try addReport(item)
            case .unsupported: count(.filtered, category, reason: "unsupported")
            }
        } catch {
            reject(error, category, index: item.index)
        }
    }

    /// Adds the payload of an event.
    mutating func addEvent(_ payload: ArraySlice<UInt8>, at path: String) throws(ItemError) {
        guard hasRoom else { return count(.invalid, .event, reason: "too_many") }
        try SentryLimits.check(payload, SentryLimits.eventBytes, path)
        let object = try SentryJSON.object(payload, limits: SentryLimits.event, at: path)
        let given = headerID ?? object["event_id"]?.stringValue.flatMap(Self.eventID)
        headerID = nil
        let event = SentryEventMapper(times: times).event(object) { hasOwnTime in
            given.map { EventIdentifier($0, isDerived: false) } ?? derivedID(payload, hasOwnTime: hasOwnTime)
        }
        try memory.take(event, at: path)
        id = id ?? event.content.id
        items.append(.event(event))
    }

    /// Adds the records of a container: `{"items": […]}`. Each is parsed by itself, so that a bad one is rejected alone.
    /// What follows a syntax error between records is rejected as a whole, and counts as many as the header says, but
    /// no more than its bytes can hold.
    private mutating func addLogs(_ item: SentryItem) {
        let mapper = SentryLogMapper(times: times)
        let room = min(EventLimits.batchItems - items.count, EventLimits.examinedItems - examined)
        let records = SentryRecords(of: item, maximumCount: room)
        if let error = records.error {
            reject(error, .log, index: item.index)
            let missing = item.possibleCount - records.count - 1
            if missing > 0 { count(.invalid, .log, reason: error.code, missing) }
        }
        for (place, record) in records.all.enumerated() {
            guard hasRoom else {
                count(.invalid, .log, reason: "too_many")
                continue
            }
            countExamined()
            let path = "\(item.path).items[\(place)]"
            do throws(ItemError) {
                try SentryLimits.check(record, EventLimits.eventBytes, path)
                let object = try SentryJSON.object(record, limits: SentryLimits.log, at: path)
                let event = mapper.event(object) { derivedID(record, hasOwnTime: $0) }
                try memory.take(event, at: path)
                items.append(.event(event))
            } catch {
                reject(error, .log, index: place)
            }
        }
        guard records.surplus > 0 else { return }
        count(isFull ? .limited : .invalid, .log, reason: "too_many", records.surplus)
    }

    private mutating func addRun(_ item: SentryItem) throws(ItemError) {
        try SentryLimits.check(item.payload, SentryLimits.runBytes, item.path)
        let object = try SentryJSON.object(item.payload, limits: SentryLimits.run, at: item.path)
        let run = try SentryRunMapper(times: times).run(object) {
            derivedID(item.payload, hasOwnTime: object["timestamp"] != nil)
        }
        add(.run(run))
    }

    private mutating func addRuns(_ item: SentryItem) throws(ItemError) {
        try SentryLimits.check(item.payload, SentryLimits.runBytes, item.path)
        let object = try SentryJSON.object(item.payload, limits: SentryLimits.run, at: item.path)
        guard let buckets = object["aggregates"]?.arrayValue else {
            throw ItemError(code: "missing_field", message: "\(item.path).aggregates is missing.")
        }
        let attributes = try SentryRunMapper.Attributes(object, item.path)
        for (place, bucket) in buckets.enumerated() {
            guard !isFull else { return count(.limited, .run, reason: "too_many", buckets.count - place) }
            countExamined()
            do throws(ItemError) {
                let counts = try SentryRunMapper(times: times).counts(bucket.objectValue ?? JSONObject(), attributes)
                guard claimedRuns + counts.total <= SentryLimits.claimedRuns else {
                    count(.limited, .run, reason: "too_many")
                    continue
                }
                claimedRuns += counts.total
                add(.counts(counts))
            } catch {
                count(.invalid, .run, reason: error.code)
            }
        }
    }

    private mutating func add(_ run: AppRunUpdate) {
        guard runs.count < SentryLimits.runs else { return count(.invalid, .run, reason: "too_many") }
        runs.append(run)
    }

    private mutating func addReport(_ item: SentryItem) throws(ItemError) {
        reports += 1
        guard reports <= SentryClientReport.maximumReports else { return count(.invalid, .other, reason: "too_many") }
        try SentryLimits.check(item.payload, SentryLimits.reportBytes, item.path)
        let object = try SentryJSON.object(item.payload, limits: SentryLimits.report, at: item.path)
        for row in try SentryClientReport.counts(object, at: item.path) {
            countExamined()
            let quantity = min(row.count, SentryClientReport.maximumTotal - reported)
            guard quantity > 0 else { return }
            reported += quantity
            count(row.outcome, row.category, reason: row.reason, quantity)
        }
    }

    private var hasRoom: Bool { items.count < EventLimits.batchItems }
    private var isFull: Bool { examined >= EventLimits.examinedItems }

    private mutating func reject(_ error: ItemError, _ category: ItemCategory, index: Int) {
        guard hasRoom else { return count(.invalid, category, reason: error.code) }
        items.append(
            .rejected(RejectedItem(index: index, id: nil, code: error.code, message: error.message, category: category))
        )
    }

    private mutating func count(_ outcome: ItemOutcome, _ category: ItemCategory, reason: String, _ count: Int = 1) {
        let key = CountKey(outcome: outcome, category: category, reason: reason)
        sums[key] = (sums[key] ?? 0) + count
    }

    /// Derives an id from the bytes of a payload, so that a repeated delivery has the same one. Without any time it is
    /// unique: a second failure cannot be distinguished from a repeated delivery.
    private mutating func derivedID(_ payload: ArraySlice<UInt8>, hasOwnTime: Bool) -> EventIdentifier {
        if hasOwnTime { return identity.id(of: Array(payload), sentAt: nil) }
        return times.sentAt.map { identity.id(of: Array(payload), sentAt: $0) } ?? EventIdentity.unique()
    }

    /// Reads 32 hexadecimal digits, with or without the hyphens of a UUID.
    private static func eventID(_ text: String) -> Event.ID? {
        [32, 36].contains(text.utf8.count) ? TraceID(text).map { Event.ID(.init(bytes: $0.bytes)) } : nil
    }
}

extension SentryItem {
    /// What an item of this kind counts as.
    fileprivate var category: ItemCategory {
        switch kind {
        case .event: .event
        case .logs: .log
        case .run, .runs: .run
        case .clientReport: .other
        case .unsupported(let category): category
        }
    }

    /// The number of records that its header claims, but no more than its bytes can hold.
    fileprivate var possibleCount: Int {
        guard kind == .logs else { return 1 }
        return max(1, min(count, payload.count / SentryLimits.smallestRecord, SentryLimits.records))
    }
}

/// The records of a container, `{"items": […]}`, as bytes that are not parsed yet.
struct SentryRecords {
    private(set) var all: [ArraySlice<UInt8>] = []
    /// The number of records beyond the maximum.
    private(set) var surplus = 0
    /// The number of records that were found.
    var count: Int { all.count + surplus }
    /// Why there is no list, or no further record can be found.
    private(set) var error: ItemError?

    init(of item: SentryItem, maximumCount: Int) {
        var scan = JSONListScan(item.payload)
        do throws(JSONListScan.Malformed) {
            guard scan.startOfList(named: Self.listName) != nil else { throw JSONListScan.Malformed() }
            while let record = try scan.next() {
                if all.count < maximumCount { all.append(record) } else { surplus += 1 }
            }
        } catch {
            self.error = ItemError(
                code: "invalid_json",
                message: "\(item.path) has no list of items, or it cannot be read after \(count) of them."
            )
        }
    }

    private static let listName = Array("\"items\"".utf8)
}
