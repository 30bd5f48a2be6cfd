import Domain
import Ingest

/// What holds for a request of OpenTelemetry, read as logs and as spans.
enum OTLPChecks {
    static func check(_ body: [UInt8], as encoding: OTLPEncoding) {
        check(body) { try? OTLPLogs.decode(body, as: encoding, receivedAt: DeliveryChecks.receivedAt) }
        check(body) { try? OTLPTraces.decode(body, as: encoding, receivedAt: DeliveryChecks.receivedAt) }
    }

    private static func check(_ body: [UInt8], decode: () -> EventDelivery?) {
        guard let delivery = decode() else { return }
        DeliveryChecks().check(delivery, decode: decode)
        expect(delivery.counted.allSatisfy { $0.count > 0 }, "what is counted is there")
        expect(delivery.runs.isEmpty, "OpenTelemetry has no runs")
        let bytes = delivery.events.reduce(0) { $0 + $1.content.memoryBytes }
        let held = OTLPLimits.eventBytes(ofUnpacked: body.count)
        expect(bytes <= held, "the events take no more memory than was held for them")
    }
}
