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
        DeliveryChecks().check(delivery, of: body.count, decode: decode)
        expect(delivery.counted.allSatisfy { $0.count > 0 }, "what is counted is there")
        expect(delivery.runs.isEmpty, "OpenTelemetry has no runs")
    }
}
