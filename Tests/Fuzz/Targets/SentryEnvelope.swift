import Domain
import Ingest

/// A delivery of a Sentry SDK.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { body in
        for encoding in [SentryEvents.Encoding.envelope, .event] {
            let decode = {
                try? SentryEvents.decode(body, as: encoding, to: nil, receivedAt: DeliveryChecks.receivedAt)
            }
            guard let delivery = decode() else { continue }
            DeliveryChecks().check(delivery, decode: decode)
            expect(delivery.runs.count <= 1000, "the runs are limited")
            expect(delivery.counted.allSatisfy { $0.count > 0 }, "what is counted is there")
        }
    }
}
