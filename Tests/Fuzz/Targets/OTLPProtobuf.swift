import Domain
import Ingest

/// Logs and spans of OpenTelemetry in protobuf.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    run(start, count) { OTLPChecks.check($0, as: .protobuf) }
}
