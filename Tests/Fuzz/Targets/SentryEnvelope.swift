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
        for size in [1, 7, max(1, body.count)] { checkSieve(body, by: size) }
    }
}

/// What a sieve keeps of an envelope, wherever it is cut, decodes as the whole does.
private func checkSieve(_ body: [UInt8], by size: Int) {
    let whole = outcome { body }
    let sieved = outcome {
        var sieve = SentryEvents.sieve(keeping: 8 << 20)
        for start in stride(from: 0, to: body.count, by: size) {
            try sieve.take(body[start..<min(start + size, body.count)])
        }
        let kept = try sieve.finish()
        expect(kept.count <= body.count + 2, "a sieve adds nothing")
        return kept
    }
    expect(whole == sieved, "\(sieved) is \(whole)")
}

/// What was decoded of a body, or why it cannot be.
private func outcome(_ body: () throws -> [UInt8]) -> [String] {
    do {
        let delivery = try SentryEvents.decode(
            body(),
            as: .envelope,
            to: nil,
            receivedAt: DeliveryChecks.receivedAt
        )
        return ["\(delivery.events.count) \(delivery.examined) \(delivery.chargedItems)"]
            + delivery.rejected.map { "\($0.index) \($0.code)" }
            + delivery.counted.map { "\($0.outcome) \($0.category) \($0.reason) \($0.count)" }.sorted()
            + delivery.runs.map { _ in "run" }
    } catch let error as DeliveryError {
        return ["\(error.code) \(error.sentence)"]
    } catch {
        fatalError("\(error) is no error of a delivery")
    }
}
