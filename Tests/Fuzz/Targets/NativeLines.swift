import Domain
import Ingest

/// A delivery in the native format, as lines of JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { body in
        let decode = { try? NativeEvents.decode(body, as: .lines, receivedAt: DeliveryChecks.receivedAt) }
        if let delivery = decode() { DeliveryChecks().check(delivery, of: body.count, decode: decode) }
    }
}
