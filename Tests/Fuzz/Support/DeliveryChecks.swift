import Domain
import Ingest

/// What holds for the deliveries of every wire format.
struct DeliveryChecks {
    static let receivedAt = Timestamp(milliseconds: 1_763_888_400_000)

    private let scrubber = Scrubber { text in
        let digest = text.utf8.reduce(0x811C_9DC5 as UInt32) { ($0 ^ UInt32($1)) &* 0x0100_0193 }
        let digits = String(digest, radix: 16)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// - Parameters:
    ///   - size: the bytes of the body.
    ///   - decode: reads the same body again.
    func check(_ delivery: EventDelivery, of size: Int, decode: () -> EventDelivery?) {
        expect(delivery.items.count <= EventLimits.batchItems, "a delivery has at most 1000 items")
        let bytes = delivery.events.reduce(0) { $0 + $1.content.memoryBytes }
        let held = EventMemory.maximumBytes(ofUnpacked: size)
        expect(bytes <= held, "the events take no more memory than was held for them")
        guard let again = decode() else { return expect(false, "a body that was read can be read again") }
        for (item, other) in zip(delivery.items, again.items) {
            expect(isSame(item, other), "a repeat has the same ids")
        }
        expect(delivery.items.count == again.items.count, "a repeat has the same items")
        for event in delivery.events { check(event) }
        for item in delivery.rejected { expect(item.message.utf8.count <= 1024, "a message is short") }
    }

    /// Without a time a record has an id of its own at each delivery.
    private func isSame(_ item: EventDelivery.Item, _ other: EventDelivery.Item) -> Bool {
        guard case .event(let event) = item, case .event(var repeated) = other, !event.hasOwnTime else {
            return item == other
        }
        repeated.content.id = event.content.id
        return event == repeated
    }

    private func check(_ event: DecodedEvent) {
        let content = event.content
        expect(content.attributes.count <= EventLimits.attributes + 1, "the attributes are limited")
        for (dimension, text) in EventDimension.texts.compactMap({ dimension in
            content.texts[dimension].map { (dimension, $0) }
        }) {
            expect(text.utf8.count <= EventLimits.textBytes, "\(dimension) is limited")
        }
        expect((content.error?.message?.utf8.count ?? 0) <= EventLimits.messageBytes, "the message is limited")
        expect((content.error?.chain.count ?? 0) <= EventLimits.chainLength, "the chain of errors is limited")
        let scrubbed = scrubber.scrub(event)
        _ = Classifier.classify(scrubbed, receivedAt: Self.receivedAt)
    }
}
