import Domain
import Testing

@testable import Ingest

/// The memory of the events of a delivery is limited, in every format. `OTLPLimitsTests` has the case of OpenTelemetry.
@Suite struct EventMemoryTests {
    struct Format: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Decodes a delivery of events with these values of their own.
        let decode: @Sendable (_ events: [String]) throws -> EventDelivery
    }

    static let formats = [
        Format(testDescription: "native") { events in
            let list = events.map { #"{"outcome":"failed"\#($0.isEmpty ? "" : ",")\#($0)}"# }.joined(separator: ",")
            return try NativeEvents.decode(Array(#"{"events":[\#(list)]}"#.utf8), as: .json, receivedAt: Envelope.now)
        },
        Format(testDescription: "native lines") { events in
            let lines = events.map { #"{"outcome":"failed"\#($0.isEmpty ? "" : ",")\#($0)}"# }.joined(separator: "\n")
            return try NativeEvents.decode(Array(lines.utf8), as: .lines, receivedAt: Envelope.now)
        },
        Format(testDescription: "envelope") { events in
            let items = events.map { "{\"type\":\"event\"}\n{\"extra\":{\($0)}}\n" }.joined()
            return try Envelope().with(raw: items).decoded()
        },
    ]

    /// A kilobyte that becomes 26 in memory: each value is kept with the name of the object around it.
    private static let large: String = {
        let values = (100..<220).map { #""a\#($0)":1"# }.joined(separator: ",")
        return #""\#(String(repeating: "n", count: 110))":{\#(values)}"#
    }()

    private func memory(of delivery: EventDelivery) -> Int {
        delivery.events.reduce(0) { $0 + $1.content.memoryBytes }
    }

    @Test(arguments: formats)
    func `events for which a delivery has no memory are rejected alone`(format: Format) throws {
        let delivery = try format.decode(Array(repeating: Self.large, count: EventLimits.batchItems - 1) + [""])

        let memory = memory(of: delivery)
        let largest = try #require(delivery.events.first?.content.memoryBytes)
        #expect(memory <= EventLimits.deliveryMemoryBytes && memory + largest > EventLimits.deliveryMemoryBytes)
        #expect(Set(delivery.rejected.map(\.code)) == ["too_large"])
        #expect(delivery.items.count == EventLimits.batchItems && delivery.examined >= EventLimits.batchItems)
        // A small one behind them is taken.
        #expect(delivery.items.last == delivery.events.last.map(EventDelivery.Item.event))
    }

    @Test func `a small delivery has the memory of a small delivery`() throws {
        let resource = (100..<228).map { #""resource.attribute.\#($0)":1"# }.joined(separator: ",")
        let events = Array(repeating: #"{"outcome":"failed"}"#, count: EventLimits.batchItems).joined(separator: ",")
        let body = Array(#"{"resource":{\#(resource)},"events":[\#(events)]}"#.utf8)

        let delivery = try NativeEvents.decode(body, as: .json, receivedAt: Envelope.now)

        let most = EventMemory.maximumBytes(ofUnpacked: body.count)
        #expect(most < 2 << 20)
        #expect(memory(of: delivery) <= most && memory(of: delivery) > most / 2)
        #expect(Set(delivery.rejected.map(\.code)) == ["too_large"])
    }

    @Test func `the memory of events follows the size of the delivery, within limits`() {
        #expect(EventMemory.maximumBytes(ofUnpacked: 0) == 1 << 20)
        #expect(EventMemory.maximumBytes(ofUnpacked: 100_000) == 6_400_000)
        #expect(EventMemory.maximumBytes(ofUnpacked: .max) == EventLimits.deliveryMemoryBytes)
    }
}
