import Domain
import StrictJSON

/// Makes events of the records of a request, one after the other, so that memory holds the values of one record only.
///
/// It reads no more than `EventLimits.examinedItems` records, resources and scopes, and never holds more events than
/// `EventMemory` allows. The records beyond are counted as limited, without being read.
struct OTLPCollector<Signal: OTLPSignal> {
    private var mapper: OTLPMapper
    private var items: [EventDelivery.Item] = []
    private var memory: EventMemory
    private var isOutOfMemory = false
    /// The records after the number of those that are read.
    private var surplus = 0
    /// The records after the memory of events.
    private var oversize = 0
    private var filtered = 0
    private var groups = 0
    /// The number of records so far.
    private(set) var count = 0
    /// The number of records that were read, and of resources and scopes beyond those that each request has.
    private(set) var examined = 0
    private var resource: Result<OTLPShared, ItemError> = .success(OTLPShared(resource: JSONObject()))
    private var scope: Result<OTLPShared, ItemError> = .success(OTLPShared(resource: JSONObject()))

    /// - Parameter size: the bytes of the request.
    init(size: Int, receivedAt: Timestamp) {
        mapper = OTLPMapper(receivedAt: receivedAt)
        memory = EventMemory(ofUnpacked: size)
    }

    /// A resource and a scope.
    private static var groupsOfEachRequest: Int { 2 }

    /// Whether all further records are only counted.
    var isFull: Bool { isOutOfMemory || examined >= EventLimits.examinedItems }

    var delivery: EventDelivery {
        let counted = [
            ItemCount(.limited, Signal.category, reason: "too_many", count: surplus),
            ItemCount(.limited, Signal.category, reason: "too_large", count: oversize),
            ItemCount(.filtered, Signal.category, reason: "not_sign_in", count: filtered),
        ]
        return EventDelivery(sentAt: nil, items: items, examined: examined, counted: counted.filter { $0.count > 0 })
    }

    /// Begins the records of a resource. One that cannot be read rejects its records.
    mutating func beginResource(_ read: () throws(ItemError) -> JSONObject) throws(DeliveryError) {
        guard try countGroup() else { return }
        do throws(ItemError) { resource = .success(OTLPShared(resource: try read())) } catch {
            resource = .failure(error)
        }
    }

    /// Begins the records of a scope of the resource. One that cannot be read rejects its records.
    mutating func beginScope(_ read: () throws(ItemError) -> OTLPScope) throws(DeliveryError) {
        guard try countGroup() else { return }
        do throws(ItemError) { scope = .success(try resource.get().with(try read())) } catch {
            scope = .failure(error)
        }
    }

    /// Takes the next record of the scope.
    mutating func take(_ read: (_ path: String) throws(ItemError) -> Signal.Record) {
        guard !isFull else { return skip(1) }
        let index = count
        count += 1
        examined += 1
        do throws(ItemError) {
            let record = try read("\(Signal.names.records)[\(index)]")
            guard let event = Signal.event(record, of: try scope.get(), &mapper) else { return filtered += 1 }
            add(event)
        } catch {
            items.append(
                .rejected(
                    RejectedItem(
                        index: index,
                        id: nil,
                        code: error.code,
                        message: error.message,
                        category: Signal.category
                    )
                )
            )
        }
    }

    /// Counts records without reading them.
    mutating func skip(_ number: Int) {
        count += number
        if isOutOfMemory { oversize += number } else { surplus += number }
    }

    private mutating func add(_ event: DecodedEvent) {
        guard memory.take(event) else {
            isOutOfMemory = true
            oversize += 1
            return
        }
        items.append(.event(event))
    }

    /// - Returns: whether the resource or scope is to be read.
    private mutating func countGroup() throws(DeliveryError) -> Bool {
        groups += 1
        guard groups <= OTLPLimits.groups else {
            throw DeliveryError(
                code: "too_many",
                sentence: "A request holds at most \(OTLPLimits.groups) resources and scopes; this one holds more."
            )
        }
        guard !isFull else { return false }
        if groups > Self.groupsOfEachRequest { examined += 1 }
        return true
    }
}
